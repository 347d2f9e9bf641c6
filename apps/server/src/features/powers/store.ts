import type { StaffAct } from '@rueda/contract/powers.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import type { Reader } from '../../db/snapshot.ts'

type Row = Readonly<{
  sequence: bigint
  power: StaffAct['power']
  role: StaffAct['role']
  reason: StaffAct['reason']
  subject: string | null
  at: bigint
}>

/** The customer's own rows of the audit log: never a colleague's name, never a note for colleagues. */
export async function actsOn(
  reader: Reader,
  accountId: string,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<Readonly<{ list: readonly StaffAct[]; total: number }>> {
  const { rows } = await reader.query<Row>(
    `select sequence, power, role, reason, subject, at from audit_log where account_id = $1 order by sequence desc limit $2 offset $3`,
    [accountId, limit, offset],
  )
  const counted = await reader.query<{ total: bigint }>('select count(*) as total from audit_log where account_id = $1', [accountId])
  return { list: rows.map(presentAct), total: Number(counted.rows[0]?.total ?? 0n) }
}

const presentAct = ({ sequence, power, role, reason, subject, at }: Row): StaffAct => ({
  sequence: Number(sequence),
  power,
  role,
  reason,
  about: subject?.split(':')[0] ?? null,
  timestamp: Number(at),
})

type InForce = Readonly<{ name: string; powers: readonly PowerName[] }>

/** The roles that this house composed, as they are now. */
export async function rolesInForce(reader: Reader): Promise<readonly InForce[]> {
  const { rows } = await reader.query<InForce>(`
    select name, powers from (select distinct on (role_id) name, powers, is_retired from role_versions order by role_id, version desc) newest
    where not is_retired order by name`)
  return rows
}
