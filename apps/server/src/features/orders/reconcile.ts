import { type Order, isWorking } from '@rueda/rules/orders/order.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import { ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { CommandsRequest } from '../../roles/accounts-messages.ts'
import { commandKind } from '../../write-path/commands.ts'
import type { RunTogether } from '../../write-path/write-path.ts'
import { ordersWithPositions } from './reads.ts'
import { venueOrderOf } from './venue-order.ts'

type LookArguments = Readonly<{ orderId: string }>

export const lookingAtOrder = commandKind({
  name: 'orders.look',
  reads: ({ orderId }: LookArguments) => ({ records: ordersWithPositions([orderId]) }),
  decide: (_, { orderId }, state) => ok({ outcome: { entries: [] }, data: orderKind.of(state).get(orderId) ?? null }),
})

/** The same, asked of the process that writes the account: it brings the market in line with the order as well (`aroundOrders`). */
export const reconcilingOrder = commandKind({ ...lookingAtOrder, name: 'orders.reconcile' })

/**
 * Carries out what the core asks of the process that writes an account. An order that is reconciled is pulled, read, and put back where it is open, all in
 * its turn: what two processes told the market of one order could come there in any order, and what one of them tells comes in its own.
 */
export function aroundOrders(
  { inTurn, venue }: Pick<App, 'inTurn' | 'venue'>,
  { kind, commands }: Pick<CommandsRequest, 'kind' | 'commands'>,
  run: () => Promise<RunTogether<unknown>>,
): Promise<RunTogether<unknown>> {
  const [command] = commands
  if (kind !== reconcilingOrder.name || command === undefined) return run()
  const { accountId, arguments: given } = command
  const { orderId } = given as LookArguments
  return inTurn([orderId], async () => {
    await venue.cancel({ orderId, accountId })
    const ran = await run()
    const [looked] = ran.results
    const order = looked?.ok === true ? (looked.value as Order | null) : null
    if (order !== null && isWorking(order)) venue.submit([venueOrderOf(order)])
    return ran
  })
}
