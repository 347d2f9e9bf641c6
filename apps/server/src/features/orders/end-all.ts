import { endOrder } from '@rueda/rules/orders/end.ts'
import { type EndReason, openStatuses } from '@rueda/rules/orders/order.ts'
import { ok } from '@rueda/rules/result.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { inSets, taken } from '../../in-sets.ts'
import { valueDateOf } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { ordersWithPositions } from './reads.ts'
import { type Parts, takeOff } from './resubmit.ts'

type Running = Parts & Pick<App, 'pool'>
export type OpenOrder = Readonly<{ accountId: string; id: string; wallet: WalletType; instrumentId: string }>
type End = Readonly<{ reason: EndReason; tradeDate: CalendarDate }>
type Ending = End & Readonly<{ orderId: string; wallet: WalletType }>

export const endingOrder = commandKind({
  name: 'orders.end',
  reads: ({ orderId, wallet }: Ending) => ({ wallets: [wallet], records: ordersWithPositions([orderId]) }),
  decide: (_, ending, state, now) => {
    const ended = endOrder(state, ending, now)
    return ended.ok ? ok({ outcome: ended.value, data: true }) : ended
  },
})

/** Ends open orders that their customer did not cancel, in sets: removed from the venue before they end in the ledger. */
export const endAll = (app: Running, orders: readonly OpenOrder[], reason: EndReason): Promise<void> =>
  inSets(orders, (order) => endOne(app, order, { reason, tradeDate: valueDateOf(app.venue, order.instrumentId) }))

/** Ends one of them; an order that has ended meanwhile is no fault. */
export async function endOne(
  app: Parts,
  { accountId, id, wallet }: Pick<OpenOrder, 'accountId' | 'id' | 'wallet'>,
  end: End,
): Promise<void> {
  await app.inTurn([id], async () => {
    await app.venue.cancel({ orderId: id, accountId })
    taken(await app.commands.run(endingOrder, { accountId, idempotency: null, arguments: { orderId: id, wallet, ...end } }))
    await takeOff(app, accountId, id)
  })
}

/**
 * Ends orders of frozen accounts (`docs/rules/orders.md` D.2), but not those that close positions and were placed since then. Returns the
 * number of orders.
 */
export async function endOrdersOfFrozen(app: Running, accountId: string | null = null): Promise<number> {
  const { rows } = await app.pool.query<{ account_id: string; id: string; wallet: WalletType; instrument_id: string }>(OF_FROZEN, [
    openStatuses,
    accountId,
  ])
  const orders = rows.map((row) => ({ accountId: row.account_id, id: row.id, wallet: row.wallet, instrumentId: row.instrument_id }))
  await endAll(app, orders, 'SYSTEM')
  return orders.length
}

const OF_FROZEN = `
  select o.account_id::text, o.id::text, o.wallet, o.instrument_id
  from orders o join account_states state using (account_id)
  where state.frozen_at is not null and o.accepted_at <= state.frozen_at and o.status = any($1) and ($2::bigint is null or o.account_id = $2)
  order by o.accepted_at, o.id`
