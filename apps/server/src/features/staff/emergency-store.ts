import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import { EMERGENCY_MS, STAFF_IDLE_MS } from '../../admin/sessions.ts'

/** The emergency account and its seals in SQL. */
export async function emergencyStaffId(reader: Reader): Promise<string | null> {
  const { rows } = await reader.query<{ staff_id: string }>('select staff_id::text from staff where is_emergency')
  return rows[0]?.staff_id ?? null
}

type Account = Readonly<{ staffId: string; personId: string; now: Instant }>

/** A person of its own: its opener is never the second pair of eyes on a request made with it. */
export const insertEmergency = (client: PoolClient, { staffId, personId, now }: Account): Promise<unknown> =>
  client.query(
    `insert into staff (staff_id, person_id, name, roles, created_at, is_emergency) values ($1, $2, 'Emergency account', '{admin}', $3, true)`,
    [staffId, personId, now],
  )

type Opening = Readonly<{ keys: readonly [Buffer, Buffer]; cause: string; now: Instant }>

/** In either order; null when the two are wrong. Of two simultaneous attempts, one opens. */
export async function breakSeal(client: PoolClient, { keys: [one, other], cause, now }: Opening): Promise<string | null> {
  const { rows } = await client.query<{ seal_id: string }>(
    `update emergency_seals set opened_at = $3, cause = $4
     where opened_at is null and replaced_at is null and (first_hash, second_hash) in (($1, $2), ($2, $1)) returning seal_id::text`,
    [one, other, now, cause],
  )
  return rows[0]?.seal_id ?? null
}

export async function isSealed(reader: Reader): Promise<boolean> {
  const { rowCount } = await reader.query('select from emergency_seals where opened_at is null and replaced_at is null')
  return rowCount !== 0
}

type Seal = Readonly<{ sealId: string; keys: readonly [Buffer, Buffer]; now: Instant }>

/** Stores a new seal; the keys before it are void. */
export async function seal(client: PoolClient, { sealId, keys: [first, second], now }: Seal): Promise<void> {
  await client.query('update emergency_seals set replaced_at = $1 where opened_at is null and replaced_at is null', [now])
  await client.query('insert into emergency_seals (seal_id, first_hash, second_hash, sealed_at) values ($1, $2, $3, $4)', [
    sealId,
    first,
    second,
    now,
  ])
}

export type EmergencyRow = Readonly<{ sealed_at: bigint; opened_at: bigint | null; cause: string | null; since: bigint | null }>

/** The newest seal, the cause of its opening, and since when somebody is in, if anybody is. */
export async function readEmergency(reader: Reader, now: Instant): Promise<EmergencyRow | null> {
  const { rows } = await reader.query<EmergencyRow>(
    `select e.sealed_at, e.opened_at, e.cause,
            (select max(s.created_at) from staff_sessions s join staff using (staff_id)
             where is_emergency and s.ended_at is null and s.last_use_at > $1 and s.created_at > $2) as since
     from emergency_seals e order by e.sealed_at desc, e.seal_id desc limit 1`,
    [now - STAFF_IDLE_MS, now - EMERGENCY_MS],
  )
  return rows[0] ?? null
}

/** All colleagues with a mail address. */
export async function everybody(reader: Reader): Promise<readonly string[]> {
  const { rows } = await reader.query<{ email: string }>(
    'select email from staff where disabled_at is null and email is not null order by email',
  )
  return rows.map(({ email }) => email)
}

export const raiseAlert = (client: PoolClient, alertId: string, staffId: string, now: Instant): Promise<unknown> =>
  client.query(`insert into staff_alerts (alert_id, staff_id, kind, at) values ($1, $2, 'emergency', $3)`, [alertId, staffId, now])
