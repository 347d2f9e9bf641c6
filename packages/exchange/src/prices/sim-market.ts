import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { createCalendar } from '../calendars/calendars.ts'
import { type DayNumber, daysOf } from '../calendars/civil.ts'
import type { MarketCalendar } from '../calendars/market-calendar.ts'
import { companies } from '../catalogue/companies.ts'
import type { Company } from '../catalogue/company.ts'
import { referenceIndices } from '../catalogue/indices.ts'
import { logo } from '../catalogue/logo.ts'
import type { BarRequest, BarSeries, CalendarDay, CompanyFacts, DayCommitment, PriceSource } from '../venue.ts'
import { barsOf, scaleSeenAt } from './bars.ts'
import { Commitments, type IsPromised } from './commitments.ts'
import { Laws, type ModelOn, NEWEST_MODEL } from './day-laws.ts'
import { type DayKey, DayKeys, type Sha256 } from './day-keys.ts'
import { averageDailyVolumeOf, factsOf } from './facts.ts'
import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import { History, type Listed, hasEnded } from './history.ts'
import type { IndexDays, IndexPart } from './index-days.ts'
import { type Following, Leader, type LeadingMarket } from './leader.ts'
import type { NightShape } from './day-bar.ts'
import { timeModel } from './parameters.ts'
import { UNITS_PER_ONE } from './price-units.ts'
import type { SavedMarket } from './saved-days.ts'
import { SessionTree } from './session-tree.ts'
import { SimPrices } from './sim-prices.ts'
import { Timeline } from './timeline.ts'

/**
 * The simulated market: the world outside our customers, as a function of the secret and the clock. Everything it
 * says can be recomputed from the keys of the days involved; it keeps no state that matters, only what it has worked out.
 */
export interface SimMarket extends PriceSource {
  /** Followed by other markets. */
  readonly leading: LeadingMarket
  /** When it trades. */
  readonly days: MarketCalendar
  /** Adds a company that comes to the market while it runs. */
  list(company: Company): void
  /** Works out all days up to a date, which are over, and returns what they leave behind; called before anything is asked. */
  firstDays(until: CalendarDate): SavedMarket
  /** A quote's last price alone, and the day whose price it is. */
  lastAt(instrumentId: string, now: Instant): Readonly<{ price: number; tradeDate: CalendarDate }> | null
  bars(request: BarRequest, now: Instant): BarSeries | null
  /** A day's session, once it is over, as bars that can be looked into; null where there is none. */
  sessionTree(instrumentId: string, day: DayNumber, adjust: BarRequest['adjust'], now: Instant): SessionTree | null
  facts(instrumentId: string, now: Instant): CompanyFacts | null
  calendar(market: MarketName, from: CalendarDate, to: CalendarDate): readonly CalendarDay[]
  corporateActions(instrumentId: string, from: CalendarDate, to: CalendarDate, now: Instant): readonly CorporateAction[]
  settlementDate(market: MarketName, tradeDate: CalendarDate, days: number): CalendarDate
  previousTradingDate(market: MarketName, date: CalendarDate): CalendarDate
  nextTradingDate(market: MarketName, date: CalendarDate): CalendarDate
  commitments(now: Instant, since?: CalendarDate | null): readonly DayCommitment[]
  /** Shares that usually change hands in a day, in units of 10^-8; zero for what is not traded. */
  averageDailyVolume(instrumentId: string): bigint
  /** The usual standard deviation of a day's return, 0.018 for 1.8 %; zero for what is not listed. */
  dailyVolatility(instrumentId: string): number
  /** The first price of a trading day; null for what is not listed and for days before history. Never read before the day has begun. */
  openOn(instrumentId: string, date: CalendarDate): number | null
  /** The open and close of an index or a share on a trading day; null before its history. */
  nightOf(instrumentId: string, date: CalendarDate): NightShape | null
  /** The yearly volatility that the market as a whole is drawn with on a trading day: 0.16 for 16 %. */
  marketVolatilityOn(date: CalendarDate): number
  /** The arithmetic of a trading day's prices. */
  arithmeticOn(date: CalendarDate): Arithmetic
  dateOf(now: Instant): CalendarDate
  /** What a part of an index's members adds to it on each day up to the one after a date, and the index from all its parts; before anything of it is asked. */
  indexPart(instrumentId: string, through: CalendarDate, part: IndexPart): Float64Array
  takeIndexParts(instrumentId: string, through: CalendarDate, parts: readonly Float64Array[]): void
  /** A small drawing, SVG text; null for what is not listed. */
  logo(instrumentId: string): string | null
}

export type SimMarketOptions = Readonly<{
  /** The market of these days, and its listings; left out, the United States' shares and their indices. */
  market?: MarketName
  listed?: Listed
  /**
   * The 32 bytes that decide one market's day. The market asks for a day's key only from that day on, or for its hash; where
   * another market's night leads to that day, or its day begins some hours sooner, from then on.
   */
  dayKey: DayKey
  sha256: Sha256
  alwaysOpen: boolean
  /** Whether the hash of a day's key is told before the day; left out, all are. */
  isPromised?: IsPromised | undefined
  /** The price model of each day; left out, all have the newest. */
  modelOn?: ModelOn
  /** Another market that this one follows, and how. */
  follows?: Readonly<{ leading: LeadingMarket; how: Following }>
  /** The first day of history; five years of it are there for charts. */
  startDate?: CalendarDate
  /** What the first days of this very market have left behind. */
  saved?: SavedMarket | undefined
}>

const newestModel: ModelOn = () => NEWEST_MODEL

const US_LISTED: Listed = { companies, indices: referenceIndices }

export const HISTORY_START: CalendarDate = '2021-01-04'

export function createSimMarket(options: SimMarketOptions): SimMarket {
  const { market = 'US', listed = US_LISTED } = options
  const calendar: MarketCalendar = createCalendar(market, options.alwaysOpen)
  const timeline = new Timeline(calendar, daysOf(options.startDate ?? HISTORY_START))
  const model = timeModel(market, options.alwaysOpen)
  const { follows } = options
  const leader = follows === undefined ? null : new Leader(follows.leading, follows.how, model)
  const laws = new Laws(market, timeline, options.alwaysOpen, options.modelOn ?? newestModel)
  const history = new History({ model, laws, timeline, keys: new DayKeys(market, options.dayKey) }, listed, leader)
  if (options.saved !== undefined) history.restore(options.saved)
  const prices = new SimPrices(history)
  const commitments = new Commitments({ market, timeline, laws, ...options })
  // Whoever runs a day to its end reads the first moment of the next.
  const ordinalAfter = (date: CalendarDate): number => timeline.ordinalUpTo(daysOf(date)) + 1
  const indexOf = (id: string): IndexDays => {
    const index = history.indexOf(id)
    if (index === null) throw new Error(`${id} is no index of this market`)
    return index
  }
  return {
    days: calendar,
    firstDays: (until) => history.firstDays(timeline.ordinalUpTo(daysOf(until)) + 1),
    leading: history.leading,
    list: (company) => history.list(company),
    instruments: [...listed.companies, ...listed.indices].map(({ instrument }) => instrument),
    session: (_market, now) => calendar.session(now),
    quote: (instrumentId, now) => prices.quote(instrumentId, now),
    depth: (instrumentId, levels, now) => prices.depth(instrumentId, levels, now),
    prints: (instrumentId, from, to) => prices.prints(instrumentId, from, to),
    lastAt: (instrumentId, now) => {
      const last = prices.lastAt(instrumentId, now)
      return last === null ? null : { ...last, price: last.price / UNITS_PER_ONE }
    },
    bars: (request, now) => {
      const series = history.seriesOf(request.instrumentId)
      return series === null ? null : barsOf(history, prices, series, request, now)
    },
    sessionTree: (instrumentId, day, adjust, now) => {
      const series = history.seriesOf(instrumentId)
      const ordinal = timeline.ordinalUpTo(day)
      if (series === null || ordinal < 0 || timeline.dayOf(ordinal) !== day) return null
      if (!hasEnded(history.hoursOf(ordinal).regular, now)) return null
      const tape = history.tape(series, ordinal, 'regular')
      return tape === null ? null : new SessionTree(tape, history.pulse, scaleSeenAt(history, series, ordinal, adjust, now))
    },
    facts: (instrumentId, now) => {
      const series = history.seriesOf(instrumentId)
      return series === null ? null : factsOf(history, prices, series, now)
    },
    calendar: (_market, from, to) => calendar.calendarDays(from, to),
    settlementDate: (_market, tradeDate, days) => calendar.settlementDate(tradeDate, days),
    previousTradingDate: (_market, date) => calendar.previousTradingDate(date),
    nextTradingDate: (_market, date) => calendar.nextTradingDate(date),
    corporateActions: (instrumentId, from, to, now) => {
      const series = history.seriesOf(instrumentId)
      return series === null ? [] : history.actionsOf(series, from, to, history.ordinalAt(now))
    },
    commitments: (now, since) => commitments.upTo(now, since),
    averageDailyVolume: (instrumentId) => averageDailyVolumeOf(history.seriesOf(instrumentId)),
    dailyVolatility: (instrumentId) => history.seriesOf(instrumentId)?.days.dailyVolatility(laws.newest) ?? 0,
    indexPart: (id, through, part) => indexOf(id).partUpTo(ordinalAfter(through), part),
    takeIndexParts: (id, through, parts) => indexOf(id).takeParts(ordinalAfter(through), parts),
    openOn: (instrumentId, date) => {
      const ordinal = timeline.ordinalUpTo(daysOf(date))
      return ordinal < 0 ? null : (history.seriesOf(instrumentId)?.days.regular(ordinal).openPrice ?? null)
    },
    nightOf: (instrumentId, date) => {
      const series = history.seriesOf(instrumentId)
      const ordinal = timeline.ordinalUpTo(daysOf(date))
      if (series === null || ordinal < 0) return null
      series.days.upTo(ordinal)
      return series.days.night(ordinal)
    },
    marketVolatilityOn: (date) => history.marketVolatility(timeline.ordinalUpTo(daysOf(date))),
    arithmeticOn: (date) => laws.on(timeline.ordinalUpTo(daysOf(date))).arithmetic,
    dateOf: (now) => calendar.dateOf(now),
    logo: (instrumentId) => {
      const series = history.seriesOf(instrumentId)
      const instrument = (series?.company ?? series?.reference)?.instrument
      return instrument === undefined ? null : logo(instrument)
    },
  }
}
