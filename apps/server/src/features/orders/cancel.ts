import type { OrderRow } from '@rueda/contract/orders.ts'
import { type Outcome, foresee } from '@rueda/rules/ledger/account-state.ts'
import { compose } from '@rueda/rules/ledger/compose.ts'
import { isCancelClosed } from '@rueda/rules/orders/cancel-window.ts'
import { endOrder } from '@rueda/rules/orders/end.ts'
import { type Order, isWorking } from '@rueda/rules/orders/order.ts'
import { wholeOf } from '@rueda/rules/orders/split-lots.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { valueDateOf } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { WritePathClosed } from '../../write-path/write-path.ts'
import { presentOrder } from './present.ts'
import { resubmit, takeOff } from './resubmit.ts'
import { ordersOfRequest } from './store.ts'
import { ordersWithPositions } from './reads.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'

type Cancelling = Readonly<{ caller: Caller; idempotency: Idempotency; orderId: string }>

/**
 * Ends the open part of an order, or of the two that one request was split into. The venue removes them first; every fill it sent until
 * then is on the write path before the cancel is decided. An order that stays open all the same goes back to the venue.
 */
export async function cancelOrder(app: App, cancelling: Cancelling): Promise<Result<OrderRow>> {
  const { caller, orderId } = cancelling
  const known = await ordersOfRequest(app.pool, caller.accountId, orderId)
  const concerned = known.flatMap(({ id, siblingId }) => (siblingId === null ? [id] : [id, siblingId]))
  return app.inTurn([...new Set(concerned)], async ({ hasWaited }) =>
    // Who acted before on one of them may have changed it.
    cancelInTurn(app, cancelling, hasWaited ? await ordersOfRequest(app.pool, caller.accountId, orderId) : known),
  )
}

async function cancelInTurn(app: App, cancelling: Cancelling, asked: readonly Order[]): Promise<Result<OrderRow>> {
  const { accountId } = cancelling.caller
  const working = asked.filter(isWorking)
  if (working.length === 0) return endOnWritePath(app, cancelling, asked)
  const closed = working.find((order) => isClosedTo(app, order))
  if (closed !== undefined) return refuse('order.not_cancellable', { status: closed.status })
  try {
    for (const { id } of working) await app.venue.cancel({ orderId: id, accountId })
    const ended = await endOnWritePath(app, cancelling, asked)
    for (const { id } of working) {
      if (ended.ok) void takeOff(app, accountId, id).catch(() => undefined)
      else await resubmit(app, accountId, id)
    }
    return ended
  } catch (error) {
    // A server that closes rebuilds the venue's book at its next start.
    if (!(error instanceof WritePathClosed)) for (const { id } of working) await resubmit(app, accountId, id)
    throw error
  }
}

function isClosedTo({ venue, clock }: App, { instrumentId }: Order): boolean {
  const market = venue.instruments.get(instrumentId)?.market
  return market !== undefined && isCancelClosed(venue.session(market), clock.now())
}

type Asked = Readonly<{ orderId: string; orderIds: readonly string[]; wallets: readonly WalletType[] }>

/** Nothing left to cancel: the first order gives the reason. */
export const cancellingOrder = commandKind({
  name: 'orders.cancel',
  goesFirst: true,
  reads: ({ orderIds, wallets }: Asked) => ({ wallets, records: ordersWithPositions(orderIds) }),
  decide: ({ venue }: Pick<App, 'venue'>, { orderId, orderIds }, before, now) => {
    let state = before
    let outcome: Outcome = { entries: [] }
    const known = orderIds.flatMap((id) => orderKind.of(before).get(id) ?? [])
    const open = known.filter(isWorking)
    for (const id of open.length === 0 ? [known[0]?.id ?? orderId] : open.map((order) => order.id)) {
      const tradeDate = valueDateOf(venue, orderKind.of(state).get(id)?.instrumentId)
      const ended = endOrder(state, { orderId: id, reason: 'CANCELLED', tradeDate }, now)
      if (!ended.ok) return ended
      state = foresee(state, ended.value)
      outcome = compose(outcome, ended.value)
    }
    const whole = wholeOf(
      known.map(({ id, ...order }) => orderKind.of(state).get(id) ?? { id, ...order }),
      orderId,
    )
    return ok({ outcome, data: presentOrder(venue, whole) })
  },
})

const endOnWritePath = (
  { commands }: App,
  { caller, idempotency, orderId }: Cancelling,
  asked: readonly Order[],
): Promise<Result<OrderRow>> =>
  commands.run(cancellingOrder, {
    accountId: caller.accountId,
    idempotency,
    arguments: {
      orderId,
      orderIds: asked.length === 0 ? [orderId] : asked.map(({ id }) => id),
      wallets: [...new Set(asked.map(({ wallet }) => wallet))],
    },
  })
