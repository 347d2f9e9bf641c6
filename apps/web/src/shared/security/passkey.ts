import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import type { accounts } from '@rueda/contract/accounts.ts'
import type { security } from '@rueda/contract/security.ts'

/** The browser's side of passkeys. Null means that the device gave nothing: cancelled, timed out, or unknown there. */
type Ceremony = Readonly<{ challengeId: string; options: Record<string, unknown> }>
type Made = Omit<InputOf<typeof security.addPasskey>, 'name'>
type Answered = InputOf<typeof accounts.passkeyLogin>

const ADDRESS = /^[\d.]+$|:/

/** Passkeys belong to a name; a server that is reached by its address has none. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn() && !ADDRESS.test(window.location.hostname)

export async function makePasskey({ challengeId, options }: Ceremony): Promise<Made | null> {
  try {
    const { id, response } = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
    const { clientDataJSON, attestationObject, transports } = response
    return { challengeId, id, response: { clientDataJSON, attestationObject, ...(transports !== undefined && { transports }) } }
  } catch {
    return null
  }
}

export async function answerWithPasskey({ challengeId, options }: Ceremony): Promise<Answered | null> {
  try {
    const { id, response } = await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return { challengeId, id, response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) } }
  } catch {
    return null
  }
}
