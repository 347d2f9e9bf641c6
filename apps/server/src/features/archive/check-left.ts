import type { Queries } from '../../db/snapshot.ts'
import type { Vault } from '../../vault/vault.ts'
import { LEFT_TEXTS, type LeftText, isSealedRight } from './seal-left.ts'

type Stretch = Readonly<{ above: bigint; through: bigint }>
export type LeftFault = Readonly<{ account_id: string; month?: string; fault: string }>

/** What is kept in place of what has left of some accounts is as it was sealed, and nothing is kept without a seal. */
export async function leftFaults(
  reader: Queries,
  { above, through }: Stretch,
  vault: Pick<Vault, 'fingerprint'>,
): Promise<readonly LeftFault[]> {
  const { rows } = await reader.query<LeftText>(`${LEFT_TEXTS} where a.account_id > $1 and a.account_id <= $2`, [above, through])
  const changed = rows
    .filter((row) => !isSealedRight(vault, row))
    .map(({ account_id: id, month }) => ({ account_id: String(id), month, fault: 'what is kept of it is not as it was sealed' }))
  const beside = await reader.query<{ account_id: bigint; month: string }>(BESIDE, [above, through])
  return [
    ...changed,
    ...beside.rows.map(({ account_id: id, month }) => ({ account_id: String(id), month, fault: 'something is kept of it without a seal' })),
  ]
}

const BESIDE = `
  select distinct account_id, month from (
    select account_id, month from archived_holdings union all select account_id, month from archived_lines) kept
  where account_id > $1 and account_id <= $2
    and not exists (select from archived_accounts a where a.account_id = kept.account_id and a.month = kept.month)`
