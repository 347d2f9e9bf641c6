import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import type { VenueOrder } from '@rueda/exchange/venue.ts'
import type { Books } from '@rueda/rules/ledger/books.ts'
import { acceptOrder, type OrderAsk } from '@rueda/rules/orders/accept.ts'
import { type Order, hasLimit, remainingOf } from '@rueda/rules/orders/order.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { referenceNumber } from './numbers.ts'
import { presentResult } from './present.ts'
import { orderTerms } from './terms.ts'

export type Asked = Omit<OrderAsk, 'id' | 'number'>
export type Placing = Readonly<{
  caller: Caller
  idempotency: Idempotency
  instrumentId: string
  /** What is asked for, as the books stand when it is decided: only then is it known what there is to close. */
  ask: (books: Books) => Result<Asked>
  /** Closing is never blocked by identity state. */
  closing: boolean
}>

/**
 * Places an order: the rules decide on the write path, the commit makes it real, and the venue is told after it
 * (`submitAccepted`). What comes back is the order as accepted; its fills arrive by push.
 */
export function placeOrder(
  app: App,
  { caller, idempotency, instrumentId, ask, closing }: Placing,
): Promise<Result<DataOf<typeof orders.create>>> {
  // Where trading asks for identity, nobody has shown theirs before the identity check is part of the app.
  const identityMissing = !closing && app.settings.KYC_FOR_TRADING
  const id = app.ids.next()
  return app.writePath.run({
    accountId: caller.accountId,
    idempotency,
    reads: { wallets: ['STOCK'], instruments: [instrumentId] },
    decide: (books, now) => {
      const asked = ask(books)
      if (!asked.ok) return asked
      const terms = orderTerms(app.venue, asked.value, identityMissing, now)
      const accepted = acceptOrder(books, { ...asked.value, id, number: referenceNumber('S', terms.tradeDate, id) }, terms, now)
      if (!accepted.ok) return accepted
      const { order, outcome } = accepted.value
      return ok({ outcome, data: presentResult(app.venue, order) })
    },
  })
}

/** Tells the venue of the orders a batch accepted; registered once, so that no committed order is forgotten. */
export const submitAccepted = (app: Pick<App, 'venue' | 'writePath'>): void =>
  app.writePath.onCommitted(({ accepted }) => {
    if (accepted.length > 0) app.venue.submit(accepted.map(venueOrderOf))
  })

export const venueOrderOf = (order: Order): VenueOrder => ({
  orderId: order.id,
  accountId: order.accountId,
  instrumentId: order.instrumentId,
  side: order.side,
  type: hasLimit(order.type) ? 'limit' : 'market',
  worstPrice: order.worstPrice,
  quantity: remainingOf(order),
  timeInForce: order.timeInForce,
  acceptedAt: order.acceptedAt,
  lastTradeDate: order.lastTradeDate,
})
