import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import { SCALE } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { type PriceUnits, PriceGrid } from '../prices/price-grid.ts'
import type { SimMarket } from '../prices/sim-market.ts'
import type { Bar, BarRequest, BarSeries, CompanyFacts, Depth, Level, Quote, Trade } from '../venue.ts'
import type { PriceLimits } from './limits.ts'
import type { Listing } from './listing.ts'
import type { Path, PathBar, PathDay } from './path.ts'

/**
 * A listing that is quoted from a path on a price grid of its own, and whose volume, depth and trades have the rhythm
 * of a series of the simulated market: that series says how much trades when, the path says at what price.
 */
export type QuotedParts = Readonly<{
  instrument: Instrument
  path: Path
  /** The series that says how much is traded when; its session is the listing's. */
  activity: Readonly<{ market: SimMarket; id: string }>
  /** The spread in ticks when the activity's own is one. */
  spreadTicks: number
  /** This listing's quantity for one share of the activity, in units of 10^-8. */
  unit: bigint
  /** The price of a trade of the activity, where activity and path are one series; left out, the path's price is taken. */
  tradePrice?: (trade: Trade) => number
  /** The limits of orders' prices on a day after such a close; left out where there is no limit. */
  limits?: (previousClose: bigint, tradeDate: CalendarDate) => PriceLimits | null
  facts?: (now: Instant) => CompanyFacts | null
  actions?: (from: CalendarDate, to: CalendarDate, now: Instant) => readonly CorporateAction[]
}>

export class QuotedListing implements Listing {
  readonly instrument: Instrument
  readonly #parts: QuotedParts
  readonly #grid: PriceGrid
  /** A quote and its depth are of one moment. */
  #newest: Readonly<{ now: Instant; day: PathDay | null }> | null = null
  #limits: Readonly<{ previousClose: number; tradeDate: CalendarDate; limits: PriceLimits | null }> | null = null

  constructor(parts: QuotedParts) {
    this.instrument = parts.instrument
    this.#parts = parts
    this.#grid = new PriceGrid(parts.instrument)
  }

  get averageDailyVolume(): bigint {
    const { activity } = this.#parts
    return this.instrument.quoteOnly ? 0n : this.#quantity(activity.market.averageDailyVolume(activity.id))
  }

  get dailyVolatility(): number {
    const { activity } = this.#parts
    return activity.market.dailyVolatility(activity.id)
  }

  quote(now: Instant): Quote | null {
    const { activity } = this.#parts
    const rhythm = activity.market.quote(activity.id, now)
    const day = this.#dayAt(now)
    if (rhythm === null || day === null) return null
    const [open, high, low, last] = [day.open, day.high, day.low, day.last].map((price) => this.#price(price)) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ]
    const best = rhythm.bid === 0n || this.instrument.quoteOnly ? null : this.depth(1, now)
    const volume = this.instrument.quoteOnly ? 0n : this.#quantity(rhythm.volume)
    return {
      instrumentId: this.instrument.id,
      open,
      high,
      low,
      last,
      previousClose: this.#price(day.previousClose),
      bid: best?.bids[0]?.price ?? 0n,
      bidQuantity: best?.bids[0]?.quantity ?? 0n,
      ask: best?.asks[0]?.price ?? 0n,
      askQuantity: best?.asks[0]?.quantity ?? 0n,
      volume,
      turnover: (volume * last) / SCALE,
      phase: rhythm.phase,
      tradeDate: rhythm.tradeDate,
      at: Math.max(rhythm.at, day.at),
    }
  }

  depth(levels: number, now: Instant): Depth | null {
    if (this.instrument.quoteOnly) return null
    const { activity, spreadTicks } = this.#parts
    const rhythm = activity.market.depth(activity.id, levels, now)
    const day = rhythm === null ? null : this.#dayAt(now)
    if (rhythm === null || day === null) return rhythm
    const [best, other] = [rhythm.bids[0], rhythm.asks[0]]
    if (best === undefined || other === undefined) return { bids: [], asks: [] }
    const ticks = Math.max(1, Math.round(spreadTicks * Number((other.price - best.price) / CENT)))
    const ask = this.#upToGrid(day.last, ticks)
    let bid = ask
    for (let step = 0; step < ticks; step += 1) bid = this.#grid.stepDown(bid)
    const limits = this.#limitsOn(day)
    const price = this.#price(day.last)
    if (limits === null) return { bids: this.#levels(rhythm.bids, bid, 'down'), asks: this.#levels(rhythm.asks, ask, 'up') }
    // At a limit everybody stands on one side.
    if (price >= limits.high) return { bids: this.#levels(rhythm.bids, this.#grid.toTick(day.last), 'down'), asks: [] }
    if (price <= limits.low) return { bids: [], asks: this.#levels(rhythm.asks, this.#grid.toTick(day.last), 'up') }
    const inside = ({ price }: Level): boolean => price >= limits.low && price <= limits.high
    return { bids: this.#levels(rhythm.bids, bid, 'down').filter(inside), asks: this.#levels(rhythm.asks, ask, 'up').filter(inside) }
  }

  prints(from: Instant, to: Instant): readonly Trade[] {
    if (this.instrument.quoteOnly) return []
    const { activity, path, tradePrice } = this.#parts
    return activity.market.prints(activity.id, from, to).flatMap((print) => {
      const price = tradePrice?.(print) ?? path.at(print.at)?.price
      return price === undefined ? [] : [{ ...print, price: this.#price(price), quantity: this.#quantity(print.quantity) }]
    })
  }

  bars(request: BarRequest, now: Instant): BarSeries | null {
    const { activity, path } = this.#parts
    const rhythm = activity.market.bars({ ...request, instrumentId: activity.id }, now)
    // Nothing is asked of days before the listing's own.
    const found = rhythm === null ? null : path.bars({ ...request, limit: Math.max(1, rhythm.bars.length) }, now)
    if (rhythm === null || found === null) return null
    const own = new Map(found.bars.map((bar) => [bar.at, bar]))
    let close: number | null = null
    const bars = rhythm.bars.map((bar) => {
      const shown: PathBar = own.get(bar.at) ?? flat(bar, close ?? path.at(bar.at)?.price ?? found.previousClose)
      close = shown.close
      return this.#bar(bar, shown)
    })
    return { timeZone: rhythm.timeZone, previousClose: this.#price(found.previousClose), bars }
  }

  facts(now: Instant): CompanyFacts | null {
    return this.#parts.facts?.(now) ?? null
  }

  corporateActions(from: CalendarDate, to: CalendarDate, now: Instant): readonly CorporateAction[] {
    return this.#parts.actions?.(from, to, now) ?? []
  }

  get workAhead() {
    const { path } = this.#parts
    return path.workAhead === undefined ? undefined : (now: Instant): void => path.workAhead?.(now)
  }

  #dayAt(now: Instant): PathDay | null {
    if (this.#newest?.now !== now) this.#newest = { now, day: this.#parts.path.day(now) }
    return this.#newest.day
  }

  #limitsOn({ previousClose, tradeDate }: PathDay): PriceLimits | null {
    const { limits } = this.#parts
    if (limits === undefined) return null
    const known = this.#limits
    if (known?.previousClose === previousClose && known.tradeDate === tradeDate) return known.limits
    this.#limits = { previousClose, tradeDate, limits: limits(this.#price(previousClose), tradeDate) }
    return this.#limits.limits
  }

  #bar(rhythm: Bar, priced: PathBar): Bar {
    const [open, high, low, close] = [priced.open, priced.high, priced.low, priced.close].map((price) => this.#price(price)) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ]
    const volume = this.instrument.quoteOnly ? 0n : this.#quantity(rhythm.volume)
    return { at: rhythm.at, open, high, low, close, volume, turnover: (volume * close) / SCALE, partial: rhythm.partial }
  }

  #levels(rhythm: readonly Level[], best: PriceUnits, way: 'up' | 'down'): readonly Level[] {
    const levels: Level[] = []
    let price = best
    for (const { quantity } of rhythm) {
      if (price < this.#grid.least) break
      levels.push({ price: this.#grid.toPrice(price), quantity: this.#quantity(quantity) })
      price = way === 'up' ? this.#grid.stepUp(price) : this.#grid.stepDown(price)
    }
    return levels
  }

  /** The ask that lies half of so many ticks above a price. */
  #upToGrid(price: number, ticks: number): PriceUnits {
    const near = this.#grid.toTick(price)
    let ask = near
    for (let step = 0; step < Math.ceil(ticks / 2); step += 1) ask = this.#grid.stepUp(ask)
    return ask
  }

  #price(price: number): bigint {
    return this.#grid.toPrice(this.#grid.toTick(price))
  }

  #quantity(shares: bigint): bigint {
    return (shares / SCALE) * this.#parts.unit
  }
}

const CENT = 1_000_000n
const flat = ({ at, partial }: Bar, price: number): PathBar => ({ at, open: price, high: price, low: price, close: price, partial })
