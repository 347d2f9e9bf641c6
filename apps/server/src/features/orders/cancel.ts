import type { OrderRow } from '@rueda/contract/orders.ts'
import { isCancelClosed } from '@rueda/rules/orders/cancel-window.ts'
import { endOrder } from '@rueda/rules/orders/end.ts'
import { isWorking } from '@rueda/rules/orders/order.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { WritePathClosed } from '../../write-path/write-path.ts'
import { presentOrder } from './present.ts'
import { putBack } from './put-back.ts'
import { ownOrder } from './store.ts'

type Cancelling = Readonly<{ caller: Caller; idempotency: Idempotency; orderId: string }>

/**
 * Ends what is still working of an order. The venue lets go first; every fill it proposed until then is on the write
 * path before the cancel is decided. Where the order stays open all the same, the venue gets it back.
 */
export async function cancelOrder(app: App, cancelling: Cancelling): Promise<Result<OrderRow>> {
  const { caller, orderId } = cancelling
  const order = await ownOrder(app.pool, caller.accountId, orderId)
  const wallet = order?.wallet ?? 'STOCK'
  if (order === null || !isWorking(order)) return endOnWritePath(app, cancelling, wallet)
  const market = app.venue.instruments.get(order.instrumentId)?.market
  if (market !== undefined && isCancelClosed(app.venue.session(market), app.clock.now()))
    return refuse('order.not_cancellable', { status: order.status })
  await app.venue.cancel(orderId)
  try {
    const ended = await endOnWritePath(app, cancelling, wallet)
    // An order so new that the venue had not been told of it when it was asked to let go, it has been told of by now.
    if (ended.ok) void app.venue.cancel(orderId).catch(() => undefined)
    else await putBack(app, caller.accountId, orderId)
    return ended
  } catch (error) {
    // A house that closes rebuilds the venue's book at its next start.
    if (!(error instanceof WritePathClosed)) void putBack(app, caller.accountId, orderId)
    throw error
  }
}

const endOnWritePath = (app: App, { caller, idempotency, orderId }: Cancelling, wallet: WalletType): Promise<Result<OrderRow>> =>
  app.writePath.run({
    accountId: caller.accountId,
    idempotency,
    reads: { wallets: [wallet], orders: [orderId] },
    decide: (books, now) => {
      const { tradeDate } = app.venue.session('US')
      const ended = endOrder(books, { orderId, reason: 'CANCELLED', currency: 'USD', tradeDate }, now)
      if (!ended.ok) return ended
      const [cancelled] = ended.value.orders ?? []
      if (cancelled === undefined) throw new Error('a cancelled order is part of its outcome')
      return ok({ outcome: ended.value, data: presentOrder(app.venue, cancelled) })
    },
  })
