import { DAY_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'

/**
 * Counts guesses at a password per subject and origin: after five wrong ones in fifteen minutes that origin waits
 * fifteen minutes (`docs/rules/accounts.md` A.1), and twice as long each time it goes on, up to a day. A stranger locks out himself,
 * not the customer: a device that was signed in before has a count of its own. All unknown origins together have a wider
 * count, against guessing from many places, and after a hundred failures without a success between them none of them
 * gets another guess (NIST SP 800-63B) until the owner has come in from a known device or set a new password.
 */
export const MAX_FAILURES = 5
export const MAX_FAILURES_ANYWHERE = 50
export const MAX_FAILURES_EVER = 100
export const LOCK_MS = 15 * MINUTE_MS
export const ANYWHERE: Buffer = Buffer.alloc(1)

type Guess = Readonly<{ subject: Buffer; origin: Buffer; now: Instant; most: number; mostEver?: number; lockMs?: number }>

const NO_END = 2_147_483_647

/**
 * Records one guess before it is checked, so that guesses sent at the same time all count. Returns the wait when it is one too many, else
 * null.
 */
export async function takeGuess(
  pool: Pool,
  { subject, origin, now, most, mostEver = NO_END, lockMs = LOCK_MS }: Guess,
): Promise<number | null> {
  const { rows } = await pool.query<{ attempts: number; failures: number; locked_until: bigint | null }>(TAKE, [
    subject,
    origin,
    now,
    now - lockMs,
    most,
    lockMs,
    DAY_MS,
    mostEver,
  ])
  const row = rows[0]
  if (row === undefined || (row.attempts <= most && row.failures <= mostEver)) return null
  return Math.max(Number(row.locked_until ?? 0n) - now, DAY_MS * Number(row.failures > mostEver), 1)
}

/** A right password forgives the wrong ones before it. */
export async function forgive(pool: Pool, subject: Buffer, origins: readonly Buffer[]): Promise<void> {
  await pool.query('delete from login_guards where subject = $1 and origin = any($2::bytea[])', [subject, origins])
}

/** The owner has proved the identity: wrong guesses from anywhere are forgiven. */
export async function forgiveAll(pool: Pool, subject: Buffer): Promise<void> {
  await pool.query('delete from login_guards where subject = $1', [subject])
}

// The lock starts with the last guess allowed; later ones are counted but do not make it longer.
const TAKE = `
  insert into login_guards as guard (subject, origin, attempts, started_at) values ($1, $2, 1, $3)
  on conflict (subject, origin) do update set
    attempts = case when guard.locked_until > $3 or (guard.locked_until is null and guard.started_at > $4) then guard.attempts + 1 else 1 end,
    started_at = case when guard.locked_until > $3 or (guard.locked_until is null and guard.started_at > $4) then guard.started_at else $3 end,
    failures = case when guard.locked_until > $3 then guard.failures else least(guard.failures, $8) + 1 end,
    locks = case when guard.locked_until is null and guard.started_at > $4 and guard.attempts + 1 >= $5 then guard.locks + 1 else guard.locks end,
    locked_until = case
      when guard.locked_until > $3 then guard.locked_until
      when guard.locked_until is null and guard.started_at > $4 and guard.attempts + 1 >= $5
        then $3 + least($6::bigint * (2 ^ least(guard.locks, 20))::bigint, $7::bigint)
      else null
    end
  returning attempts, failures, locked_until`
