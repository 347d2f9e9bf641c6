import type { ComposedRole, PowerName } from '@rueda/rules/staff/powers.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** Composed roles in SQL: versions that are only ever added, of which the last one of each role holds. */
export type KeptRole = ComposedRole &
  Readonly<{ version: number; isRetired: boolean; instead: StaffRole | null; insteadComposed: string | null }>

type Row = Readonly<{
  role_id: string
  version: number
  name: string
  powers: PowerName[]
  is_retired: boolean
  instead: StaffRole | null
  instead_composed: string | null
}>

const roleOf = (row: Row): KeptRole => ({
  ...{ roleId: row.role_id, version: row.version, name: row.name, powers: row.powers, isRetired: row.is_retired },
  ...{ instead: row.instead, insteadComposed: row.instead_composed },
})

const NEWEST = `
  select distinct on (role_id) role_id::text, version, name, powers, is_retired, instead, instead_composed::text from role_versions`

export async function roleById(reader: Reader, roleId: string): Promise<KeptRole | null> {
  const { rows } = await reader.query<Row>(`${NEWEST} where role_id = $1 order by role_id, version desc`, [roleId])
  return rows[0] === undefined ? null : roleOf(rows[0])
}

/** True when a role has the name, or had it before it was retired. */
export async function isNameTaken(reader: Reader, nameKey: string): Promise<boolean> {
  const { rowCount } = await reader.query('select from role_versions where name_key = $1 limit 1', [nameKey])
  return rowCount === 1
}

/** Names of roles by their ids, also of retired ones. */
export async function roleNames(reader: Reader): Promise<ReadonlyMap<string, string>> {
  const { rows } = await reader.query<{ role_id: string; name: string }>(
    'select role_id::text, name from role_versions where version = 1 order by name',
  )
  return new Map(rows.map(({ role_id: roleId, name }) => [roleId, name]))
}

export type NewVersion = KeptRole &
  Readonly<{ nameKey: string; reason: ActReason; note: string | undefined; at: Instant; staffId: string; approvalId: string }>

export const insertVersion = (client: PoolClient, made: NewVersion): Promise<unknown> =>
  client.query(
    `insert into role_versions (role_id, version, name, name_key, powers, is_retired, instead, instead_composed, reason, note, at, staff_id, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[made.roleId, made.version, made.name, made.nameKey, made.powers, made.isRetired, made.instead, made.insteadComposed],
      ...[made.reason, made.note ?? null, made.at, made.staffId, made.approvalId],
    ],
  )

type Holder = Readonly<{ roleId: string; staffId: string; name: string }>

/** Colleagues with a composed role, also invited ones; whoever is shut out holds nothing any more. */
export async function holdersOf(reader: Reader, roleId: string | null = null): Promise<readonly Holder[]> {
  const { rows } = await reader.query<Holder>(
    `select held::text as "roleId", staff_id::text as "staffId", name from staff cross join unnest(composed_roles) as held
     where disabled_at is null and ($1::uuid is null or held = $1) order by name, staff_id`,
    [roleId],
  )
  return rows
}

/** Every holder has the other role in the place of the retired one. */
export async function replaceRole(
  client: PoolClient,
  { roleId, instead, insteadComposed }: Pick<KeptRole, 'roleId' | 'instead' | 'insteadComposed'>,
): Promise<void> {
  await client.query(
    `update staff set
       roles = case when $2::text is null or $2 = any(roles) then roles else roles || $2 end,
       composed_roles = case when $3::uuid is null or $3 = any(composed_roles) then array_remove(composed_roles, $1)
                             else array_replace(composed_roles, $1, $3) end
     where disabled_at is null and $1 = any(composed_roles)`,
    [roleId, instead, insteadComposed],
  )
}

/** Any number that no other advisory lock of ours uses: "roles" in ASCII. */
const ROLES_LOCK = 0x726f6c6573

/** Whoever changes composed roles, or gives one to somebody, waits for whoever does: nobody gets a role that is being retired. */
export const lockRoles = (client: PoolClient): Promise<unknown> => client.query('select pg_advisory_xact_lock($1)', [ROLES_LOCK])

export type VersionRow = Row & Readonly<{ reason: ActReason; note: string | null; at: bigint; asked_by: string; by: string }>

export async function allVersions(reader: Reader): Promise<readonly VersionRow[]> {
  const { rows } = await reader.query<VersionRow>(`
    select v.role_id::text, v.version, v.name, v.powers, v.is_retired, v.instead, v.instead_composed::text, v.reason, v.note, v.at,
           m.name as asked_by, s.name as by
    from role_versions v join staff s using (staff_id) join approvals a using (approval_id) join staff m on m.staff_id = a.maker
    order by v.name, v.role_id, v.version desc`)
  return rows
}
