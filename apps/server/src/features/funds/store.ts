import type { FundId } from '@rueda/rules/funds/fund.ts'
import type { FundOrder, FundOrderStatus } from '@rueda/rules/funds/fund-order.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { type Listed, mapListed, readPage } from '../../db/read-page.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type FundOrderRecord, readFundOrder } from './records.ts'

/** The customer's own subscription; somebody else's reads as a missing one. */
export async function ownFundOrder(reader: Reader, accountId: string, id: string): Promise<FundOrder | null> {
  const { rows } = await reader.query<FundOrderRecord>('select * from fund_orders where account_id = $1 and id = $2', [accountId, id])
  return rows[0] === undefined ? null : readFundOrder(rows[0])
}

export type FundOrderFilter = Readonly<{
  id: string | null
  fundIds: readonly FundId[]
  statuses: readonly FundOrderStatus[]
  limit: number
  offset: number
}>

export async function fundOrdersOf(
  reader: Reader,
  accountId: string,
  { id, fundIds, statuses, limit, offset }: FundOrderFilter,
): Promise<Listed<FundOrder>> {
  const where = 'account_id = $1 and ($2::uuid is null or id = $2) and fund_id = any ($3) and status = any ($4)'
  const values = [accountId, id, fundIds, statuses]
  const page = { table: 'fund_orders', where, values, order: 'started_at desc, id desc', limit, offset }
  return mapListed(await readPage<FundOrderRecord>(reader, page), readFundOrder)
}

/** Every subscription of the customer that was bought or waits to be, for what funds hold and have brought. */
export async function pastAndWaitingOf(reader: Reader, accountId: string): Promise<readonly FundOrder[]> {
  const { rows } = await reader.query<FundOrderRecord>(
    `select * from fund_orders where account_id = $1 and status not in ('cancelled', 'rejected')`,
    [accountId],
  )
  return rows.map(readFundOrder)
}

/** The date up to which a fund was struck. */
export type StruckThrough = Readonly<{ fundId: FundId; through: CalendarDate }>

/** Orders whose strike is there, in the order in which they were asked for. */
export async function dueOrders(
  reader: Reader,
  struck: readonly StruckThrough[],
  most: number,
): Promise<readonly (FundOrder & Readonly<{ dueOn: CalendarDate }>)[]> {
  const { rows } = await reader.query<FundOrderRecord & Readonly<{ due_on: CalendarDate }>>(
    `select o.* from fund_orders o join unnest($1::text[], $2::date[]) as struck (fund_id, through) using (fund_id)
     where o.due_on <= struck.through order by o.due_on, o.started_at, o.id limit $3`,
    [struck.map(({ fundId }) => fundId), struck.map(({ through }) => through), most],
  )
  return rows.map((row) => ({ ...readFundOrder(row), dueOn: row.due_on }))
}

/** Redemptions to be paid by a date. */
export async function payingOrders(reader: Reader, through: CalendarDate, most: number): Promise<readonly FundOrder[]> {
  const { rows } = await reader.query<FundOrderRecord>('select * from fund_orders where pays_on <= $1 order by pays_on, id limit $2', [
    through,
    most,
  ])
  return rows.map(readFundOrder)
}

/** All units of a fund, and the amounts that wait to become some. */
export async function takenIn(reader: Reader, fundIds: readonly FundId[]): Promise<ReadonlyMap<FundId, Taken>> {
  const { rows } = await reader.query<Taken & Readonly<{ fund_id: FundId }>>(
    `select fund_id, sum(units)::bigint as units, coalesce(sum(amount) filter (where status = 'confirming'), 0)::bigint as waiting
     from fund_orders where fund_id = any ($1) and status in ('confirming', 'holding', 'redeeming') group by fund_id`,
    [fundIds],
  )
  return new Map(rows.map(({ fund_id: fundId, units, waiting }) => [fundId, { units, waiting }]))
}
type Taken = Readonly<{ units: bigint; waiting: bigint }>
