import { greatest, least } from '@rueda/rules/decimal.ts'
import { type Instrument, tickAt } from '@rueda/rules/instruments/instrument.ts'
import { type Band, bandFor, followsBreaker, isInsideBand, withinBand } from '@rueda/rules/orders/limits.ts'
import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { topOfBook } from '../top-of-book.ts'
import { daysRequest, endOf, foldedBar, partsRequest, withParts } from '../bar-folding.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import type { Bar, BarRequest, BarSeries, Depth, Level, Quote, Trade } from '../venue.ts'

/**
 * The daily limits of one contract month, or of a share after a closed day (`docs/rules/taiwan.md` B.3, `docs/rules/futures.md` B.4): it
 * never trades outside of them. What it follows may go further: then the contract stands at its limit with everybody on one side, and
 * nobody trades, until the price comes back, the limit widens with the market-wide breaker, or the next day finds what was cut off
 * (`docs/rules/price-model.md` C.2).
 */
export type LimitedParts = Readonly<{
  market: Pick<MarketOfVenue, 'session' | 'bars'>
  instrument: Instrument
  /** The breaker levels that count at a moment of a trade date; null by night. */
  breakerLevel: (tradeDate: CalendarDate, moment: Instant) => number | null
}>

/** Most days in a row that are looked back at: the next day finds what a limit has cut off. */
const DAYS_LOOKED_BACK = 5

/** A trade date's limits are drawn around the close before it, by the level of the breaker. */
type Day = Readonly<{ tradeDate: CalendarDate; previousClose: bigint; bands: Map<number | null, Band> }>

export class DailyLimits {
  readonly #parts: LimitedParts
  readonly #followsBreaker: boolean
  readonly #days = new Map<CalendarDate, Day>()
  /** The day so far where it has to be put together from its minutes, once a minute. */
  #soFar: Readonly<{ minute: Instant; bar: Bar | null }> | null = null

  constructor(parts: LimitedParts) {
    this.#parts = parts
    this.#followsBreaker = followsBreaker(parts.instrument)
  }

  quote(quote: Quote, now: Instant): Quote {
    const day = this.#dayOf(quote.tradeDate, now)
    const level = this.#levelAt(day, now)
    const band = this.#band(day, level)
    const known = level === null ? quote : { ...quote, breakerLevel: level }
    const { previousClose } = day
    const isCalm = previousClose === quote.previousClose && this.#isWithin(day, null, quote.low) && this.#isWithin(day, null, quote.high)
    if (isCalm && isInsideBand(band, quote.low)) return known
    const best = depthWithin(this.#parts.instrument, band, sidesOf(quote))
    return { ...known, previousClose, last: withinBand(band, quote.last), ...this.#rangeOf(day, quote, now), ...topOfBook(best) }
  }

  depth(depth: Depth, now: Instant): Depth {
    if (depth.bids.length + depth.asks.length === 0) return depth
    const day = this.#dayAt(now)
    return depthWithin(this.#parts.instrument, this.#band(day, this.#levelAt(day, now)), depth)
  }

  /** Drops trades beyond a limit, where nobody trades: on one side nobody wants to. */
  prints(prints: readonly Trade[]): readonly Trade[] {
    const isPossible = ({ price, at }: Trade): boolean => {
      const day = this.#dayAt(at)
      return this.#isWithin(day, this.#levelAt(day, at), price)
    }
    return prints.every(isPossible) ? prints : prints.filter(isPossible)
  }

  bars(request: BarRequest, now: Instant): BarSeries | null {
    const series = this.#parts.market.bars(request, now)
    const [first] = series?.bars ?? []
    if (series === null || first === undefined) return series
    const { bars } = series
    const { previousClose } = this.#dayAt(first.at)
    if (request.interval === 'week' || request.interval === 'month') {
      const days = this.bars(daysRequest(request, bars), now)?.bars ?? []
      return { ...series, previousClose, bars: withParts(bars, days, request.interval).map(([bar, parts]) => foldedBar(bar, parts)) }
    }
    const days = request.interval === 'day' ? this.#daysOf(series, request, now) : null
    const dayOf = ({ at }: Bar): Day => days?.get(at) ?? this.#dayAt(at)
    return {
      ...series,
      previousClose,
      bars: bars.map((bar, index) => this.#bar(bar, dayOf(bar), request, endOf(bar, bars[index + 1], request.interval), now)),
    }
  }

  /** A bar within every limit is as it was; over a change of the limits it is put together from its minutes. */
  #bar(bar: Bar, day: Day, request: BarRequest, end: Instant, now: Instant): Bar {
    if (this.#isWithin(day, null, bar.low) && this.#isWithin(day, null, bar.high)) return bar
    const level = this.#levelAt(day, Math.min(end - 1, now))
    if (request.interval !== '1m' && level !== this.#levelAt(day, bar.at)) return this.#folded(bar, request, end, now)
    const within = (price: bigint): bigint => withinBand(this.#band(day, level), price)
    return { ...bar, open: within(bar.open), high: within(bar.high), low: within(bar.low), close: within(bar.close) }
  }

  /**
   * The days of a chart of days by their opening, from one request for the few before it instead of one for each. Null for
   * shares: a split between two days would show the closes of the earlier ones in other shares than their own.
   */
  #daysOf({ bars, previousClose: before }: BarSeries, request: BarRequest, now: Instant): ReadonlyMap<Instant, Day> | null {
    const [first] = bars
    if (this.#parts.instrument.contract === null || first === undefined) return null
    const earlier = DAYS_LOOKED_BACK + 1
    const series = this.#parts.market.bars({ ...request, until: first.at - 1, limit: earlier }, now)
    const all = [...(series?.bars ?? []), ...bars]
    const start = series === null || series.bars.length === 0 ? before : series.previousClose
    const closes = all.map((bar) => ({ ...bar, tradeDate: this.#dateOf(bar.at) }))
    const made = new Map<CalendarDate, Day>()
    const dayWith = (tradeDate: CalendarDate, previousClose: bigint): Day => {
      const known = made.get(tradeDate)
      const day = known?.previousClose === previousClose ? known : newDay(tradeDate, previousClose)
      made.set(tradeDate, day)
      return day
    }
    const days = closes.map(({ at, tradeDate }, index): readonly [Instant, Day] => {
      const from = Math.max(0, index - earlier)
      const previousClose = closes[from - 1]?.close ?? start
      return [at, dayWith(tradeDate, this.#lastCloseOf(closes.slice(from, index), previousClose, at, dayWith))]
    })
    return new Map(days.slice(-bars.length))
  }

  #folded(bar: Bar, request: BarRequest, end: Instant, now: Instant): Bar {
    const parts = this.bars(partsRequest(request, end), now)?.bars ?? []
    return foldedBar(
      bar,
      parts.filter(({ at }) => at >= bar.at && at < end),
    )
  }

  /** A day that has left the limits it began with is put together minute by minute. */
  #rangeOf(day: Day, { open, high, low, last }: Quote, now: Instant): Pick<Quote, 'open' | 'high' | 'low'> {
    const band = this.#band(day, this.#levelAt(day, now))
    const within = { open: withinBand(band, open), high: withinBand(band, high), low: withinBand(band, low) }
    const isOneLimit = this.#isWithin(day, null, within.high) && this.#isWithin(day, null, within.low)
    const bar = isOneLimit ? null : this.#dayBar(day, now)
    if (bar === null) return within
    const price = withinBand(band, last)
    return { open: bar.open, high: greatest(bar.high, price), low: least(bar.low, price) }
  }

  #dayBar({ tradeDate }: Day, now: Instant): Bar | null {
    const minute = Math.floor(now / MINUTE_MS)
    if (this.#soFar?.minute !== minute) {
      const bar = this.bars({ ...A_DAY, instrumentId: this.#parts.instrument.id, until: now }, now)?.bars[0] ?? null
      this.#soFar = { minute, bar: bar !== null && this.#dateOf(bar.at) === tradeDate ? bar : null }
    }
    return this.#soFar.bar
  }

  #isWithin(day: Day, level: number | null, price: bigint): boolean {
    return isInsideBand(this.#band(day, level), price)
  }

  #levelAt({ tradeDate }: Day, moment: Instant): number | null {
    return this.#followsBreaker ? this.#parts.breakerLevel(tradeDate, moment) : null
  }

  #band({ previousClose, bands }: Day, level: number | null): Band {
    const known = bands.get(level)
    if (known !== undefined) return known
    const facts = { last: previousClose, bid: 0n, ask: 0n, previousClose, ...(level === null ? {} : { breakerLevel: level }) }
    const band = bandFor(this.#parts.instrument, 'buy', facts)
    bands.set(level, band)
    return band
  }

  #dateOf(moment: Instant): CalendarDate {
    return this.#parts.market.session(this.#parts.instrument.market, moment).tradeDate
  }

  #dayAt(moment: Instant): Day {
    return this.#dayOf(this.#dateOf(moment), moment)
  }

  #dayOf(tradeDate: CalendarDate, upTo: Instant): Day {
    const known = this.#days.get(tradeDate)
    if (known !== undefined) return known
    const day = newDay(tradeDate, this.#closeBefore(tradeDate, upTo))
    this.#days.set(tradeDate, day)
    return day
  }

  /** The close of the day before, after whatever its own limits have cut off. */
  #closeBefore(tradeDate: CalendarDate, upTo: Instant): bigint {
    const { market, instrument } = this.#parts
    const series = market.bars({ ...A_DAY, instrumentId: instrument.id, until: upTo, limit: DAYS_LOOKED_BACK + 2 }, upTo)
    if (series === null) return 0n
    const closes = series.bars.map((bar) => ({ ...bar, tradeDate: this.#dateOf(bar.at) }))
    const own = closes.find((close) => close.tradeDate >= tradeDate)
    const before = closes.filter((close) => close.tradeDate < tradeDate)
    return this.#lastCloseOf(before, series.previousClose, own?.at ?? upTo, newDay)
  }

  /** The close of the last of some days in a row, from the close before the first of them to the opening after the last. */
  #lastCloseOf(days: readonly Close[], before: bigint, upTo: Instant, dayWith: typeof newDay): bigint {
    return days.reduce((previousClose, { close, tradeDate }, index) => {
      const day = dayWith(tradeDate, previousClose)
      const end = (days[index + 1]?.at ?? upTo) - 1
      return this.#isWithin(day, null, close) ? close : withinBand(this.#band(day, this.#levelAt(day, end)), close)
    }, before)
  }
}

/** A day's close and the date it counts to. */
type Close = Readonly<{ at: Instant; close: bigint; tradeDate: CalendarDate }>

const newDay = (tradeDate: CalendarDate, previousClose: bigint): Day => ({ tradeDate, previousClose, bands: new Map() })

/** In the shares of the day itself. */
const A_DAY = { interval: 'day', limit: 1, hours: 'regular', adjust: 'split' } as const

/** At a limit all orders stand on one side; beyond it there are none. */
function depthWithin(instrument: Instrument, band: Band, { bids, asks }: Depth): Depth {
  const [bid, ask] = [bids[0], asks[0]]
  if (band.low !== null && ask !== undefined && ask.price < band.low) return { bids: [], asks: levelsFrom(instrument, band.low, asks, 1n) }
  if (band.high !== null && bid !== undefined && bid.price > band.high)
    return { bids: levelsFrom(instrument, band.high, bids, -1n), asks: [] }
  const inside = ({ price }: Level): boolean => isInsideBand(band, price)
  if (bids.every(inside) && asks.every(inside)) return { bids, asks }
  return { bids: bids.filter(inside), asks: asks.filter(inside) }
}

const levelsFrom = (instrument: Instrument, edge: bigint, levels: readonly Level[], way: 1n | -1n): readonly Level[] =>
  levels.map(({ quantity }, index) => ({ price: edge + way * BigInt(index) * tickAt(instrument, edge), quantity }))

const sidesOf = ({ bid, bidQuantity, ask, askQuantity }: Quote): Depth => ({
  bids: bidQuantity === 0n ? [] : [{ price: bid, quantity: bidQuantity }],
  asks: askQuantity === 0n ? [] : [{ price: ask, quantity: askQuantity }],
})
