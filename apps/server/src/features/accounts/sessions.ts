import type { Instant } from '@rueda/rules/time.ts'
import type { Pool, PoolClient } from 'pg'
import { type EndedSession, IDLE_LIFE_MS, MAX_LIFE_MS, hashToken, newToken } from '../../http/session.ts'
import { type PlaceName, placeOf } from '../../http/place.ts'
import type { AccountDeps } from './deps.ts'

/** Sessions in SQL: who is signed in on which device, and how a session ends. */
export type EndReason = 'logout' | 'password' | 'limit' | 'revoked'

const MAX_SESSIONS = 20
/** A device is known as long as a session of it could still be alive. */
const KNOWN_FOR_MS = MAX_LIFE_MS

export type Opening = Readonly<{ accountId: string; address: string; device: string; origin: Buffer; now: Instant }>
export type OpenedSession = Readonly<{ token: string; expiresAt: Instant }>

/** A new session with a new token; beyond twenty the ones unused for longest end. */
export async function open(
  client: PoolClient,
  { ids, random, vault }: Pick<AccountDeps, 'ids' | 'random' | 'vault'>,
  opening: Opening,
): Promise<OpenedSession> {
  const { accountId, address, device, origin, now } = opening
  const token = newToken(random)
  const expiresAt = now + MAX_LIFE_MS
  // The same for every account, so that two of them on one device are recognised; its key is not in the database.
  const fingerprint = vault.fingerprint('device', `${address}|${device}`)
  await client.query(INSERT, [accountId, ids.next(), hashToken(token), device, origin, now, expiresAt, placeOf(address), fingerprint])
  await client.query(END_OLDEST, [accountId, now, MAX_SESSIONS])
  return { token, expiresAt }
}

export async function isKnownOrigin(pool: Pool, accountId: string | null, origin: Buffer, now: Instant): Promise<boolean> {
  const { rowCount } = await pool.query('select from sessions where account_id = $1 and origin = $2 and created_at > $3 limit 1', [
    accountId,
    origin,
    now - KNOWN_FOR_MS,
  ])
  return rowCount === 1
}

export type ListedSession = Readonly<{
  sessionId: string
  device: string
  place: PlaceName
  createdAt: Instant
  lastUseAt: Instant
  expiresAt: Instant
}>

export async function list(pool: Pool, accountId: string, now: Instant): Promise<ListedSession[]> {
  const { rows } = await pool.query<{
    session_id: string
    device: string
    place: PlaceName
    created_at: bigint
    last_use_at: bigint
    expires_at: bigint
  }>(LIST, [accountId, now, now - IDLE_LIFE_MS])
  return rows.map((row) => ({
    sessionId: row.session_id,
    device: row.device,
    place: row.place,
    createdAt: Number(row.created_at),
    lastUseAt: Number(row.last_use_at),
    expiresAt: Math.min(Number(row.expires_at), Number(row.last_use_at) + IDLE_LIFE_MS),
  }))
}

export type Ending = Readonly<{
  accountId: string
  reason: EndReason
  now: Instant
  /** Ends only this session; without it all of the account. */
  only?: string
  except?: string
}>

/** Ends sessions that are still alive and returns them; the caller notifies the HTTP edge after the commit. */
export async function end(client: Pool | PoolClient, { accountId, reason, now, only, except }: Ending): Promise<EndedSession[]> {
  const { rows } = await client.query<{ session_id: string }>(END, [accountId, now, reason, only ?? null, except ?? null])
  return rows.map((row) => ({ accountId, sessionId: row.session_id }))
}

/** Lets a session that another one has replaced live on for a moment. */
export async function expire(
  client: PoolClient,
  { accountId, sessionId }: Readonly<{ accountId: string; sessionId: string }>,
  at: Instant,
): Promise<void> {
  await client.query('update sessions set expires_at = least(expires_at, $3) where account_id = $1 and session_id = $2', [
    accountId,
    sessionId,
    at,
  ])
}

const INSERT = `
  insert into sessions (account_id, session_id, token_hash, device, origin, created_at, last_use_at, verified_at, expires_at, place, device_fingerprint)
  values ($1, $2, $3, $4, $5, $6::bigint, $6::bigint, $6::bigint, $7, $8, $9)`

const END_OLDEST = `
  update sessions set ended_at = $2, ended_reason = 'limit'
  where account_id = $1 and session_id in (
    select session_id from sessions where account_id = $1 and ended_at is null order by last_use_at desc, session_id desc offset $3
  )`

const LIST = `
  select session_id::text, device, place, created_at, last_use_at, expires_at from sessions
  where account_id = $1 and ended_at is null and expires_at > $2 and last_use_at > $3
  order by last_use_at desc, session_id desc`

const END = `
  update sessions set ended_at = $2, ended_reason = $3
  where account_id = $1 and ended_at is null and ($4::uuid is null or session_id = $4::uuid) and ($5::uuid is null or session_id <> $5::uuid)
  returning session_id::text`
