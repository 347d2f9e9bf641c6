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
import { deviceOrigin, digest, networkOrigin, newMailedCode } from './tokens.ts'

/**
 * Codes that prove a mail address (`docs/rules/accounts.md` A.1.3): six digits, five minutes, five guesses, used once. Only the newest code
 * of an address, a purpose and a requester counts.
 */
export const CODE_LIFE_MS = 5 * MINUTE_MS
export const RESEND_MS = MINUTE_MS
const MAX_PER_DAY = 10
/** For one address and purpose: the most mails a day that strangers can cause. */
const MAX_FOR_STRANGERS_PER_DAY = 20
const MAX_ATTEMPTS = 5
const SALT_BYTES = 16

export type CodePurpose = 'register' | 'reset' | 'pay' | 'withdraw' | 'card'
type CodeFor = Readonly<{ email: string; purpose: CodePurpose }>

/**
 * The one who requests a code and types it in: a stranger who requests codes for somebody else's address neither spends nor replaces those
 * of its owner, and neither do a stranger's guesses. The device distinguishes them; without one the network does.
 */
export type Requester = Readonly<{ device: Buffer | null; network: Buffer }>
type Place = Readonly<{ deviceId: string | null; address: string }>

/** The requester of a code for an address, as digests that are different for every other address. */
export const requesterOf = (email: string, { deviceId, address }: Place): Requester => ({
  device: deviceId === null ? null : deviceOrigin(`code:${email}`, deviceId),
  network: networkOrigin(`code:${email}`, address),
})

/** A device that the account knows, or somebody signed in, has a count of codes that strangers cannot use up. */
type Issuing = Readonly<{ pool: Pool; ids: Ids; random: Random; now: Instant; limited: boolean; requester: Requester; isOwner: boolean }>

/** Makes a new code and stores its hash; the code itself is known to the caller and the mail only. */
export function issueCode(
  { email, purpose }: CodeFor,
  { pool, ids, random, now, limited, requester, isOwner }: Issuing,
): Promise<Result<string>> {
  return inTransaction(pool, async (client) => {
    // Two requests for one address follow each other, so that both cannot pass the limit.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`email_codes ${email} ${purpose}`])
    const wait = limited ? await waitOf(client, { email, purpose }, { network: isOwner ? null : requester.network, now }) : 0
    if (wait > 0) return refuse('code.too_often', { retryAfterMs: wait })
    const code = newMailedCode(random)
    const salt = Buffer.from(random.bytes(SALT_BYTES))
    const values = [ids.next(), email, purpose, salt, hashCode({ email, purpose }, salt, code), now, now + CODE_LIFE_MS]
    await client.query(INSERT, [...values, requester.device, requester.network, isOwner])
    return ok(code)
  })
}

/** An owner waits for the owner's codes alone; a stranger for those of the network, and for those of all strangers together. */
async function waitOf(
  client: PoolClient,
  { email, purpose }: CodeFor,
  { network, now }: Readonly<{ network: Buffer | null; now: Instant }>,
): Promise<number> {
  const { rows } = await client.query<{ created_at: bigint; is_mine: boolean }>(RECENT, [email, purpose, now - DAY_MS, network])
  const all = rows.map((row) => Number(row.created_at))
  const mine = rows.filter((row) => row.is_mine).map((row) => Number(row.created_at))
  const untilNext = mine[0] === undefined ? 0 : mine[0] + RESEND_MS - now
  const untilDayIsOver = (times: readonly number[], most: number): number => {
    const oldest = times[most - 1]
    return oldest === undefined ? 0 : oldest + DAY_MS - now
  }
  const ofStrangers = network === null ? 0 : untilDayIsOver(all, MAX_FOR_STRANGERS_PER_DAY)
  return Math.max(untilNext, untilDayIsOver(mine, MAX_PER_DAY), ofStrangers, 0)
}

/** For somebody signed in any code of the address counts: only the owner was given one for that purpose. */
type Trying = CodeFor & Readonly<{ requester: Requester | 'owner' }>

/** The id of the code if it is right, still lives and has guesses left; every try costs a guess of its requester. */
export async function checkCode(pool: Pool, trying: Trying, code: string, now: Instant): Promise<Result<string>> {
  const { email, purpose, requester } = trying
  const tries = { device: null, network: null, ...(requester !== 'owner' && requester) }
  const { rows } = await pool.query<{ code_id: string; salt: Buffer; code_hash: Buffer }>(TRY, [
    ...[email, purpose, now, MAX_ATTEMPTS],
    ...[tries.device, tries.network, requester === 'owner'],
  ])
  const tried = rows[0]
  if (tried === undefined || !timingSafeEqual(tried.code_hash, hashCode(trying, tried.salt, code))) return refuse('code.wrong')
  return ok(tried.code_id)
}

/** False when another request was faster: a code serves once. */
export async function useCode(client: Reader, codeId: string, now: Instant): Promise<boolean> {
  const { rowCount } = await client.query('update email_codes set used_at = $2 where code_id = $1 and used_at is null', [codeId, now])
  return rowCount === 1
}

/** Returns a code whose purpose failed; it serves until it expires, as before. */
export async function giveCodeBack(reader: Reader, codeId: string): Promise<void> {
  await reader.query('update email_codes set used_at = null where code_id = $1', [codeId])
}

const hashCode = ({ email, purpose }: CodeFor, salt: Buffer, code: string): Buffer => digest(salt.toString('hex'), email, purpose, code)

type Showing = Readonly<{ settings: AccountDeps['settings']; purpose: CodePurpose; seat: Seat }>

/**
 * Decides if the code itself may be part of the answer (`architecture.md`, DEV_CODES). Never for a caller who may sit elsewhere; without
 * the setting only to open an account on a machine that serves itself and cannot send mail, and only to a browser that shows a page of this
 * machine.
 */
export function mayShowCode({ settings, purpose, seat }: Showing): boolean {
  if (seat === 'elsewhere' || !isLoopback(settings.HOST) || settings.PUBLIC_URL !== undefined) return false
  if (settings.DEV_CODES !== undefined) return settings.DEV_CODES === '1'
  return purpose === 'register' && settings.SMTP_URL === undefined && seat === 'browser'
}

const INSERT = `
  insert into email_codes (code_id, email, purpose, salt, code_hash, created_at, expires_at, device, network, is_owner)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

// Without a network it counts the owner's codes.
const RECENT = `
  select created_at, $4::bytea is null or network = $4 as is_mine from email_codes
  where email = $1 and purpose = $2 and created_at > $3 and is_owner = ($4::bytea is null)
  order by created_at desc`

const TRY = `
  update email_codes code set
    attempts = code.attempts + newest.is_by_owner::int,
    network_attempts = code.network_attempts + (not newest.is_by_owner)::int
  from (
    select code_id, $7::boolean or coalesce(device = $5, false) as is_by_owner from email_codes
    where email = $1 and purpose = $2 and ($7::boolean or device = $5 or network = $6)
    order by coalesce(device = $5, false) desc, created_at desc, code_id desc limit 1
  ) newest
  where code.code_id = newest.code_id and used_at is null and expires_at > $3
    and case when newest.is_by_owner then code.attempts else code.network_attempts end < $4
  returning code.code_id, salt, code_hash`
