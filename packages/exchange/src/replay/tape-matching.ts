import { least } from '@rueda/rules/decimal.ts'
import { isFraction } from '@rueda/rules/fractions/fraction.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { EventLog } from '../matching/event-log.ts'
import { HeldOrders } from '../matching/held-orders.ts'
import { isExpired } from '../matching/open-order.ts'
import type { Removals } from '../matching/removals.ts'
import type { QuantityIncrease, Quote, Session, VenueOrder } from '../venue.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { EndReason } from '@rueda/rules/orders/order.ts'
import { worstAfterTrigger } from '@rueda/rules/orders/stops.ts'
import type { QuoteRow, TradeRow } from './lean-rows.ts'

/**
 * Orders of one instrument against the tape: each minute they are filled at its opening bid or ask, up to the size
 * recorded there and never better; what is left rests for the next minute. Customers do not trade with each other here,
 * since the tape is the only price there is.
 */
type Resting = {
  readonly order: VenueOrder
  worstPrice: bigint
  remaining: bigint
  announced: boolean
  held: boolean
  knownTo: number
}
type Opening = { readonly price: bigint; left: bigint }
type Openings = Readonly<Record<'bid' | 'ask', Opening | null>>

export class TapeMatching {
  readonly instrument: Instrument
  /** While staff have halted it, orders rest. */
  halted = false
  readonly #events: EventLog
  readonly #removals: Removals
  readonly #resting = new Map<string, Resting>()
  readonly #held: HeldOrders<Resting>
  #minute: Instant = Number.NEGATIVE_INFINITY
  #readRow: () => QuoteRow | null = () => null
  #openings: Openings | null = null

  constructor(instrument: Instrument, events: EventLog, removals: Removals) {
    this.instrument = instrument
    this.#events = events
    this.#held = new HeldOrders(instrument)
    this.#removals = removals
  }

  get hasOrders(): boolean {
    return this.#resting.size > 0
  }

  has(orderId: string): boolean {
    return this.#resting.has(orderId)
  }

  /** Takes an order; while the market is closed it waits. */
  submit(order: VenueOrder, now: Instant, session: Session): void {
    if (this.#resting.has(order.orderId)) return
    const resting = restingOf(order, false)
    this.#resting.set(order.orderId, resting)
    if (order.quantity <= 0n || (order.quantity % this.instrument.step !== 0n && !isFraction(this.instrument, order.quantity)))
      return this.#end(resting, 'SYSTEM', now)
    if (isExpired(order, session, now)) return this.#end(resting, 'EXPIRED', now)
    if (this.#removals.takes(order, session)) return this.#end(resting, 'SYSTEM', now)
    if (resting.held) this.#held.add(resting)
    else if (session.matching && !this.halted) this.#arrive(resting, now, session)
  }

  /** Takes off what the customer gives up. */
  reduce(orderId: string, by: bigint): void {
    const resting = this.#resting.get(orderId)
    if (resting !== undefined) this.#reduce(resting, by)
  }

  /** More of the same shares. */
  grow({ orderId, by, sequence }: QuantityIncrease): void {
    const resting = this.#resting.get(orderId)
    if (resting === undefined || sequence <= resting.knownTo) return
    resting.knownTo = sequence
    resting.remaining += by
  }

  /** An order that was resting rests again until the next minute. */
  restore(order: VenueOrder, now: Instant, session: Session): void {
    if (this.#resting.has(order.orderId)) return
    const resting = restingOf(order, session.matching)
    this.#resting.set(order.orderId, resting)
    this.#endOver(resting, session, now)
    if (resting.held && this.#resting.has(order.orderId)) this.#held.add(resting)
  }

  cancel(orderId: string, now: Instant): void {
    const resting = this.#resting.get(orderId)
    if (resting !== undefined) this.#end(resting, 'CANCELLED', now)
  }

  /** Takes orders off where news of the instrument ends them. */
  look(quote: Quote | null, session: Session, now: Instant): void {
    if (this.#removals.look(quote, now)) this.expire(session, now)
  }

  expire(session: Session, now: Instant): void {
    for (const resting of [...this.#resting.values()]) this.#endOver(resting, session, now)
  }

  #endOver(resting: Resting, session: Session, now: Instant): void {
    if (isExpired(resting.order, session, now)) this.#end(resting, 'EXPIRED', now)
    else if (this.#removals.takes(resting.order, session)) this.#end(resting, 'SYSTEM', now)
  }

  /** A minute begins; its row is read when an order needs it, and is null where nobody quoted in that minute. */
  openMinute(minute: Instant, readRow: () => QuoteRow | null): void {
    if (minute === this.#minute) return
    this.#minute = minute
    this.#readRow = readRow
    this.#openings = null
  }

  /**
   * Triggers held orders by the trades of the minute that is over: its open, then its extremes in the order in which
   * a minute that rose or fell has most likely seen them, then its close.
   */
  release({ open, high, low, close }: TradeRow, now: Instant): void {
    if (this.#held.size === 0) return
    for (const price of close >= open ? [open, low, high, close] : [open, high, low, close]) {
      for (const resting of this.#held.onTrade(price)) this.#release(resting, price, now)
    }
    this.#held.tell(now, ({ order: { orderId, accountId } }, price) =>
      this.#events.add({ kind: 'trailed', orderId, accountId, price, at: now }),
    )
  }

  #release(resting: Resting, price: bigint, at: Instant): void {
    const { orderId, accountId, side, type, worstPrice } = resting.order
    this.#events.add({ kind: 'triggered', orderId, accountId, price, at })
    resting.announced = true
    if (type === 'market') resting.worstPrice = worstAfterTrigger(this.instrument, side, worstPrice, price)
  }

  /** Matches everything that rests with the minute's opening, best price first and in time order. */
  matchAll(now: Instant, session: Session): void {
    for (const resting of [...this.#resting.values()].filter(({ held }) => !held).toSorted(byPriority)) {
      // The other order for the same shares may have taken everything in this very minute.
      if (!this.#resting.has(resting.order.orderId)) continue
      if (resting.announced) this.#match(resting, now, session)
      else this.#arrive(resting, now, session)
    }
  }

  #arrive(resting: Resting, now: Instant, session: Session): void {
    const { orderId, accountId, timeInForce } = resting.order
    if (!resting.announced) this.#events.add({ kind: 'working', orderId, accountId, at: now })
    resting.announced = true
    if (timeInForce === 'FOK' && this.#available(resting) < resting.remaining) return this.#end(resting, 'NO_LIQUIDITY', now)
    this.#match(resting, now, session)
    const isImmediate = timeInForce === 'IOC' || timeInForce === 'FOK'
    if (isImmediate && this.#resting.has(orderId)) this.#end(resting, 'NO_LIQUIDITY', now)
  }

  #match(resting: Resting, now: Instant, session: Session): void {
    const opening = this.#opening(resting.order.side)
    if (opening === null) return
    // A market order that the tape has left behind never fills at a worse price than its collar.
    if (!reaches(resting, opening.price)) return resting.order.type === 'market' ? this.#end(resting, 'NO_LIQUIDITY', now) : undefined
    const quantity = this.#available(resting)
    if (quantity === 0n) return
    opening.left -= quantity
    resting.remaining -= quantity
    const { orderId, accountId, instrumentId, side } = resting.order
    const wasResting = resting.order.acceptedAt < this.#minute
    const { tradeDate } = session
    this.#events.add({
      kind: 'execution',
      orderId,
      accountId,
      instrumentId,
      side,
      quantity,
      price: opening.price,
      resting: wasResting,
      match: null,
      market: { phase: this.halted ? 'HALT' : session.phase, fixedPrice: false, low: null, high: null },
      tradeDate,
      at: now,
    })
    if (resting.remaining === 0n) this.#resting.delete(orderId)
    const { siblingId } = resting.order
    const sibling = siblingId === null ? undefined : this.#resting.get(siblingId)
    if (sibling !== undefined) this.#reduce(sibling, quantity)
  }

  /** Takes a quantity off an order; with nothing left it is gone without an event. */
  #reduce(resting: Resting, quantity: bigint): void {
    resting.remaining -= quantity
    if (resting.remaining > 0n) return
    this.#resting.delete(resting.order.orderId)
    this.#held.remove(resting.order.orderId)
  }

  /** A buyer's or a seller's opening in this minute; null where nobody quoted. */
  #opening(side: Side): Opening | null {
    if (this.#openings === null) {
      const row = this.#readRow()
      this.#openings = { bid: openingOf(row?.bid ?? null), ask: openingOf(row?.ask ?? null) }
    }
    return side === 'buy' ? this.#openings.ask : this.#openings.bid
  }

  #available(resting: Resting): bigint {
    const opening = this.#opening(resting.order.side)
    if (opening === null || !reaches(resting, opening.price)) return 0n
    const offered = least(resting.remaining, opening.left)
    // Only the last part of an order can be less than a share.
    return offered === resting.remaining ? offered : offered - (offered % this.instrument.step)
  }

  #end(resting: Resting, reason: EndReason, at: Instant): void {
    const { orderId, accountId } = resting.order
    this.#resting.delete(orderId)
    this.#held.remove(orderId)
    this.#events.add({ kind: 'ended', orderId, accountId, reason, at })
  }
}

const openingOf = (side: QuoteRow['bid']): Opening | null => (side === null ? null : { price: side.open, left: side.size })
const restingOf = (order: VenueOrder, announced: boolean): Resting => ({
  order,
  worstPrice: order.worstPrice,
  remaining: order.quantity,
  announced,
  held: order.trigger !== null,
  knownTo: order.knownTo,
})
const reaches = ({ order, worstPrice }: Resting, price: bigint): boolean =>
  order.side === 'buy' ? price <= worstPrice : price >= worstPrice

/** Market orders first, then the better price, then the earlier order. Sides do not compete. */
function byPriority(a: Resting, b: Resting): number {
  const market = Number(b.order.type === 'market') - Number(a.order.type === 'market')
  if (market !== 0) return market
  const byTime = a.order.acceptedAt - b.order.acceptedAt
  if (a.order.side !== b.order.side || a.worstPrice === b.worstPrice) return byTime
  return a.worstPrice > b.worstPrice === (a.order.side === 'buy') ? -1 : 1
}
