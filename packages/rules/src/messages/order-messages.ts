import { formatScaled } from '../decimal.ts'
import { chargedTotal } from '../fees/schedule.ts'
import { type EndReason, type Order, averagePriceOf, isWorking } from '../orders/order.ts'
import { walletCurrencies } from '../wallets/wallet.ts'
import { type MessageDraft, moneyFact } from './message.ts'

/** One message for every order that ends with a change, however many fills it had; `before` is the order as it was. */
export const messagesOfChange = (order: Order, before: Order | undefined): readonly MessageDraft[] =>
  hasEnded(order, before) ? [endOf(order) ?? []].flat() : []

const hasEnded = (order: Order, before: Order | undefined): boolean => !isWorking(order) && (before === undefined || isWorking(before))

/** Ends that the customer caused, or reads about in the message of the other order. */
const ownDoing: ReadonlySet<EndReason> = new Set(['CANCELLED', 'POSITION_CLOSED', 'SIBLING_FILLED'])

/** Null when nothing happened beyond the customer's own request: an own cancel of an order without fills. */
function endOf(order: Order): MessageDraft | null {
  const { id, instrumentId: instrument, side, endReason } = order
  const link = `order:${id}` as const
  const average = averagePriceOf(order)
  if (average === null) {
    const ended = { instrument, quantity: formatScaled(order.quantity), reason: endReason ?? 'SYSTEM' }
    return endReason !== null && ownDoing.has(endReason) ? null : { template: 'order.ended', facts: ended, link }
  }
  const filled = {
    instrument,
    quantity: formatScaled(order.filledQuantity),
    price: formatScaled(average),
    charges: moneyFact(chargedTotal(order.charged), walletCurrencies[order.wallet]),
  }
  if (order.status === 'filled') return { template: side === 'buy' ? 'order.bought' : 'order.sold', facts: filled, link }
  const part = { ...filled, ordered: formatScaled(order.quantity), reason: endReason ?? 'SYSTEM' }
  return { template: side === 'buy' ? 'order.boughtPart' : 'order.soldPart', facts: part, link }
}
