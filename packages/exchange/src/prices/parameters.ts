import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { Jumps, OwnKind, OwnMovement } from '../catalogue/company.ts'

/**
 * The numbers of the price model (`docs/rules/price-model.md` C.2). Volatilities are per session of the real calendar; where the
 * market never closes a year has more days, and each of them moves less.
 */
export type VolatilityComponent = Readonly<{
  /** The part of a shock to volatility that is left a day later, its size, and how it follows the price. */
  persistence: number
  size: number
  leverage: number
}>

export type FactorParameters = Readonly<{ volatility: number; components: readonly VolatilityComponent[]; marketWeight: number }>

export const marketFactor: FactorParameters = {
  volatility: 0.0098,
  components: [
    { persistence: 0.992, size: 0.32, leverage: -0.45 },
    { persistence: 0.92, size: 0.42, leverage: -0.85 },
  ],
  marketWeight: 0,
}

/** A market that follows another is the livelier when the other is. */
export const followingFactor: FactorParameters = { ...marketFactor, marketWeight: 0.5 }

export const sectorFactor: FactorParameters = {
  volatility: 0.0055,
  components: [{ persistence: 0.97, size: 0.25, leverage: -0.2 }],
  marketWeight: 0.7,
}

/** A company's own movement, by its tier. */
const OWN_VOLATILITY = [0.01, 0.016, 0.026] as const
export const companyFactor = (tier: 0 | 1 | 2): FactorParameters => ({
  volatility: OWN_VOLATILITY[tier],
  components: [{ persistence: 0.975, size: 0.35, leverage: -0.25 }],
  marketWeight: 0.7,
})

/** Listings that move by themselves alone: falls and rises make currencies and goods livelier alike, an index falls as a market does. */
const OWN_MEMORY: Readonly<Record<OwnKind, Omit<FactorParameters, 'volatility'>>> = {
  currency: { components: [{ persistence: 0.98, size: 0.3, leverage: 0 }], marketWeight: 0.3 },
  commodity: { components: [{ persistence: 0.975, size: 0.35, leverage: 0 }], marketWeight: 0.3 },
  index: { components: marketFactor.components, marketWeight: 0 },
}
export const ownFactor = ({ kind, volatility }: OwnMovement): FactorParameters => ({ ...OWN_MEMORY[kind], volatility })

export const LOG_VOLATILITY_BOUND = 1.5
export const SHOCK_BOUND_IN_MEMORY = 3

/** Sudden falls and rises of the whole market. */
export const marketJumps: Jumps = { perYear: 1.5, mean: -0.012, deviation: 0.02 }

/** Earnings come four times a year and move a company by this many of its own daily volatilities. */
export const earnings = { perYear: 4, volatilities: 2.8, volume: 2.5 } as const

/** Yearly growth that a share's buyer can expect: a modest, honest drift. */
export const drift = { base: 0.04, perBeta: 0.04 } as const

export const volumeLaw = {
  memory: 0.9,
  deviation: 0.4,
  memoryWeight: 0.5,
  volatilityWeight: 0.6,
  moveWeight: 0.35,
  usualMove: 0.8,
  halfDay: 0.45,
} as const

/** Trading outside the regular session: parts of the day's volume, and of the variance between close and open. */
export const extendedHours = { volumeBefore: 0.016, volumeAfter: 0.024, afterShare: 0.2, beforeShare: 0.4 } as const

export type TimeModel = Readonly<{
  /** Trading day and night: activity has no peak at the open, and no evening follows the close. */
  roundTheClock: boolean
  daysPerYear: number
  /** The part of a day's variance that falls between the close before and its open, and the part after days without trading. */
  gapShare: number
  gapShareAfterPause: number
}>

const REAL_DAYS_PER_YEAR = 252
const CALENDAR_DAYS_PER_YEAR = 365

/** Weekdays without the two on which currencies rest. */
const CURRENCY_DAYS_PER_YEAR = 259

/** A year of days that never close moves in price model 1 as much as one of sessions. */
export const NEVER_CLOSED_VOLATILITY = Math.sqrt(REAL_DAYS_PER_YEAR / CALENDAR_DAYS_PER_YEAR)

const NEVER_CLOSED: TimeModel = {
  roundTheClock: true,
  daysPerYear: CALENDAR_DAYS_PER_YEAR,
  gapShare: 0,
  gapShareAfterPause: 0,
}
const exchange = (gapShare: number): TimeModel => ({
  roundTheClock: false,
  daysPerYear: REAL_DAYS_PER_YEAR,
  gapShare,
  gapShareAfterPause: gapShare,
})
/** Futures trade through their nights and have no gaps of their own; currencies have a minute's break, and weekends. */
const REAL_MODELS: Readonly<Record<MarketName, TimeModel>> = {
  US: exchange(0.25),
  IDX: exchange(0.25),
  TW: exchange(0.35),
  AR: exchange(0.3),
  FUT: NEVER_CLOSED,
  FX: { roundTheClock: true, daysPerYear: CURRENCY_DAYS_PER_YEAR, gapShare: 0.02, gapShareAfterPause: 0.5 },
}

/** Nothing lies between two days where no market ever closes. */
export const timeModel = (market: MarketName, alwaysOpen: boolean): TimeModel => (alwaysOpen ? NEVER_CLOSED : REAL_MODELS[market])

/** True for a market with a day for every day of the calendar. */
export const neverCloses = (market: MarketName, alwaysOpen: boolean): boolean =>
  timeModel(market, alwaysOpen).daysPerYear === CALENDAR_DAYS_PER_YEAR

/** Numbers of the factors in the draws, past those of companies and indices. */
export const MARKET_INDEX = 20_000
export const FIRST_SECTOR_INDEX = 20_001

/** The variance of a factor's log-volatility, which keeps its mean variance at one. */
export function logVolatilityVariance(factor: FactorParameters): number {
  const own = factor.components.reduce((sum, a) => sum + factor.components.reduce((inner, b) => inner + covariance(a, b, a === b), 0), 0)
  return factor.marketWeight === 0 ? own : own + factor.marketWeight * factor.marketWeight * logVolatilityVariance(marketFactor)
}

/** Components of one factor share the price's shock, and only that. */
function covariance(a: VolatilityComponent, b: VolatilityComponent, same: boolean): number {
  if (same) return a.size * a.size
  const shared =
    a.size * b.size * a.leverage * b.leverage * Math.sqrt((1 - a.persistence * a.persistence) * (1 - b.persistence * b.persistence))
  return shared / (1 - a.persistence * b.persistence)
}
