import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import { BREAKER_INDEX, type PriceTier } from '@rueda/rules/markets/price-guards.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { InstrumentTable } from '../instrument-table.ts'
import { overrideMarket } from '../override-market.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import type { Bar, BarRequest, BarSeries, Depth, Quote, Session, Trade } from '../venue.ts'
import { BreakerDays } from './breaker-days.ts'
import type { IndexPath } from './breaker-watch.ts'
import { type HasReopened, breakerLevelOn, withDailyLimits } from './limited-market.ts'
import { type Pause, PauseWatch, type WatchedPath } from './pause-watch.ts'

/**
 * A market with its guards: prices that run away are paused, and the whole of the United States market stops when
 * its index falls too far. Nothing can be traded meanwhile; orders rest and can be cancelled, and an auction opens
 * again. The prices themselves move on: a pause shows the price at which it began.
 */
export type GuardedParts = Readonly<{
  market: MarketOfVenue
  tierOf: (instrumentId: string) => PriceTier
  /** Halts that are known in advance, as a scenario's; none where left out. */
  scheduledStops?: (instrument: Instrument) => readonly Pause[]
  /** Of a market whose days staff can close. */
  hasReopened?: HasReopened
}>

const BREAKER_MARKET: MarketName = 'US'

export function guardMarket(parts: GuardedParts): MarketOfVenue {
  const { market: unlimited } = parts
  const hasBreaker = new InstrumentTable(unlimited).get(BREAKER_INDEX) !== undefined
  const breaker = hasBreaker ? new BreakerDays(indexPathOf(unlimited)) : null
  const market = withDailyLimits(unlimited, breakerLevelOn(unlimited, breaker, BREAKER_MARKET), parts.hasReopened)
  const guards = new Guards({ ...parts, market }, breaker)
  return overrideMarket(market, {
    session: (name, now) => guards.session(name, now),
    quote: (instrumentId, now) => guards.quote(instrumentId, now),
    depth: (instrumentId, levels, now) => guards.depth(instrumentId, levels, now),
    prints: (instrumentId, from, to) => guards.prints(instrumentId, from, to),
    bars: (request, now) => guards.bars(request, now),
    interruptions: (instrumentIds, from, to) => guards.interruptions(instrumentIds, from, to),
  })
}

class Guards {
  readonly #market: MarketOfVenue
  readonly #tierOf: GuardedParts['tierOf']
  readonly #scheduledStops: NonNullable<GuardedParts['scheduledStops']>
  readonly #instruments: InstrumentTable
  readonly #watches = new Map<string, PauseWatch>()
  readonly #breaker: BreakerDays | null
  readonly #frozen = new Map<string, Readonly<{ from: Instant; quote: Quote }>>()
  /** The price that was read last; the watches need the same one. */
  #newest: Readonly<{ instrumentId: string; moment: Instant; price: bigint }> | null = null

  constructor({ market, tierOf, scheduledStops = () => [] }: GuardedParts, breaker: BreakerDays | null) {
    this.#market = market
    this.#tierOf = tierOf
    this.#scheduledStops = scheduledStops
    this.#instruments = new InstrumentTable(market)
    this.#breaker = breaker
  }

  session(name: MarketName, now: Instant): Session {
    const session = this.#market.session(name, now)
    const halt = this.#haltAt(name, session, now)
    if (halt === null) return session
    return { ...session, phase: 'HALT', matching: false, changesAt: Math.min(halt.until, session.changesAt) }
  }

  quote(instrumentId: string, now: Instant): Quote | null {
    const quote = this.#market.quote(instrumentId, now)
    if (quote === null) return null
    this.#newest = { instrumentId, moment: now, price: quote.last }
    const stop = this.#stopAt(instrumentId, now)
    if (stop === null) return quote
    return this.#frozenQuote(instrumentId, stop) ?? quote
  }

  /** The quote that the stop began with; read once, because going back in time costs. */
  #frozenQuote(instrumentId: string, stop: Pause): Quote | null {
    const known = this.#frozen.get(instrumentId)
    if (known?.from === stop.from) return known.quote
    const before = this.#market.quote(instrumentId, stop.from)
    if (before === null) return null
    const quote: Quote = { ...before, phase: 'HALT', haltedSince: stop.from, ...NO_ORDERS }
    this.#frozen.set(instrumentId, { from: stop.from, quote })
    return quote
  }

  depth(instrumentId: string, levels: number, now: Instant): Depth | null {
    return this.#stopAt(instrumentId, now) === null ? this.#market.depth(instrumentId, levels, now) : { bids: [], asks: [] }
  }

  /** Nothing trades while it is stopped. */
  prints(instrumentId: string, from: Instant, to: Instant): readonly Trade[] {
    const prints = this.#market.prints(instrumentId, from, to)
    const stops = this.#stops(instrumentId, to)
    return stops.length === 0 ? prints : prints.filter(({ at }) => !stops.some((stop) => at >= stop.from && at < stop.until))
  }

  /** Bars keep what the path did meanwhile and say that nothing could be traded. */
  bars(request: BarRequest, now: Instant): BarSeries | null {
    const series = this.#market.bars(request, now)
    const stops = series === null ? [] : this.#stops(request.instrumentId, now)
    if (series === null || stops.length === 0 || request.interval !== '1m') return series
    const isStopped = (at: Instant): boolean => stops.some((stop) => at < stop.until && at + MINUTE_MS > stop.from)
    return { ...series, bars: series.bars.map((bar) => (isStopped(bar.at) ? { ...bar, halted: true } : bar)) }
  }

  interruptions(instrumentIds: Iterable<string>, from: Instant, to: Instant): readonly Instant[] {
    const moments = new Set<Instant>()
    for (const id of instrumentIds)
      for (const stop of this.#stops(id, to)) for (const moment of momentsOf(stop)) if (moment > from && moment <= to) moments.add(moment)
    return [...moments].toSorted((a, b) => a - b)
  }

  #stopAt(instrumentId: string, now: Instant): Pause | null {
    return this.#stops(instrumentId, now).findLast((stop) => now >= stop.from && now < stop.until) ?? null
  }

  /** Of the day under way, the instrument's own pauses and the halts of its whole market that have begun. */
  #stops(instrumentId: string, now: Instant): readonly Pause[] {
    const instrument = this.#instruments.get(instrumentId)
    if (instrument === undefined || instrument.quoteOnly) return []
    const session = this.#market.session(instrument.market, now)
    const scheduled = this.#scheduledStops(instrument).filter(({ from }) => from <= now)
    if (now < session.opensAt) return scheduled
    const halts = instrument.market === BREAKER_MARKET ? (this.#breaker?.halts(session, now) ?? []) : []
    const pauses = this.#watchOf(instrument)?.pauses(session, now) ?? []
    return halts.length + scheduled.length === 0 ? pauses : [...pauses, ...halts, ...scheduled]
  }

  #haltAt(name: MarketName, session: Session, now: Instant): Pause | null {
    if (name !== BREAKER_MARKET || this.#breaker === null || now < session.opensAt) return null
    return this.#breaker.haltAt(session, now)
  }

  #watchOf(instrument: Instrument): PauseWatch | null {
    const known = this.#watches.get(instrument.id)
    const guard = marketFacts[instrument.market].guard
    if (known !== undefined || guard === null) return known ?? null
    const watch = new PauseWatch(guard, this.#tierOf(instrument.id), this.#pathOf(instrument.id))
    this.#watches.set(instrument.id, watch)
    return watch
  }

  #pathOf(instrumentId: string): WatchedPath {
    return {
      priceAt: (moment) => this.#priceAt(instrumentId, moment),
      minutes: (from, to) => minutesOf(this.#market, instrumentId, from, to),
    }
  }

  #priceAt(instrumentId: string, moment: Instant): bigint {
    const newest = this.#newest
    if (newest !== null && newest.moment === moment && newest.instrumentId === instrumentId) return newest.price
    return this.#market.quote(instrumentId, moment)?.last ?? 0n
  }
}

function minutesOf(market: MarketOfVenue, instrumentId: string, from: Instant, to: Instant): readonly Bar[] {
  const limit = Math.ceil((to - from) / MINUTE_MS)
  const request = { instrumentId, interval: '1m', until: to - 1, limit, hours: 'regular', adjust: 'none' } as const
  return (market.bars(request, to)?.bars ?? []).filter(({ at }) => at >= from)
}

const indexPathOf = (market: MarketOfVenue): IndexPath => ({
  priceAt: (moment) => market.quote(BREAKER_INDEX, moment)?.last ?? 0n,
  minutes: (from, to) => minutesOf(market, BREAKER_INDEX, from, to),
  previousClose: (now) => market.quote(BREAKER_INDEX, now)?.previousClose ?? 0n,
})

/** A halt of more than a day ends the orders that wait for its end. */
const momentsOf = ({ from, until }: Pause): readonly Instant[] => (until > from + DAY_MS ? [from, from + DAY_MS, until] : [from, until])

const NO_ORDERS = { bid: 0n, ask: 0n, bidQuantity: 0n, askQuantity: 0n } as const
