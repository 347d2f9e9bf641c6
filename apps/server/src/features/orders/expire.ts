import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { inSets } from '../../in-sets.ts'
import { endOne } from './end-all.ts'
import { overdueOrders } from './store.ts'

/**
 * The DAY_END job for orders the venue could not end because it was not running: orders due to expire by the end of a market's trade date
 * expire now, in sets. Returns the number of them.
 */
export async function expireOverdue(
  app: Pick<App, 'pool' | 'commands' | 'venue' | 'log' | 'inTurn'>,
  market: MarketName,
  tradeDate: CalendarDate,
): Promise<number> {
  const overdue = await overdueOrders(app.pool, market, tradeDate)
  await inSets(overdue, (order) => endOne(app, order, { reason: 'EXPIRED', tradeDate }))
  return overdue.length
}
