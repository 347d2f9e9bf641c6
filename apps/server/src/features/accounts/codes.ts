import { timingSafeEqual } from 'node:crypto'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Pool, PoolClient } from 'pg'
import { isLoopback } from '../../loopback.ts'
import type { Ids, Random } from '../../deps.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Reader } from '../../db/snapshot.ts'
import type { AccountDeps } from './deps.ts'
import type { Seat } from '../../http/seat.ts'
import { digest, newMailedCode } from './tokens.ts'

/**
 * Codes that prove a mail address (`domain.md` A.3): six digits, five minutes, five guesses, used once. Only the
 * newest code of an address and purpose counts.
 */
export const CODE_LIFE_MS = 5 * MINUTE_MS
export const RESEND_MS = MINUTE_MS
const MOST_PER_DAY = 10
const MOST_ATTEMPTS = 5
const SALT_BYTES = 16

export type CodePurpose = 'register' | 'reset' | 'pay' | 'withdraw' | 'card'
export type CodeFor = Readonly<{ email: string; purpose: CodePurpose }>

type Issuing = Readonly<{ pool: Pool; ids: Ids; random: Random; now: Instant; limited: boolean }>

/** Makes a new code and stores its hash; the code itself is known to the caller and the mail only. */
export function issueCode({ email, purpose }: CodeFor, { pool, ids, random, now, limited }: Issuing): Promise<Result<string>> {
  return inTransaction(pool, async (client) => {
    // Two requests for one address follow each other, so that both cannot pass the limit.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`email_codes ${email}`])
    const wait = limited ? await waitOf(client, email, now) : 0
    if (wait > 0) return refuse('code.too_often', { retryAfterMs: wait })
    const code = newMailedCode(random)
    const salt = Buffer.from(random.bytes(SALT_BYTES))
    const values = [ids.next(), email, purpose, salt, hashCode({ email, purpose }, salt, code), now, now + CODE_LIFE_MS]
    await client.query(INSERT, values)
    return ok(code)
  })
}

async function waitOf(client: PoolClient, email: string, now: Instant): Promise<number> {
  const { rows } = await client.query<{ created_at: bigint }>(RECENT, [email, now - DAY_MS, MOST_PER_DAY])
  const times = rows.map((row) => Number(row.created_at))
  const newest = times[0]
  const tenth = times[MOST_PER_DAY - 1]
  const untilNext = newest === undefined ? 0 : newest + RESEND_MS - now
  const untilDayIsOver = tenth === undefined ? 0 : tenth + DAY_MS - now
  return Math.max(untilNext, untilDayIsOver, 0)
}

/** The id of the code if it is right, still lives and has guesses left; every try costs one. */
export async function checkCode(pool: Pool, purpose: CodeFor, code: string, now: Instant): Promise<Result<string>> {
  const { rows } = await pool.query<{ code_id: string; salt: Buffer; code_hash: Buffer }>(TRY, [
    purpose.email,
    purpose.purpose,
    now,
    MOST_ATTEMPTS,
  ])
  const tried = rows[0]
  if (tried === undefined || !timingSafeEqual(tried.code_hash, hashCode(purpose, tried.salt, code))) return refuse('code.wrong')
  return ok(tried.code_id)
}

/** False when another request was faster: a code serves once. */
export async function useCode(client: Reader, codeId: string, now: Instant): Promise<boolean> {
  const { rowCount } = await client.query('update email_codes set used_at = $2 where code_id = $1 and used_at is null', [codeId, now])
  return rowCount === 1
}

/** What it was used for did not happen; it serves until it expires, as before. */
export async function giveCodeBack(reader: Reader, codeId: string): Promise<void> {
  await reader.query('update email_codes set used_at = null where code_id = $1', [codeId])
}

const hashCode = ({ email, purpose }: CodeFor, salt: Buffer, code: string): Buffer => digest(salt.toString('hex'), email, purpose, code)

type Showing = Readonly<{ settings: AccountDeps['settings']; purpose: CodePurpose; seat: Seat }>

/**
 * Whether the code itself may be part of the answer (`architecture.md`, DEV_CODES). Never for a caller who may sit
 * elsewhere; without the setting only to open an account on a machine that serves itself and cannot send mail, and only to a
 * browser that shows a page of this machine.
 */
export function mayShowCode({ settings, purpose, seat }: Showing): boolean {
  if (seat === 'elsewhere' || !isLoopback(settings.HOST) || settings.PUBLIC_URL !== undefined) return false
  if (settings.DEV_CODES !== undefined) return settings.DEV_CODES === '1'
  return purpose === 'register' && settings.SMTP_URL === undefined && seat === 'browser'
}

const INSERT = `
  insert into email_codes (code_id, email, purpose, salt, code_hash, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)`

const RECENT = 'select created_at from email_codes where email = $1 and created_at > $2 order by created_at desc limit $3'

const TRY = `
  update email_codes set attempts = attempts + 1
  where code_id = (select code_id from email_codes where email = $1 and purpose = $2 order by created_at desc, code_id desc limit 1)
    and used_at is null and expires_at > $3 and attempts < $4
  returning code_id, salt, code_hash`
