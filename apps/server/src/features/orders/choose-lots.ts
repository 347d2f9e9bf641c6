import type { OrderRow } from '@rueda/contract/orders.ts'
import { chooseLots } from '@rueda/rules/orders/choose-lots.ts'
import type { LotChoice } from '@rueda/rules/positions/lots.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { commandKind } from '../../write-path/commands.ts'
import { type AskedLots, checkChosen, choiceOf } from '../positions/lot-choice.ts'
import { presentOrder } from './present.ts'
import { ordersById } from './records.ts'
import { ordersOfRequest } from './store.ts'

type Choosing = Readonly<{ caller: Caller; idempotency: Idempotency; orderId: string; asked: AskedLots }>

/** Chooses the lots of an order, and of the other part that one request may be. */
export async function chooseLotsOf(app: App, { caller: { accountId }, idempotency, orderId, asked }: Choosing): Promise<Result<OrderRow>> {
  const known = await ordersOfRequest(app.pool, accountId, orderId)
  const [first] = known
  if (first === undefined) return refuse('object.not_found', { field: 'orderId' })
  const choice = await choiceOf(app.pool, accountId, asked)
  if (!choice.ok) return choice
  const quantity = known.reduce((sum, order) => sum + order.quantity, 0n)
  const wrong = await checkChosen(app, accountId, choice.value, { instrumentId: first.instrumentId, quantity })
  if (wrong !== null) return wrong
  const orderIds = known.map(({ id }) => id)
  return app.commands.run(choosingLots, { accountId, idempotency, arguments: { orderIds, choice: choice.value } })
}

type Chosen = Readonly<{ orderIds: readonly string[]; choice: LotChoice | null }>

export const choosingLots = commandKind({
  name: 'positions.chooseLots',
  reads: ({ orderIds }: Chosen) => ({ wallets: [], records: [ordersById(orderIds)] }),
  decide: ({ venue }: Pick<App, 'venue'>, { orderIds, choice }, state, now) => {
    const chosen = chooseLots(state, { orderIds, choice }, now)
    return chosen.ok ? ok({ outcome: chosen.value.outcome, data: presentOrder(venue, chosen.value.order) }) : chosen
  },
})
