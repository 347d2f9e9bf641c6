import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import { ADMINISTRATORS_EVER } from './administrators.ts'

/** Staff in SQL. */
export type StaffMember = Readonly<{
  staffId: string
  personId: string
  email: string | null
  name: string
  roles: readonly StaffRole[]
  /** Ids of composed roles. */
  composed: readonly string[]
  passwordHash: string | null
  factor: Buffer | null
  factorStep: number
  setupFactor: Buffer | null
  setupUntil: Instant | null
  isDisabled: boolean
  createdAt: Instant
}>

type Row = Readonly<{
  staff_id: string
  person_id: string
  email: string | null
  name: string
  roles: StaffRole[]
  composed: string[]
  password_hash: string | null
  factor: Buffer | null
  factor_step: bigint
  setup_factor: Buffer | null
  setup_until: bigint | null
  disabled_at: bigint | null
  created_at: bigint
}>

const memberOf = (row: Row): StaffMember => ({
  staffId: row.staff_id,
  personId: row.person_id,
  email: row.email,
  name: row.name,
  roles: row.roles,
  composed: row.composed,
  passwordHash: row.password_hash,
  factor: row.factor,
  factorStep: Number(row.factor_step),
  setupFactor: row.setup_factor,
  setupUntil: row.setup_until === null ? null : Number(row.setup_until),
  isDisabled: row.disabled_at !== null,
  createdAt: Number(row.created_at),
})

const FIND = `
  select staff_id::text, person_id::text, email, name, roles, composed_roles::text[] as composed, password_hash, factor, factor_step, setup_factor,
         setup_until, disabled_at, created_at
  from staff`

async function find(reader: Reader, where: string, value: unknown): Promise<StaffMember | null> {
  const { rows } = await reader.query<Row>(`${FIND} where ${where}`, [value])
  return rows[0] === undefined ? null : memberOf(rows[0])
}

export const byEmail = (reader: Reader, email: string): Promise<StaffMember | null> => find(reader, 'email = $1', email)
/** The emergency account is no colleague: nobody invites it, changes it or gives it another way in. */
export const byId = (reader: Reader, staffId: string): Promise<StaffMember | null> =>
  find(reader, 'not is_emergency and staff_id = $1', staffId)
/** A link that one person gave alone is void once there are two administrators: it could be that person's own. */
export const bySetupHash = (reader: Reader, hash: Buffer): Promise<StaffMember | null> =>
  find(reader, `disabled_at is null and setup_hash = $1 and not (setup_alone and (${ADMINISTRATORS_EVER}) > 1)`, hash)

export type NewMember = Readonly<{
  staffId: string
  personId: string
  email: string | null
  name: string
  roles: readonly StaffRole[]
  composed?: readonly string[]
  passwordHash: string | null
  now: Instant
}>

/** False when somebody has the address. */
export async function insert(client: Reader, member: NewMember): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into staff (staff_id, person_id, email, name, roles, composed_roles, password_hash, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (email) do nothing`,
    [
      ...[member.staffId, member.personId, member.email, member.name, member.roles, member.composed ?? []],
      ...[member.passwordHash, member.now],
    ],
  )
  return rowCount === 1
}

export type SetupOffer = Readonly<{ staffId: string; hash: Buffer; factor: Buffer; until: Instant }>

/** Stores a new set-up token; the one before it is void. */
export async function offerSetup(client: Reader, { staffId, hash, factor, until }: SetupOffer): Promise<void> {
  await client.query('update staff set setup_hash = $2, setup_factor = $3, setup_until = $4 where staff_id = $1', [
    staffId,
    hash,
    factor,
    until,
  ])
}

/** Records if one person alone gave the link. */
export const markSetup = (client: Reader, staffId: string, isAlone: boolean): Promise<unknown> =>
  client.query('update staff set setup_alone = $2 where staff_id = $1', [staffId, isAlone])

export type FinishedSetup = Readonly<{ staffId: string; hash: Buffer; email: string; name: string; passwordHash: string; step: number }>

/** False when the token has been used by another request meanwhile. */
export async function finishSetup(client: PoolClient, setup: FinishedSetup): Promise<boolean> {
  const { rowCount } = await client.query(
    `update staff set email = $3, name = $4, password_hash = $5, factor = setup_factor, factor_step = $6,
                      setup_hash = null, setup_factor = null, setup_until = null
     where staff_id = $1 and setup_hash = $2`,
    [setup.staffId, setup.hash, setup.email, setup.name, setup.passwordHash, setup.step],
  )
  return rowCount === 1
}

/** False when this code, or a later one, was used before. */
export async function useFactorStep(client: Reader, staffId: string, step: number): Promise<boolean> {
  const { rowCount } = await client.query('update staff set factor_step = $2 where staff_id = $1 and factor_step < $2', [staffId, step])
  return rowCount === 1
}

type Given = Readonly<{ roles: readonly StaffRole[]; composed: readonly string[] }>

export const changeRoles = (client: PoolClient, staffId: string, { roles, composed }: Given): Promise<unknown> =>
  client.query('update staff set roles = $2, composed_roles = $3 where staff_id = $1', [staffId, roles, composed])

export const suspend = (client: PoolClient, staffId: string, until: Instant): Promise<unknown> =>
  client.query('update staff set suspended_until = $2 where staff_id = $1', [staffId, until])

export const disable = (client: PoolClient, staffId: string, now: Instant): Promise<unknown> =>
  client.query('update staff set disabled_at = $2, setup_hash = null, setup_factor = null, setup_until = null where staff_id = $1', [
    staffId,
    now,
  ])

/**
 * Administrators who can sign in. They are counted one change after the other, so that two of them cannot shut each other out at once; by a
 * lock of its own, because a lock on their rows would hold up every act that names one of them.
 */
export async function activeAdmins(client: PoolClient): Promise<readonly StaffMember[]> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('active administrators', 0))")
  const { rows } = await client.query<Row>(`${FIND} where factor is not null and disabled_at is null and 'admin' = any(roles)`)
  return rows.map(memberOf)
}

export type Colleague = StaffMember & Readonly<{ lastUseAt: Instant | null }>

export async function list(reader: Reader): Promise<readonly Colleague[]> {
  const { rows } = await reader.query<Row & { last_use_at: bigint | null }>(
    `select members.*, (select max(last_use_at) from staff_sessions s where s.staff_id = members.staff_id::uuid) as last_use_at
     from (${FIND} where not is_emergency) as members order by created_at, members.staff_id`,
  )
  return rows.map((row) => ({ ...memberOf(row), lastUseAt: row.last_use_at === null ? null : Number(row.last_use_at) }))
}

export async function isAnybodySetUp(reader: Reader): Promise<boolean> {
  const { rowCount } = await reader.query('select from staff where factor is not null limit 1')
  return rowCount === 1
}

/** The account that was made at the first start and that nobody has set up yet. */
export const firstMember = (reader: Reader): Promise<StaffMember | null> =>
  find(reader, 'not is_emergency and created_at >= $1 order by created_at limit 1', 0)
