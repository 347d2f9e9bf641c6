import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { DayNumber } from '../calendars/civil.ts'
import type { Hours, TradingHours } from '../calendars/market-calendar.ts'
import type { Company, ReferenceIndex, Tier } from '../catalogue/company.ts'
import { sectors } from '../catalogue/sectors.ts'
import type { NightShape, SessionShape } from './day-bar.ts'
import { type FactorContext, type Factors, createFactors, gapShareOn } from './factors.ts'
import { FinishedBars } from './finished-bars.ts'
import type { DayLaws } from './day-laws.ts'
import { IndexDays } from './index-days.ts'
import type { Leader, LeadingMarket } from './leader.ts'
import { MarketPulse } from './market-pulse.ts'
import type { SavedMarket } from './saved-days.ts'
import type { SessionKind } from './session-clock.ts'
import { StockDays } from './stock-days.ts'
import { Tape } from './tape.ts'

/**
 * Everything that is settled about each listing day by day, and the tapes of single sessions made from it. A listing's
 * days are worked out when somebody first asks for it; nothing is ever worked out past the day that is asked for.
 */
export type Series = Readonly<{
  id: string
  number: number
  company: Company | null
  reference: ReferenceIndex | null
  tier: Tier
  /** The number of its first trading day; there is nothing to see of it before. */
  first: number
  days: DaySource
}>

/** The common interface of companies and indices. */
export interface DaySource {
  upTo(ordinal: number): void
  closePrice(ordinal: number): number
  /** Factors from prices of the first day to those of a day, for its splits and for its dividends. */
  shareFactor(ordinal: number): number
  dividendFactor(ordinal: number): number
  /** The session with all that its tape is made from, and the same for a bar of the whole day. */
  regular(ordinal: number): SessionShape
  outline(ordinal: number): SessionShape
  night(ordinal: number): NightShape
  /** The market's share of the movement, and the usual deviation of a day's return. */
  marketShare(laws: DayLaws): number
  dailyVolatility(laws: DayLaws): number
}

/** The listings of one market. */
export type Listed = Readonly<{ companies: readonly Company[]; indices: readonly ReferenceIndex[] }>

/** Besides one for each listing, so that charts of past days do not push out the day that runs. */
const TAPES_KEPT = 80

export class History {
  readonly context: FactorContext
  readonly pulse = new MarketPulse()
  readonly finishedBars = new FinishedBars()
  readonly #series: Map<string, Series>
  readonly #stocks: readonly StockDays[]
  readonly #indices: readonly IndexDays[]
  readonly #factors: Factors
  readonly #daysOf: Map<number, StockDays>
  readonly #tapes = new Map<string, Tape>()
  #newestMoment: Instant = Number.NaN
  #newestOrdinal = -1

  constructor(context: FactorContext, { companies, indices: referenceIndices }: Listed, leader: Leader | null = null) {
    this.context = context
    const factors = createFactors(sectors.length, context, leader)
    this.#factors = factors
    this.#stocks = companies.map((company) => new StockDays(company, factors, context, this.pulse))
    this.#daysOf = new Map(this.#stocks.map((days) => [days.company.index, days]))
    const stocks = this.#stocks.map(seriesOfStock)
    this.#indices = referenceIndices.map((reference) => {
      const members = reference.members.map((member) => this.#stockDays(member))
      return new IndexDays(reference, members, factors, context, this.pulse)
    })
    this.#series = new Map([...stocks, ...this.#indices.map(seriesOfIndex)].map((series) => [series.id, series]))
  }

  /** The number of the last trading day up to a moment's day; -1 before the first. Kept for all listings of one moment. */
  ordinalAt(now: Instant): number {
    if (this.#newestMoment === now) return this.#newestOrdinal
    const { timeline } = this.context
    this.#newestOrdinal = timeline.ordinalUpTo(timeline.calendar.dayAt(now))
    this.#newestMoment = now
    return this.#newestOrdinal
  }

  /** Works out every listing's first days, and returns what they leave behind; never more than are over, and before anything else is asked. */
  firstDays(days: number): SavedMarket {
    for (const index of this.#indices) index.upTo(days - 1)
    for (const stock of this.#stocks) stock.upTo(days - 1)
    for (const factor of [this.#factors.market, ...this.#factors.sectors]) factor.upTo(days - 1)
    if (this.#factors.market.session.length !== days) throw new Error('days after these have been worked out already')
    return {
      days,
      market: this.#factors.market.saved(),
      sectors: this.#factors.sectors.map((sector) => sector.saved()),
      stocks: Object.fromEntries(this.#stocks.map((stock) => [stock.company.instrument.id, stock.saved()])),
      indices: Object.fromEntries(this.#indices.map((index) => [index.index.instrument.id, index.saved()])),
    }
  }

  /** Goes on from what the first days of the same market left behind. */
  restore({ market, sectors, stocks, indices }: SavedMarket): void {
    this.#factors.market.restore(market)
    for (const [at, saved] of sectors.entries()) this.#factors.sectors[at]?.restore(saved)
    for (const stock of this.#stocks) {
      const saved = stocks[stock.company.instrument.id]
      if (saved !== undefined) stock.restore(saved)
    }
    for (const index of this.#indices) index.restore(indices[index.index.instrument.id] ?? [])
  }

  indexOf(instrumentId: string): IndexDays | null {
    return this.#indices.find(({ index }) => index.instrument.id === instrumentId) ?? null
  }

  /** Adds a company that comes to the market while it runs; its days are worked out when somebody asks for it. */
  list(company: Company): void {
    if (this.#series.has(company.instrument.id)) return
    const days = new StockDays(company, this.#factors, this.context, this.pulse)
    this.#daysOf.set(company.index, days)
    this.#series.set(company.instrument.id, seriesOfStock(days))
  }

  /** Followed by other markets. */
  get leading(): LeadingMarket {
    return { factor: this.#factors.market, timeline: this.context.timeline }
  }

  /** The yearly volatility the whole market is drawn with on a day. */
  marketVolatility(ordinal: number): number {
    this.#factors.market.upTo(Math.max(0, ordinal))
    const inSession = 1 - gapShareOn(this.context, Math.max(0, ordinal))
    return Math.sqrt((this.#factors.market.variance.at(Math.max(0, ordinal)) / inSession) * this.context.model.daysPerYear)
  }

  #stockDays({ index }: Company): StockDays {
    const days = this.#daysOf.get(index)
    if (days === undefined) throw new Error(`company ${index} is not listed here`)
    return days
  }

  seriesOf(instrumentId: string): Series | null {
    return this.#series.get(instrumentId) ?? null
  }

  hoursOf(ordinal: number): TradingHours {
    return this.context.timeline.hoursOf(ordinal)
  }

  /** The tape of one session; null where the listing has none, as an index outside regular hours. */
  tape(series: Series, ordinal: number, kind: SessionKind): Tape | null {
    const name = `${series.number} ${ordinal} ${kind}`
    const known = this.#tapes.get(name)
    const tape = known ?? this.#makeTape(series, ordinal, kind)
    if (tape === null) return null
    if (known !== undefined) this.#tapes.delete(name)
    this.#tapes.set(name, tape)
    if (this.#tapes.size > this.#series.size + TAPES_KEPT) this.#tapes.delete(this.#tapes.keys().next().value as string)
    return tape
  }

  #makeTape(series: Series, ordinal: number, kind: SessionKind): Tape | null {
    const hours = hoursOfKind(this.hoursOf(ordinal), kind)
    const shape = this.#shapeOf(series, ordinal, kind)
    if (hours === null || shape === null) return null
    const day: DayNumber = this.context.timeline.dayOf(ordinal)
    const laws = this.context.laws.on(ordinal)
    const plan = {
      arithmetic: laws.arithmetic,
      key: this.context.keys.of(day),
      instrument: series.number,
      day,
      kind,
      // A session that ends within a minute ends with the last whole one.
      minutes: Math.floor((hours.closesAt - hours.opensAt) / MINUTE_MS),
      marketShare: series.days.marketShare(laws),
      shape,
    }
    return new Tape(plan, laws.curves, this.pulse)
  }

  #shapeOf(series: Series, ordinal: number, kind: SessionKind): SessionShape | null {
    series.days.upTo(ordinal)
    if (kind === 'regular') return series.days.regular(ordinal)
    if (series.company === null) return null
    const days = this.#stockDays(series.company)
    return kind === 'before' ? days.beforeHours(ordinal) : days.afterHours(ordinal)
  }

  /** The log-volatility's distance from its mean, for spreads. */
  tension(series: Series, ordinal: number): number {
    if (series.company === null) return 0
    const days = this.#stockDays(series.company)
    days.upTo(ordinal)
    return days.level.at(ordinal) - days.meanLevel
  }

  volumeOf(series: Series, ordinal: number): number {
    if (series.company === null) return 0
    const days = this.#stockDays(series.company)
    days.upTo(ordinal)
    return days.tradedShares(ordinal)
  }

  /** Dividends and splits announced by a trading day; none of what is no company. */
  actionsOf(series: Series, from: CalendarDate, to: CalendarDate, today: number): readonly CorporateAction[] {
    if (series.company === null || today < 0) return []
    const days = this.#stockDays(series.company)
    days.upTo(today)
    return days.actions.between(from, to, today)
  }
}

export const hoursOfKind = (hours: TradingHours, kind: SessionKind): Hours | null =>
  kind === 'regular' ? hours.regular : kind === 'before' ? hours.before : hours.after

export const hasBegun = (hours: Hours, now: Instant): boolean => now >= hours.opensAt
export const hasEnded = (hours: Hours, now: Instant): boolean => now >= hours.closesAt

function seriesOfStock(days: StockDays): Series {
  const { company } = days
  return {
    id: company.instrument.id,
    number: company.index,
    company,
    reference: null,
    tier: company.tier,
    first: days.first,
    days,
  }
}

function seriesOfIndex(days: IndexDays): Series {
  const { index } = days
  return {
    id: index.instrument.id,
    number: index.index,
    company: null,
    reference: index,
    tier: 0,
    first: 0,
    days,
  }
}
