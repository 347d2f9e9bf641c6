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

/** A passkey shows who is there: the device signs our challenge, after its owner has unlocked it. */
type Parts = Readonly<{ pool: Pool; ids: Ids; random: Random; settings: Pick<Settings, 'PUBLIC_URL'> }>
export type Ceremony = Readonly<{ challengeId: string; options: Record<string, unknown> }>
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

/** Without `allowed` any passkey of this house may answer, so that nothing is told of who has one. */
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

/** Whose passkey answered; null when the answer is wrong, late, a repetition, or of a passkey that nobody has. */
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

/** The library throws for whatever does not fit; to the caller it is one thing, a wrong answer. */
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

/** Where the browser says it was; empty when it says nothing that can be read. */
export function originOf(clientDataJSON: string): string {
  try {
    const { origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { origin?: unknown }
    return typeof origin === 'string' ? origin : ''
  } catch {
    return ''
  }
}
