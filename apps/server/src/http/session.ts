import { hash as digestOf } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Clock, Random } from '../deps.ts'
import type { Caller } from './handler.ts'

/**
 * Sessions as the HTTP edge and the push channel see them: a token of 256 random bits, of which only the SHA-256 is stored
 * (`docs/rules/accounts.md` J.5). A session that was read is trusted for at most two seconds, and not at all once it was
 * revoked here.
 */
export const IDLE_LIFE_MS = 30 * DAY_MS
export const MAX_LIFE_MS = 90 * DAY_MS
const LAST_USE_STEP_MS = MINUTE_MS
const REMEMBERED_MS = 2_000
const MAX_REMEMBERED = 10_000
const TOKEN = /^[A-Za-z0-9_-]{43}$/u

export type SessionCheck =
  | Readonly<{ kind: 'alive'; caller: Caller }>
  /** No token, a malformed one, or a session that has ended by itself or by its owner's hand. */
  | Readonly<{ kind: 'missing' }>
  /** Ended from outside: from another device's list of sessions, or by staff. */
  | Readonly<{ kind: 'revoked' }>

export type EndedSession = Readonly<{ accountId: string; sessionId: string }>

export interface Sessions {
  check(token: string | null): Promise<SessionCheck>
  /** Called after the commit by code that ended sessions: they are dead for every request that starts now. */
  ended(sessions: readonly EndedSession[]): void
  /** Called by code that froze or thawed an account, or noted a proof of identity. */
  changed(accountId: string): void
  /** The push channel closes its sockets by this. */
  onEnded(listener: (ended: EndedSession) => void): () => void
}

const TOKEN_BYTES = 32

/** A new token: 256 random bits, unpadded. */
export const newToken = (random: Random): string => Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')

export const hashToken = (token: string): Buffer => digestOf('sha256', token, 'buffer')

/** `<token>` or `Bearer <token>`; null for anything that cannot be a token. */
export function tokenOf(authorization: string | undefined): string | null {
  const token = (authorization ?? '').replace(/^Bearer +/iu, '')
  return TOKEN.test(token) ? token : null
}

type FoundSession = Readonly<{
  account_id: string
  session_id: string
  last_use_at: bigint
  expires_at: bigint
  ended_reason: string | null
  verified_at: bigint | null
}>
type Standing = Readonly<{ frozen: boolean; identified: boolean; lacks_trading: boolean }>
type SessionRow = FoundSession & Standing
type Remembered = Readonly<{ row: SessionRow; until: number }>
type Dependencies = Readonly<{
  pool: Pool
  /** Wall-clock time: a session belongs to the world outside, not to the market, whose time may be simulated. */
  wallClock: Clock
  /** Milliseconds that never go back and never stand still. */
  elapsed?: () => number
}>

export function createSessions({ pool, wallClock, elapsed = () => performance.now() }: Dependencies): Sessions {
  const remembered = new Map<string, Remembered>()
  const listeners = new Set<(ended: EndedSession) => void>()
  /** Count of changes here; a read from before the newest change may be older than it. */
  let changes = 0

  async function find(hash: Buffer): Promise<SessionRow | null> {
    const key = hash.toString('base64')
    const known = remembered.get(key)
    if (known !== undefined && known.until > elapsed()) return known.row
    const changesBefore = changes
    const row = await read(hash)
    if (changes !== changesBefore) return find(hash)
    if (row === null) remembered.delete(key)
    else remember(key, row)
    return row
  }

  /** In two statements: sessions are found by their tokens, what their account may do lies beside the account. */
  async function read(hash: Buffer): Promise<SessionRow | null> {
    const [session] = (await pool.query<FoundSession>(FIND, [hash])).rows
    if (session === undefined) return null
    const [standing] = (await pool.query<Standing>(STANDING, [session.account_id])).rows
    return standing === undefined ? null : { ...session, ...standing }
  }

  function remember(key: string, row: SessionRow): void {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(key, { row, until: elapsed() + REMEMBERED_MS })
  }

  async function check(token: string | null): Promise<SessionCheck> {
    if (token === null) return { kind: 'missing' }
    const hash = hashToken(token)
    const row = await find(hash)
    if (row === null) return { kind: 'missing' }
    if (row.ended_reason !== null) return { kind: isRevoked(row.ended_reason) ? 'revoked' : 'missing' }
    const now = wallClock.now()
    const idle = now - Number(row.last_use_at)
    if (now >= Number(row.expires_at) || idle >= IDLE_LIFE_MS) return { kind: 'missing' }
    if (idle >= LAST_USE_STEP_MS) {
      const changesBefore = changes
      await pool.query(TOUCH, [row.account_id, row.session_id, now, now - LAST_USE_STEP_MS])
      if (changes === changesBefore) remember(hash.toString('base64'), { ...row, last_use_at: BigInt(now) })
    }
    return { kind: 'alive', caller: callerOf(row) }
  }

  function forget(matches: (row: SessionRow) => boolean): void {
    changes += 1
    for (const [key, { row }] of remembered) if (matches(row)) remembered.delete(key)
  }

  return {
    check,
    ended: (sessions) => {
      const ids = new Set(sessions.map(({ sessionId }) => sessionId))
      forget((row) => ids.has(row.session_id))
      for (const session of sessions) for (const listener of listeners) listener(session)
    },
    changed: (accountId) => forget((row) => row.account_id === accountId),
    onEnded: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const callerOf = (row: SessionRow): Caller => ({
  accountId: row.account_id,
  sessionId: row.session_id,
  frozen: row.frozen,
  isIdentified: row.identified,
  lacksTrading: row.lacks_trading,
  verifiedAt: row.verified_at === null ? null : Number(row.verified_at),
})

const isRevoked = (reason: string): boolean => reason === 'revoked' || reason === 'staff'

/** What an account has passed and lacks, as the columns `identified` and `lacks_trading`; `account` is the column with its number. */
export const callerChecks = (account: string): string => `
    coalesce((select a.kyc_status = 'passed' from accounts a where a.account_id = ${account}), false) as identified,
    exists (select from permissions p where p.account_id = ${account} and p.type = 'institution' and p.status = 'open')
      and not exists (select from permissions p where p.account_id = ${account} and p.type = 'trading' and p.status = 'open')
      as lacks_trading`

const FIND = `
  select account_id::text, session_id::text, last_use_at, expires_at, ended_reason, verified_at from sessions where token_hash = $1`
/** One row, of an account without any too. */
const STANDING = `
  select exists (select from account_states state where state.account_id = $1 and state.frozen_at is not null) as frozen,
    ${callerChecks('$1')}`

const TOUCH = `
  update sessions set last_use_at = $3
  where account_id = $1 and session_id = $2 and last_use_at <= $4`
