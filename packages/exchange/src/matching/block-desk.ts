import { type BlockFacts, NEGOTIATION_MS, blockPrice, reaches } from '@rueda/rules/blocks/price.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { EndReason } from '@rueda/rules/orders/order.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Quote, Session, Trade, VenueOrder } from '../venue.ts'
import type { EventLog } from './event-log.ts'
import { marketStateOf } from './market-state.ts'

/** What the desk knows of the market at a moment. */
type Seen = Readonly<{
  instrument: (id: string) => Instrument | undefined
  quote: (id: string) => Quote | null
  facts: (id: string) => BlockFacts | null
  session: (instrument: Instrument) => Session
}>

/** The list of trades shows this many blocks of an instrument at most. */
const MAX_PRINTS = 50

/**
 * The block desk (`docs/rules/block-trades.md` E.4): it is the other side of every block, executes it whole or not at all, and hedges
 * outside. Blocks are printed in the list of trades and nowhere else: they move no quote, no volume, no bar, and trigger no stop.
 */
export class BlockDesk {
  readonly #events: EventLog
  readonly #seen: Seen
  readonly #negotiating = new Map<string, VenueOrder>()
  readonly #prints = new Map<string, Trade[]>()

  constructor(events: EventLog, seen: Seen) {
    this.#events = events
    this.#seen = seen
  }

  /** Executes at the firm price, or at the desk's own if that reaches the customer's; otherwise the order negotiates until its minute is over. */
  submit(order: VenueOrder, now: Instant): void {
    if (!this.#look(order, now)) this.#negotiating.set(order.orderId, order)
  }

  cancel(orderId: string): void {
    this.#negotiating.delete(orderId)
  }

  advance(now: Instant): void {
    for (const order of this.#negotiating.values()) this.#lookAgain(order, now)
  }

  /** The same for one instrument, of which something has changed. */
  lookAt(instrumentId: string, now: Instant): void {
    for (const order of this.#negotiating.values()) if (order.instrumentId === instrumentId) this.#lookAgain(order, now)
  }

  /** True while it looks at its orders at every step. */
  get isNegotiating(): boolean {
    return this.#negotiating.size > 0
  }

  get(orderId: string): VenueOrder | undefined {
    return this.#negotiating.get(orderId)
  }

  /** The orders in a market that are being negotiated. */
  negotiating(market: MarketName): readonly VenueOrder[] {
    return [...this.#negotiating.values()].filter(({ instrumentId }) => this.#seen.instrument(instrumentId)?.market === market)
  }

  /** Newest first. */
  prints(instrumentId: string): readonly Trade[] {
    return (this.#prints.get(instrumentId) ?? []).toReversed()
  }

  #lookAgain(order: VenueOrder, now: Instant): void {
    if (this.#look(order, now)) this.#negotiating.delete(order.orderId)
  }

  /** True when nothing is left to negotiate. */
  #look(order: VenueOrder, now: Instant): boolean {
    const { instrumentId, side, quantity, worstPrice } = order
    if (now >= endOf(order)) return this.#end(order, 'EXPIRED', now)
    const instrument = this.#seen.instrument(instrumentId)
    const quote = this.#seen.quote(instrumentId)
    if (instrument === undefined || quote === null) return this.#end(order, 'SYSTEM', now)
    const session = this.#seen.session(instrument)
    if (!session.matching || session.phase !== 'OPEN' || quote.phase === 'HALT') return this.#end(order, 'NO_LIQUIDITY', now)
    if (order.block?.isFirm === true) return this.#execute(order, worstPrice, { instrument, session, quote }, now)
    const facts = this.#seen.facts(instrumentId)
    const price = facts === null ? null : blockPrice(instrument, { side, quantity }, quote, facts)
    if (price === null || !reaches(side, price, worstPrice)) return false
    return this.#execute(order, price, { instrument, session, quote }, now)
  }

  #end({ orderId, accountId }: VenueOrder, reason: EndReason, at: Instant): true {
    this.#events.add({ kind: 'ended', orderId, accountId, reason, at })
    return true
  }

  #execute(
    { orderId, accountId, instrumentId, side, quantity }: VenueOrder,
    price: bigint,
    { instrument, session, quote }: Readonly<{ instrument: Instrument; session: Session; quote: Quote }>,
    at: Instant,
  ): true {
    const sequence = this.#events.add({
      kind: 'execution',
      ...{ orderId, accountId, instrumentId, side, quantity, price, at },
      resting: false,
      match: null,
      // The day's limits are for the market's own trades; the desk's price follows its middle.
      market: { ...marketStateOf(instrument, session, quote), low: null, high: null },
      tradeDate: session.tradeDate,
    })
    const known = this.#prints.get(instrumentId) ?? []
    this.#prints.set(instrumentId, [...known, { price, quantity, side, at, sequence, isBlock: true as const }].slice(-MAX_PRINTS))
    return true
  }
}

const endOf = ({ acceptedAt }: VenueOrder): Instant => acceptedAt + NEGOTIATION_MS
