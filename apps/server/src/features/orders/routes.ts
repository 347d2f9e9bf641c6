import { marketOfListSource, openStatusWords, sideOfDirection, statusesOfCode, timeInForceOfCode, typeOfCode } from '@rueda/contract/codes.ts'
import { orders } from '@rueda/contract/orders.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { endOrder } from '@rueda/rules/orders/end.ts'
import { isWorking } from '@rueda/rules/orders/order.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { type Asked, placeOrder } from './place.ts'
import { presentOrder } from './present.ts'
import { previewOrder } from './preview.ts'
import { fillsOf, ordersOf, ownOrder } from './store.ts'

/** Orders: place, preview, cancel, list. The rules decide on the write path; these routes only translate. */
export const orderRoutes = (app: App): Registered =>
  routes(orders, {
    create: async ({ input, caller, idempotency }) => {
      const ask = readAsk(input)
      if (!ask.ok) return ask
      return placeOrder(app, { caller, idempotency, instrumentId: ask.value.instrumentId, ask: () => ask, closing: false })
    },

    preview: async ({ input, caller, language }) => {
      const ask = readAsk(input)
      return ask.ok ? previewOrder(app, caller, ask.value, language) : ask
    },

    cancel: async ({ input, caller, idempotency }) => {
      // The venue lets go first; every fill it proposed until then is on the write path before the cancel is decided.
      const order = await ownOrder(app.pool, caller.accountId, input.orderId)
      if (order !== null && isWorking(order)) await app.venue.cancel(order.id)
      return app.writePath.run({
        accountId: caller.accountId,
        idempotency,
        reads: { wallets: ['STOCK'], orders: [input.orderId] },
        decide: (books, now) => {
          const { tradeDate } = app.venue.session('US')
          const ended = endOrder(books, { orderId: input.orderId, reason: 'CANCELLED', currency: 'USD', tradeDate }, now)
          if (!ended.ok) return ended
          const [cancelled] = ended.value.orders ?? []
          if (cancelled === undefined) throw new Error('a cancelled order is part of its outcome')
          return ok({ outcome: ended.value, data: presentOrder(app.venue, cancelled) })
        },
      })
    },

    list: async ({ input, caller }) => {
      const statuses = input.working === 1 ? openStatusWords : input.status === undefined ? null : statusesOfCode(input.status)
      const filter = { market: marketOfListSource(input.source), statuses, id: input.orderId ?? null, ...sliceOf(input) }
      const { found, total, fills } = await inSnapshot(app.pool, async (reader) => {
        const { orders: found, total } = await ordersOf(reader, caller.accountId, filter)
        const [only] = input.orderId === undefined ? [] : found
        return { found, total, fills: only === undefined ? undefined : await fillsOf(reader, caller.accountId, only.id) }
      })
      return ok(pageOf(found.map((order) => presentOrder(app.venue, order, fills)), total, input))
    },
  })

/** The wire's codes and decimals as the rules' words and integers. */
export function readAsk(input: HandlerRequest<typeof orders.create>['input']): Result<Asked> {
  const quantity = parseScaled(input.quantity)
  const limitPrice = input.price === undefined ? null : parseScaled(input.price)
  if (quantity === null) return refuse('parameter.invalid', { field: 'quantity' })
  if (input.price !== undefined && limitPrice === null) return refuse('parameter.invalid', { field: 'price' })
  const type = typeOfCode[input.orderType]
  return ok({
    instrumentId: `${input.market}:${input.stockCode}`,
    wallet: 'STOCK',
    side: sideOfDirection[input.direction],
    type,
    timeInForce: timeInForceOfCode[input.tif],
    // A price that came with a market order is not the customer's to set (`reliability.md` H04).
    limitPrice: type === 'limit' ? limitPrice : null,
    quantity,
  })
}
