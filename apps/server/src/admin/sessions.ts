import { type ComposedRole, powersOf } from '@rueda/rules/staff/powers.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Pool, PoolClient } from 'pg'
import type { Ids, Random } from '../deps.ts'
import { hashToken, newToken } from '../http/session.ts'
import type { Staff } from './handler.ts'

/**
 * Staff sessions (`docs/rules/back-office.md` BO-05): ten minutes unused or eight hours in all, and one at a time. Each
 * request reads the session from the database, so that an ended one is refused at once.
 */
export const STAFF_IDLE_MS = 10 * MINUTE_MS
export const MAX_STAFF_SESSION_MS = 8 * HOUR_MS
/** The emergency account is open for an hour (BO-12); nothing makes it longer, and its keys open it once. */
export const EMERGENCY_MS = HOUR_MS
const TOKEN = /^[A-Za-z0-9_-]{43}$/u

type Row = Readonly<{
  staff_id: string
  person_id: string
  name: string
  /** The emergency account has none. */
  email: string | null
  roles: StaffRole[]
  /** Composed roles as they are now, so that a power that was taken away is gone with the next request. */
  composed: ComposedRole[]
  session_id: string
  created_at: bigint
  last_use_at: bigint
  verified_at: bigint
  is_emergency: boolean
  suspended_until: bigint | null
}>

/** `isUse` is false for requests that the console makes by itself: a screen left open does not keep anybody signed in. */
type Check = Readonly<{ token: string | undefined; now: Instant; isUse: boolean }>

export async function checkStaffSession(pool: Pool, { token, now, isUse }: Check): Promise<Staff | null> {
  if (token === undefined || !TOKEN.test(token)) return null
  const { rows } = await pool.query<Row>(isUse ? USE : FIND, aliveAt(token, now))
  const row = rows[0]
  return row === undefined ? null : staffOf(row, now)
}

const aliveAt = (token: string, now: Instant): unknown[] => [
  ...[hashToken(token), now, now - STAFF_IDLE_MS],
  ...[now - MAX_STAFF_SESSION_MS, now - EMERGENCY_MS],
]

const staffOf = (row: Row, now: Instant): Staff => ({
  staffId: row.staff_id,
  personId: row.person_id,
  name: row.name,
  email: row.email ?? '',
  roles: row.roles,
  composed: row.composed,
  powers: powersOf(row),
  isEmergency: row.is_emergency,
  suspendedUntil: Number(row.suspended_until ?? 0n) > now ? Number(row.suspended_until) : null,
  sessionId: row.session_id,
  openedAt: Number(row.created_at),
  lastUseAt: Number(row.last_use_at),
  verifiedAt: Number(row.verified_at),
  endsAt: Number(row.created_at) + (row.is_emergency ? EMERGENCY_MS : MAX_STAFF_SESSION_MS),
})

type Known = Readonly<{ staffId: string; sessionId: string; now: Instant; givenAt: Instant }>

/**
 * Returns true while somebody is signed in and may use powers; anything they were given to look at ends with that, and when a composed role
 * changes: what allowed it may be gone.
 */
export async function isStaffSessionAlive(pool: Pool, { staffId, sessionId, now, givenAt }: Known): Promise<boolean> {
  const { rowCount } = await pool.query(ALIVE_BY_ID, [
    sessionId,
    now,
    now - STAFF_IDLE_MS,
    now - MAX_STAFF_SESSION_MS,
    now - EMERGENCY_MS,
    staffId,
    givenAt,
  ])
  return rowCount === 1
}

type Opening = Readonly<{
  staffId: string
  device: string
  address: string
  now: Instant
  /** Origin of the device, which is known from then on; null for a caller without a device. */
  origin: Buffer | null
}>

/** Opens a session; the one before it ends. The second factor has just been shown. */
export async function openStaffSession(
  client: PoolClient,
  { ids, random }: Readonly<{ ids: Ids; random: Random }>,
  { staffId, device, address, now, origin }: Opening,
): Promise<Readonly<{ token: string; staff: Staff }>> {
  await endStaffSessions(client, staffId, now)
  const token = newToken(random)
  await client.query(
    `insert into staff_sessions (session_id, staff_id, token_hash, device, address, created_at, last_use_at, verified_at, origin)
     values ($1, $2, $3, $4, $5, $6::bigint, $6::bigint, $6::bigint, $7)`,
    [ids.next(), staffId, hashToken(token), device, address, now, origin],
  )
  const { rows } = await client.query<Row>(FIND, aliveAt(token, now))
  if (rows[0] === undefined) throw new Error('a staff session that was just opened is not there')
  return { token, staff: staffOf(rows[0], now) }
}

export async function endStaffSessions(client: Pool | PoolClient, staffId: string, now: Instant): Promise<void> {
  await client.query('update staff_sessions set ended_at = $2 where staff_id = $1 and ended_at is null', [staffId, now])
}

export async function noteVerified(pool: Pool, sessionId: string, now: Instant): Promise<void> {
  await pool.query('update staff_sessions set verified_at = $2 where session_id = $1', [sessionId, now])
}

const ALIVE = `s.ended_at is null and s.last_use_at > $3 and s.created_at <= $2 and p.disabled_at is null
  and s.created_at > case when p.is_emergency then $5::bigint else $4::bigint end`
const COMPOSED = `
  array(select json_build_object('roleId', n.role_id, 'name', n.name, 'powers', n.powers)
        from unnest(p.composed_roles) with ordinality as held (role_id, place)
        cross join lateral (select * from role_versions v where v.role_id = held.role_id order by version desc limit 1) n
        where not n.is_retired order by held.place)`
const SHOWN = `
  ${COMPOSED} as composed, s.staff_id::text, p.person_id::text, p.name, p.email, p.roles, s.session_id::text, s.created_at, s.last_use_at, s.verified_at, p.is_emergency,
  p.suspended_until`
const FIND = `select ${SHOWN} from staff_sessions s join staff p using (staff_id) where s.token_hash = $1 and ${ALIVE}`
const ALIVE_BY_ID = `
  select from staff_sessions s join staff p using (staff_id)
  where s.session_id = $1 and s.staff_id = $6 and coalesce(p.suspended_until, 0) <= $2
    and not exists (select from role_versions v where v.version > 1 and v.at >= $7) and ${ALIVE}`
const USE = `update staff_sessions s set last_use_at = greatest(s.last_use_at, $2) from staff p where p.staff_id = s.staff_id and s.token_hash = $1 and ${ALIVE} returning ${SHOWN}`
