import type { FundOrder } from '@rueda/rules/funds/fund-order.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type FundOrderRecord, readFundOrder } from './records.ts'

/** Everything the customer holds units of or waits for. */
export async function openFundOrdersOf(reader: Reader, accountId: string): Promise<readonly FundOrder[]> {
  const { rows } = await reader.query<FundOrderRecord>(
    `select * from fund_orders where account_id = $1 and status in ('confirming', 'holding', 'redeeming')`,
    [accountId],
  )
  return rows.map(readFundOrder)
}
