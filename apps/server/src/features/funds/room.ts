import { type FundId, funds } from '@rueda/rules/funds/fund.ts'
import { valueOfUnits } from '@rueda/rules/funds/fund-order.ts'
import type { App } from '../../app.ts'
import { takenIn } from './store.ts'

/**
 * What a fund can still take, in minor units of its currency: its capacity less what all units are worth and, where they are asked for, the
 * amounts that wait for their strike. Never below zero.
 */
export async function roomIn(
  { pool, funds: book }: Pick<App, 'pool' | 'funds'>,
  fundId: FundId,
  beside: 'held' | 'waiting',
): Promise<bigint> {
  const { units, waiting } = await takenIn(pool, fundId)
  const worth = valueOfUnits(fundId, units, book.latest(fundId)?.nav ?? 0n)
  const room = funds[fundId].capacity - worth - (beside === 'waiting' ? waiting : 0n)
  return room > 0n ? room : 0n
}
