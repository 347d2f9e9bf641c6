import type { Instant } from '@rueda/rules/time.ts'
import type { BookOrder, BookOrderKind } from '../book/book.ts'
import type { Session, VenueOrder } from '../venue.ts'
import type { Units } from './units.ts'

/** An order between its acceptance and its end, with its numbers in units of the instrument. */
export type OpenOrder = {
  readonly order: VenueOrder
  /** A held order's is known once it is triggered; a limit beyond the day's band works at the band's edge. */
  worstPrice: number
  remaining: number
  /** The part of its last unit that is not the order's, in units of 10^-8: of 0.54 shares it is 0.46. */
  short: bigint
  /** True once its customer has been notified that it works. */
  announced: boolean
  /** True until a trade reaches its stop. */
  held: boolean
  /** The newest growth that `remaining` contains. */
  knownTo: number
}

/** Null for a quantity that is not a whole number of the instrument's order steps. */
export function openOrder(order: VenueOrder, units: Units): OpenOrder | null {
  const remaining = units.quantity(order.quantity)
  if (remaining <= 0 || units.scaledQuantity(remaining) !== order.quantity) return null
  return opened(order, units, remaining, 0n)
}

/** An order with a part of a unit, counted in the units it has begun; null for less than nothing. */
export function openFraction(order: VenueOrder, units: Units): OpenOrder | null {
  if (order.quantity <= 0n) return null
  const whole = units.quantity(order.quantity)
  const begun = units.scaledQuantity(whole) === order.quantity ? whole : whole + 1
  return opened(order, units, begun, units.scaledQuantity(begun) - order.quantity)
}

const opened = (order: VenueOrder, units: Units, remaining: number, short: bigint): OpenOrder => ({
  order,
  worstPrice: units.worstPrice(order.side, order.worstPrice),
  remaining,
  short,
  announced: order.announced === true,
  held: order.trigger !== null,
  knownTo: order.knownTo,
})

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

/**
 * An order is over when its last trade date is: by the end of the last session it may trade in, or by the next date's
 * begin. One for extended hours outlives the close: the trade date ends with them.
 */
export const isExpired = ({ lastTradeDate, timeInForce }: VenueOrder, session: Session, now: Instant): boolean =>
  lastTradeDate < session.tradeDate ||
  (timeInForce !== 'EXT' && lastTradeDate === session.tradeDate && now >= (session.dayOrdersEndAt ?? session.closesAt))

export const byAcceptance = (a: OpenOrder, b: OpenOrder): number => a.order.acceptedAt - b.order.acceptedAt

/** The order and the account that an event concerns. */
export const namesOf = ({ order: { orderId, accountId } }: OpenOrder) => ({ orderId, accountId })

/** An open order as the engine of the next day gets it; `best` is the best trade that a trailing one has seen. */
export function carried({ order, held, announced, ...open }: OpenOrder, units: Units, best: bigint | null): VenueOrder {
  const { trigger, type } = order
  const isReleased = trigger !== null && !held
  const isTrailing = held && trigger?.kind === 'trailing' && best !== null
  return {
    ...order,
    quantity: units.scaledQuantity(open.remaining) - open.short,
    knownTo: open.knownTo,
    ...(announced ? { announced: true } : {}),
    trigger: isTrailing ? { ...trigger, best } : held ? trigger : null,
    worstPrice: isReleased && type !== 'limit' ? units.scaledPrice(open.worstPrice) : order.worstPrice,
  }
}
