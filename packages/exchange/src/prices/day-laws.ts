import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import { engineArithmetic } from '../arithmetic/engine-arithmetic.ts'
import { plainArithmetic } from '../arithmetic/plain-arithmetic.ts'
import { dateOfDays } from '../calendars/civil.ts'
import { LOG_VOLATILITY_BOUND, NEVER_CLOSED_VOLATILITY, neverCloses, timeModel } from './parameters.ts'
import { type News, news } from './news.ts'
import { ActivityCurves } from './session-clock.ts'
import type { Timeline } from './timeline.ts'

/**
 * The laws that a day is drawn by. Each day keeps the number of its price model for ever, so that charts of the past stay
 * as they are and finished days can be recomputed when newer days are drawn otherwise:
 *
 * 1. The rule book's model with the exponential and logarithm of the engine that runs it.
 * 2. The same with arithmetic of our own. Where the market never closes a day moves as much as one of the exchange's, is
 *    lively at all hours, never falls asleep, and companies have news.
 */
export type PriceModel = (typeof PRICE_MODELS)[number]
const PRICE_MODELS = [1, 2] as const
export const NEWEST_MODEL: PriceModel = 2

export const isPriceModel = (model: number): model is PriceModel => PRICE_MODELS.some((known) => known === model)

/** The model of one market's day. */
export type ModelOn = (market: MarketName, date: CalendarDate) => PriceModel

export type DayLaws = Readonly<{
  model: PriceModel
  arithmetic: Arithmetic
  curves: ActivityCurves
  /** Daily volatility relative to a session of the real calendar. */
  volatilityScale: number
  /** No day's log-volatility is lower. */
  calmest: number
  /** So many steps of its price a company's own movement makes in a day at least; a cheap share stands still otherwise. */
  leastSteps: number
  /** Shares that have closed below this for twenty days are put together, ten into one; in the currency of their market. */
  reverseSplitBelow: number
  /** Null where companies have none within the day. */
  news: News | null
}>

/** The laws of one market, day by day. */
export class Laws {
  readonly #market: MarketName
  readonly #timeline: Timeline
  readonly #modelOn: ModelOn
  readonly #laws: Readonly<Record<PriceModel, DayLaws>>
  readonly #known: DayLaws[] = []

  constructor(market: MarketName, timeline: Timeline, alwaysOpen: boolean, modelOn: ModelOn) {
    this.#market = market
    this.#timeline = timeline
    this.#modelOn = modelOn
    this.#laws = { 1: lawsOfOne(market, alwaysOpen), 2: lawsOfTwo(market, alwaysOpen) }
  }

  /** Days before history have the laws of its first one. */
  on(ordinal: number): DayLaws {
    const place = Math.max(0, ordinal)
    const known = this.#known[place]
    if (known !== undefined) return known
    const found = this.#laws[this.#modelOn(this.#market, dateOfDays(this.#timeline.dayOf(place)))]
    this.#known[place] = found
    return found
  }

  /** Those of the days that are still to come. */
  get newest(): DayLaws {
    return this.#laws[this.#modelOn(this.#market, END_OF_TIME)]
  }
}

const END_OF_TIME: CalendarDate = '9999-12-31'

const isRoundTheClock = (market: MarketName, alwaysOpen: boolean): boolean => timeModel(market, alwaysOpen).roundTheClock

const lawsOfOne = (market: MarketName, alwaysOpen: boolean): DayLaws => ({
  model: 1,
  arithmetic: engineArithmetic,
  curves: new ActivityCurves(isRoundTheClock(market, alwaysOpen) ? 'hump' : 'bells', engineArithmetic),
  volatilityScale: neverCloses(market, alwaysOpen) ? NEVER_CLOSED_VOLATILITY : 1,
  calmest: -LOG_VOLATILITY_BOUND,
  leastSteps: 0,
  reverseSplitBelow: REVERSE_SPLIT_BELOW,
  news: null,
})

const lawsOfTwo = (market: MarketName, alwaysOpen: boolean): DayLaws => {
  const one = lawsOfOne(market, alwaysOpen)
  const shared = { ...one, model: 2, arithmetic: plainArithmetic } as const
  if (!alwaysOpen) return { ...shared, curves: new ActivityCurves(isRoundTheClock(market, alwaysOpen) ? 'hump' : 'bells', plainArithmetic) }
  return {
    ...shared,
    curves: new ActivityCurves('waves', plainArithmetic),
    volatilityScale: 1,
    calmest: CALMEST_ALWAYS_OPEN,
    leastSteps: STEPS_ALWAYS_OPEN,
    reverseSplitBelow: REVERSE_SPLIT_ALWAYS_OPEN,
    news,
  }
}

/** About the calmest quarter of all days is as calm as this. */
const CALMEST_ALWAYS_OPEN = -0.5
/** Enough for a chart of a few hours to be more than one step up and down. */
const STEPS_ALWAYS_OPEN = 16
const REVERSE_SPLIT_BELOW = 0.6
/** A cheap share moves further in a day there; put together sooner, it trades no lower than with the exchanges' hours. */
const REVERSE_SPLIT_ALWAYS_OPEN = 1
