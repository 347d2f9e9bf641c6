import { divide, greatest, least } from '@rueda/rules/decimal.ts'
import { type Instrument, tickAt } from '@rueda/rules/instruments/instrument.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { topOfBook } from '../top-of-book.ts'
import { endOf, foldedBar, partsRequest } from '../bar-folding.ts'
import { overrideMarket } from '../override-market.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import type { Bar, BarRequest, BarSeries, Depth, Level, Quote, Trade } from '../venue.ts'
import { type EventOf, type ScenarioEvent, type ScenarioEvents, factorAt, isChanged, running } from './scenario.ts'

/**
 * A market with a scenario over it. Prices are multiplied minute by minute, so that minutes still add up to every
 * longer bar; what an event touches says so. Volumes are the market's own.
 */
export function withScenario(market: MarketOfVenue, events: ScenarioEvents): MarketOfVenue {
  const overlays = new Map<string, Overlay>()
  for (const instrument of market.instruments) {
    const own = events.of(instrument)
    if (own.length > 0) overlays.set(instrument.id, new Overlay(market, instrument, own))
  }
  return overrideMarket(market, {
    quote: (instrumentId, now) => {
      const overlay = overlays.get(instrumentId)
      return overlay === undefined ? market.quote(instrumentId, now) : overlay.quote(now)
    },
    depth: (instrumentId, levels, now) => {
      const overlay = overlays.get(instrumentId)
      return overlay === undefined ? market.depth(instrumentId, levels, now) : overlay.depth(levels, now)
    },
    prints: (instrumentId, from, to) => overlays.get(instrumentId)?.prints(from, to) ?? market.prints(instrumentId, from, to),
    bars: (request, now) => {
      const overlay = overlays.get(request.instrumentId)
      return overlay === undefined ? market.bars(request, now) : overlay.bars(request, now)
    },
    facts: (instrumentId, now) => {
      const facts = market.facts(instrumentId, now)
      const quote = overlays.get(instrumentId)?.quote(now) ?? null
      if (facts === null || quote === null) return facts
      return { ...facts, high52Weeks: greatest(facts.high52Weeks, quote.high), low52Weeks: least(facts.low52Weeks, quote.low) }
    },
  })
}

const FACTOR_SCALE = 1_000_000_000
class Overlay {
  readonly #market: MarketOfVenue
  readonly #instrument: Instrument
  readonly #events: readonly ScenarioEvent[]
  /** The last quote of a silent feed. */
  #silent: Readonly<{ from: Instant; quote: Quote }> | null = null
  /** The finished minutes of the day under way, folded. */
  #day: { date: string; to: Instant; bar: Bar | null } = { date: '', to: 0, bar: null }

  constructor(market: MarketOfVenue, instrument: Instrument, events: readonly ScenarioEvent[]) {
    this.#market = market
    this.#instrument = instrument
    this.#events = events
  }

  quote(now: Instant): Quote | null {
    const silence = running(this.#events, 'stale', now)
    if (silence === null) return this.#quote(now)
    if (this.#silent?.from === silence.from) return this.#silent.quote
    const quote = this.#quote(silence.from)
    if (quote === null) return null
    this.#silent = { from: silence.from, quote: { ...quote, silentSince: silence.from } }
    return this.#silent.quote
  }

  depth(levels: number, now: Instant): Depth | null {
    if (running(this.#events, 'stale', now) !== null) return NO_DEPTH
    const depth = this.#market.depth(this.#instrument.id, levels, now)
    if (depth === null) return null
    const limit = running(this.#events, 'limitUp', now)
    if (limit !== null) return { bids: this.#atLimit(depth, limit), asks: [] }
    const factor = factorAt(this.#events, now)
    if (factor === 1) return depth
    return { bids: this.#levels(depth.bids, factor, 'FLOOR'), asks: this.#levels(depth.asks, factor, 'CEIL') }
  }

  /** A silent feed has no trades. */
  prints(from: Instant, to: Instant): readonly Trade[] {
    return this.#market
      .prints(this.#instrument.id, from, to)
      .filter(({ at }) => running(this.#events, 'stale', at) === null)
      .map((print) => ({ ...print, price: this.#priceAt(print.price, print.at) }))
  }

  bars(request: BarRequest, now: Instant): BarSeries | null {
    const series = this.#market.bars(request, now)
    if (series === null) return null
    const { bars } = series
    const previousClose = this.#moved(series.previousClose, factorAt(this.#events, (bars[0]?.at ?? now) - 1))
    return { ...series, previousClose, bars: bars.map((bar, index) => this.#bar(bar, request, bars[index + 1], now)) }
  }

  #quote(now: Instant): Quote | null {
    const quote = this.#market.quote(this.#instrument.id, now)
    if (quote === null) return null
    const session = this.#market.session(this.#instrument.market, now)
    const previousClose = this.#moved(quote.previousClose, factorAt(this.#events, session.opensAt - 1))
    const last = this.#priceAt(quote.last, now)
    const today = this.#today(quote, last, session.opensAt, now)
    const best = this.depth(1, now)
    const isTraded = quote.bid > 0n || quote.ask > 0n
    return {
      ...quote,
      ...(isTraded && best !== null ? topOfBook(best) : {}),
      ...today,
      last,
      previousClose,
      ...(isChanged(this.#events, session.opensAt, now + 1) ? { scenario: true } : {}),
    }
  }

  /** Open, high and low of the day: its finished minutes once, and the last price. */
  #today(quote: Quote, last: bigint, opensAt: Instant, now: Instant): Pick<Quote, 'open' | 'high' | 'low'> {
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
    if (this.#day.date !== quote.tradeDate) this.#day = { date: quote.tradeDate, to: opensAt, bar: null }
    if (minute > this.#day.to) {
      const limit = Math.ceil((minute - this.#day.to) / MINUTE_MS)
      const request = {
        instrumentId: this.#instrument.id,
        interval: '1m',
        until: minute - 1,
        limit,
        hours: 'regular',
        adjust: 'none',
      } as const
      const finished = (this.bars(request, now)?.bars ?? []).filter((bar) => bar.at >= this.#day.to)
      const [first] = this.#day.bar === null ? finished : [this.#day.bar]
      if (first !== undefined) this.#day.bar = foldedBar(first, this.#day.bar === null ? finished : [this.#day.bar, ...finished])
      this.#day.to = minute
    }
    const { bar } = this.#day
    if (bar === null) return { open: this.#priceAt(quote.open, opensAt), high: greatest(last, quote.open), low: least(last, quote.open) }
    return { open: bar.open, high: greatest(bar.high, last), low: least(bar.low, last) }
  }

  #bar(bar: Bar, request: BarRequest, next: Bar | undefined, now: Instant): Bar {
    if (request.interval === '1m') return this.#minute(bar)
    const end = endOf(bar, next, request.interval)
    if (!isChanged(this.#events, bar.at, end)) return this.#scaledBar(bar, factorAt(this.#events, bar.at))
    const parts = this.bars(partsRequest(request, end), now)?.bars ?? []
    return foldedBar(
      bar,
      parts.filter((part) => part.at >= bar.at && part.at < end),
    )
  }

  #minute(bar: Bar): Bar {
    const limit = running(this.#events, 'limitUp', bar.at)
    if (limit === null) return this.#scaledBar(bar, factorAt(this.#events, bar.at))
    const price = this.#limitPrice(limit)
    return { ...bar, open: price, high: price, low: price, close: price }
  }

  #scaledBar(bar: Bar, factor: number): Bar {
    if (factor === 1) return bar
    const moved = (price: bigint): bigint => this.#moved(price, factor)
    const turnover = (bar.turnover * BigInt(Math.round(factor * FACTOR_SCALE))) / BigInt(FACTOR_SCALE)
    return { ...bar, open: moved(bar.open), high: moved(bar.high), low: moved(bar.low), close: moved(bar.close), turnover }
  }

  #priceAt(price: bigint, moment: Instant): bigint {
    const limit = running(this.#events, 'limitUp', moment)
    return limit === null ? this.#moved(price, factorAt(this.#events, moment)) : this.#limitPrice(limit)
  }

  #limitPrice(limit: EventOf<'limitUp'>): bigint {
    const close = this.#market.quote(this.#instrument.id, limit.from)?.previousClose ?? 0n
    return this.#onTick(close, 1 + limit.size, 'FLOOR')
  }

  #atLimit(depth: Depth, limit: EventOf<'limitUp'>): readonly Level[] {
    const top = this.#limitPrice(limit)
    const step = tickAt(this.#instrument, top)
    return depth.bids.map((level, index) => ({ price: top - BigInt(index) * step, quantity: level.quantity }))
  }

  #moved(price: bigint, factor: number): bigint {
    return factor === 1 ? price : this.#onTick(price, factor, 'HALF_UP')
  }

  #onTick(price: bigint, factor: number, rounding: 'FLOOR' | 'CEIL' | 'HALF_UP'): bigint {
    const exact = price * BigInt(Math.round(factor * FACTOR_SCALE))
    const tick = tickAt(this.#instrument, exact / BigInt(FACTOR_SCALE))
    return divide(exact, tick * BigInt(FACTOR_SCALE), rounding) * tick
  }

  /** Levels that fall on one tick become one. */
  #levels(levels: readonly Level[], factor: number, rounding: 'FLOOR' | 'CEIL'): readonly Level[] {
    const merged = new Map<bigint, bigint>()
    for (const { price, quantity } of levels) {
      const moved = this.#onTick(price, factor, rounding)
      merged.set(moved, (merged.get(moved) ?? 0n) + quantity)
    }
    return [...merged].map(([price, quantity]) => ({ price, quantity }))
  }
}

const NO_DEPTH: Depth = { bids: [], asks: [] }
