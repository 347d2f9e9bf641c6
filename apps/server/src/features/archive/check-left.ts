import type { UtcMonth } from '@rueda/rules/months.ts'
import type { Queries } from '../../db/snapshot.ts'
import type { Vault } from '../../vault/vault.ts'
import { DAYS_TEXTS, type DaysText, LEFT_TEXTS, type LeftText, isDaySealRight, isSealedRight } from './seal-left.ts'
import { MONTH_HAS_LEFT } from './what-left.ts'

type Stretch = Readonly<{ above: bigint; through: bigint }>
export type DaysFault = Readonly<{ month: UtcMonth; fault: string }>
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

/** What is kept of the brokerage's days is as it was sealed with the month that it left with, and whatever is kept is of a month that has left. */
export async function daysFaults(reader: Queries, vault: Pick<Vault, 'fingerprint'>): Promise<readonly DaysFault[]> {
  const { rows } = await reader.query<DaysText>(`${DAYS_TEXTS} where ${MONTH_HAS_LEFT} order by m.month`)
  const beside = await reader.query<{ month: UtcMonth }>(NOT_MARKED)
  return [
    ...rows
      .filter((row) => !isDaySealRight(vault, row))
      .map(({ month }) => ({ month, fault: 'what is kept of its days is not as it was sealed' })),
    ...beside.rows.map(({ month }) => ({ month, fault: 'something is kept in place of its rows, and it is not marked as left' })),
  ]
}

const NOT_MARKED = `
  select month from (select month from archived_house_days union select month from archived_accounts) kept
  where not exists (select from archive_months m where m.month = kept.month and ${MONTH_HAS_LEFT}) order by 1`

const BESIDE = `
  select distinct account_id, month from (
    select account_id, month from archived_holdings union all select account_id, month from archived_lines) kept
  where account_id > $1 and account_id <= $2
    and not exists (select from archived_accounts a where a.account_id = kept.account_id and a.month = kept.month)`
