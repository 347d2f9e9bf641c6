import { type Order, isWorking } from '@rueda/rules/orders/order.ts'
import type { Result } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { WritePathClosed } from '../../write-path/write-path.ts'
import { lookingAtOrder, reconcilingOrder } from './reconcile.ts'
import { venueOrderOf } from './venue-order.ts'

export type Parts = Pick<App, 'commands' | 'venue' | 'log' | 'inTurn'>

const AGAIN_AFTER_MS = 500
const MAX_TRIES = 600

/**
 * Returns the order after all of its customer's commands until now, of which the venue knows: read on the write path, where the venue is
 * notified after each commit.
 */
export const currentOrder = ({ commands }: Pick<App, 'commands'>, accountId: string, orderId: string): Promise<Result<Order | null>> =>
  commands.run(lookingAtOrder, { accountId, idempotency: null, arguments: { orderId } })

/**
 * Puts an order that is open in the database back into the venue's book. While the database is away, its state is unknown. Of an account that another
 * process writes, that process does it: it may be changing the same order, and what two tell the market would come in any order.
 */
export async function resubmit(app: Parts, accountId: string, orderId: string): Promise<void> {
  for (let tried = 1; tried <= MAX_TRIES; tried += 1) {
    try {
      const isHere = app.commands.isWrittenHere(accountId)
      const order = await (isHere ? currentOrder(app, accountId, orderId) : reconcile(app, accountId, orderId))
      if (order.ok) {
        if (isHere && order.value !== null && isWorking(order.value)) app.venue.submit([venueOrderOf(order.value)])
        return
      }
    } catch (error) {
      // A server that closes rebuilds the venue's book at its next start.
      if (error instanceof WritePathClosed) return
      app.log.error({ err: error, orderId }, 'an order that stays open could not be resubmitted, trying again')
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
}

const reconcile = ({ commands }: Pick<App, 'commands'>, accountId: string, orderId: string): Promise<Result<Order | null>> =>
  commands.run(reconcilingOrder, { accountId, idempotency: null, arguments: { orderId } })

/**
 * Takes an order that has ended off the venue once more: a market that began meanwhile may have read it as open, one so new that the market did not have
 * it has reached it by now, and another process that writes its account may have put it back.
 */
export const takeOff = (app: Parts, accountId: string, orderId: string): Promise<void> =>
  app.commands.isWrittenHere(accountId) ? app.venue.cancel({ orderId, accountId }) : resubmit(app, accountId, orderId)

/** Takes orders that may end off the venue first, so that they trade nothing twice; those that stay open go back. */
export const endingExits = <Value>(
  app: Parts,
  { caller, ends = [] }: Readonly<{ caller: Readonly<{ accountId: string }>; ends?: readonly string[] }>,
  act: () => Promise<Value>,
): Promise<Value> => (ends.length === 0 ? act() : app.inTurn(ends, () => withOrdersPulled(app, caller.accountId, ends, act)))

/**
 * Takes orders off the venue's book, runs an action on the account state, and resubmits what is still open. Nothing can be executed
 * meanwhile, and what was executed before is booked: the two sides agree when the orders come back. Called in the orders' turn.
 */
export async function withOrdersPulled<Value>(
  app: Parts,
  accountId: string,
  orderIds: readonly string[],
  act: () => Promise<Value>,
): Promise<Value> {
  const life = await app.venue.life()
  try {
    for (const orderId of orderIds) await app.venue.cancel({ orderId, accountId })
    return await act()
  } finally {
    // A market that began meanwhile may have read them before the action was committed; one that does not say is taken for such a one.
    if ((await app.venue.life().catch(() => null)) !== life) {
      await Promise.all(orderIds.map((orderId) => app.venue.cancel({ orderId, accountId }).catch(() => undefined)))
    }
    await Promise.all(orderIds.map((orderId) => resubmit(app, accountId, orderId)))
  }
}
