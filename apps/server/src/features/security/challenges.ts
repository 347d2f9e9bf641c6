import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Ids, Random } from '../../deps.ts'

/** Life of a challenge, which a device signs to prove its presence now: random, five minutes, answered once. */
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS
const CHALLENGE_BYTES = 32

/** The account and the purpose of an answer; a login has no account yet. */
export type Purpose = Readonly<{ purpose: 'login'; accountId: null } | { purpose: 'register' | 'verify'; accountId: string }>
type Parts = Readonly<{ pool: Pool; ids: Ids; random: Random }>
export type Challenge = Readonly<{ challengeId: string; bytes: Uint8Array<ArrayBuffer> }>

export async function issueChallenge({ pool, ids, random }: Parts, { purpose, accountId }: Purpose, now: Instant): Promise<Challenge> {
  const challengeId = ids.next()
  const bytes = Uint8Array.from(random.bytes(CHALLENGE_BYTES))
  const text = Buffer.from(bytes).toString('base64url')
  await pool.query(
    'insert into passkey_challenges (challenge_id, account_id, purpose, challenge, expires_at) values ($1, $2, $3, $4, $5)',
    [challengeId, accountId, purpose, text, now + CHALLENGE_LIFE_MS],
  )
  return { challengeId, bytes }
}

/** Takes the challenge as text, only once; null for one that is unknown, late, somebody else's or for something else. */
export async function takeChallenge(
  pool: Pool,
  challengeId: string,
  { purpose, accountId }: Purpose,
  now: Instant,
): Promise<string | null> {
  const { rows } = await pool.query<{ challenge: string; expires_at: bigint }>(
    'delete from passkey_challenges where challenge_id = $1 and purpose = $2 and account_id is not distinct from $3 returning challenge, expires_at',
    [challengeId, purpose, accountId],
  )
  const taken = rows[0]
  return taken === undefined || Number(taken.expires_at) <= now ? null : taken.challenge
}
