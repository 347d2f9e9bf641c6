import { type FundId, funds } from '@rueda/rules/funds/fund.ts'
import { valueOfUnits } from '@rueda/rules/funds/fund-order.ts'
import type { App } from '../../app.ts'
import { takenIn } from './store.ts'

/**
 * What funds can still take, in minor units of their currencies: the capacity less what all units are worth and, where they are asked for,
 * the amounts that wait for their strike. Never below zero.
 */
export async function capacityLeft(
  { pool, navs }: Pick<App, 'pool' | 'navs'>,
  fundIds: readonly FundId[],
  beside: 'held' | 'waiting',
): Promise<(fundId: FundId) => bigint> {
  const taken = await takenIn(pool, fundIds)
  return (fundId) => {
    const { units, waiting } = taken.get(fundId) ?? { units: 0n, waiting: 0n }
    const worth = valueOfUnits(fundId, units, navs.latest(fundId)?.nav ?? 0n)
    const room = funds[fundId].capacity - worth - (beside === 'waiting' ? waiting : 0n)
    return room > 0n ? room : 0n
  }
}
