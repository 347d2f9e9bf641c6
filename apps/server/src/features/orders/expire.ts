import { endOrder } from '@rueda/rules/orders/end.ts'
import { ok } from '@rueda/rules/result.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { overdueOrders } from './store.ts'

/**
 * The DAY_END job for orders the venue could not end because nobody ran it: what should have expired by the end of
 * a market's trade date expires now. Answers with how many did.
 */
export async function expireOverdue(
  app: Pick<App, 'pool' | 'writePath' | 'venue'>,
  market: MarketName,
  tradeDate: CalendarDate,
): Promise<number> {
  const overdue = await overdueOrders(app.pool, market, tradeDate)
  for (const order of overdue) {
    await app.venue.cancel(order.id)
    await app.writePath.run({
      accountId: order.accountId,
      idempotency: null,
      reads: { wallets: [order.wallet], orders: [order.id] },
      decide: (books, now) => {
        const ended = endOrder(books, { orderId: order.id, reason: 'EXPIRED', tradeDate }, now)
        return ended.ok ? ok({ outcome: ended.value, data: true }) : ended
      },
    })
  }
  return overdue.length
}
