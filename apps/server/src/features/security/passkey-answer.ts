import type { passkeyAnswer } from '@rueda/contract/security.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Pool } from 'pg'
import type { z } from 'zod'
import type { Settings } from '../../config.ts'
import type { Ids, Random } from '../../deps.ts'
import { CHALLENGE_LIFE_MS, type Purpose, issueChallenge, takeChallenge } from './challenges.ts'
import { type StoredPasskey, byCredential, noteUse } from './passkey-store.ts'
import { relyingPartyOf } from './relying-party.ts'

/** A passkey proves presence: the device signs our challenge, after its owner has unlocked it. */
type Parts = Readonly<{ pool: Pool; ids: Ids; random: Random; settings: Pick<Settings, 'PUBLIC_URL'> }>
export type Ceremony = Readonly<{ challengeId: string; options: Record<string, unknown> }>
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

/** Without `allowed` any registered passkey may answer, so that the request does not reveal who has one. */
export async function askForPasskey(parts: Parts, purpose: Purpose, now: Instant, allowed?: readonly StoredPasskey[]): Promise<Ceremony> {
  const { challengeId, bytes } = await issueChallenge(parts, purpose, now)
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(parts.settings).id,
    challenge: bytes,
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
    ...(allowed !== undefined && {
      allowCredentials: allowed.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
    }),
  })
  return { challengeId, options: { ...options } }
}

/** Account of the passkey that answered; null when the answer is wrong, late, a repetition, or of an unknown passkey. */
export async function checkPasskey(parts: Parts, answer: PasskeyAnswer, purpose: Purpose, now: Instant): Promise<string | null> {
  const expectedChallenge = await takeChallenge(parts.pool, answer.challengeId, purpose, now)
  const passkey = await byCredential(parts.pool, answer.id)
  const party = relyingPartyOf(parts.settings)
  const origin = originOf(answer.response.clientDataJSON)
  if (expectedChallenge === null || passkey === null || !party.accepts(origin)) return null
  if (purpose.accountId !== null && purpose.accountId !== passkey.accountId) return null
  const counter = await verifiedCounter(answer, passkey, { challenge: expectedChallenge, origin, rpId: party.id })
  if (counter === null || !(await noteUse(parts.pool, passkey, counter, now))) return null
  return passkey.accountId
}

type Expected = Readonly<{ challenge: string; origin: string; rpId: string }>

/** The library throws for every mismatch; the caller sees one outcome, a wrong answer. */
async function verifiedCounter({ id, response }: PasskeyAnswer, passkey: StoredPasskey, expected: Expected): Promise<number | null> {
  const { clientDataJSON, authenticatorData, signature } = response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.rpId,
      requireUserVerification: true,
      credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** Origin that the browser states; empty when it states none that can be read. */
export function originOf(clientDataJSON: string): string {
  try {
    const { origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { origin?: unknown }
    return typeof origin === 'string' ? origin : ''
  } catch {
    return ''
  }
}
