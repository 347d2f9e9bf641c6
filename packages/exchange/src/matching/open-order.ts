import type { Instant } from '@rueda/rules/time.ts'
import type { BookOrder, BookOrderKind } from '../book/book.ts'
import type { Session, VenueOrder } from '../venue.ts'
import type { Units } from './units.ts'

/** An order between its acceptance and its end, with its numbers in units of the instrument. */
export type OpenOrder = {
  readonly order: VenueOrder
  readonly worstPrice: number
  remaining: number
  /** Whether its customer has been told that it works. */
  announced: boolean
}

/** Null for a quantity that is not a whole number of the instrument's order steps. */
export function openOrder(order: VenueOrder, units: Units): OpenOrder | null {
  const remaining = units.quantity(order.quantity)
  if (remaining <= 0 || units.scaledQuantity(remaining) !== order.quantity) return null
  return { order, worstPrice: units.worstPrice(order.side, order.worstPrice), remaining, announced: false }
}

export const bookOrderOf = ({ order, worstPrice, remaining }: OpenOrder): BookOrder => ({
  id: order.orderId,
  accountId: order.accountId,
  side: order.side,
  kind: kindOf(order),
  price: worstPrice,
  quantity: remaining,
})

/** A market order comes as an immediate-or-cancel order at its collar. */
function kindOf({ type, timeInForce }: VenueOrder): BookOrderKind {
  if (timeInForce === 'FOK') return 'fok'
  return type === 'market' || timeInForce === 'IOC' ? 'ioc' : 'limit'
}

export const rests = (order: VenueOrder): boolean => kindOf(order) === 'limit'

/** An order is over when its last trade date is, be it by the close or by the next date's begin. */
export const isExpired = ({ lastTradeDate }: VenueOrder, session: Session, now: Instant): boolean =>
  lastTradeDate < session.tradeDate || (lastTradeDate === session.tradeDate && now >= session.closesAt)

export const byAcceptance = (a: OpenOrder, b: OpenOrder): number => a.order.acceptedAt - b.order.acceptedAt
