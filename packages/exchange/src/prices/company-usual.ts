import type { Company } from '../catalogue/company.ts'
import type { DayLaws } from './day-laws.ts'
import { newsVolatility } from './news.ts'
import { UNITS_PER_ONE, tickUnits } from './price-units.ts'
import { type FactorParameters, drift, earnings, marketFactor, marketJumps, sectorFactor } from './parameters.ts'

/** A company's usual days under the laws of a price model. */
export type CompanyUsual = Readonly<{
  /** Its own volatility of the hours without news, and that of the news themselves; zero where there are none. */
  volatility: number
  newsVolatility: number
  dailyVolatility: number
  /** The market's share of its movement in the hours without news. */
  marketShare: number
  drift: number
}>

export function usualOf(company: Company, factor: FactorParameters, daysPerYear: number, { volatilityScale, news }: DayLaws): CompanyUsual {
  const own = factor.volatility * volatilityScale
  const market = square(company.beta * marketFactor.volatility * volatilityScale)
  const sector = square(company.gamma * sectorFactor.volatility * volatilityScale)
  const variance = market + sector + own * own
  const reports = (earnings.perYear / daysPerYear) * square(earnings.volatilities * own)
  // Gives back what sudden falls take on average, or the market would sink by it every year.
  const jumps = -company.beta * marketJumps.perYear * marketJumps.mean
  const usual = {
    dailyVolatility: Math.sqrt(variance),
    drift:
      company.own === undefined
        ? (drift.base + drift.perBeta * company.beta + jumps) / daysPerYear - (variance + reports) / 2
        : company.own.growthPerYear / daysPerYear - variance / 2,
  }
  if (news === null || company.own !== undefined)
    return { ...usual, volatility: own, newsVolatility: 0, marketShare: Math.sqrt(market / variance) }
  const volatility = own * Math.sqrt(1 - news.varianceShare)
  const marketShare = Math.sqrt(market / (market + sector + volatility * volatility))
  return { ...usual, volatility, newsVolatility: newsVolatility(news, own), marketShare }
}

/** The share of its price that so many steps of it are, for the least own volatility of a cheap share. */
export const leastVolatility = (price: number, steps: number): number =>
  Math.min(MAX_FLOOR, (steps * tickUnits(price * UNITS_PER_ONE)) / (price * UNITS_PER_ONE))

/** The upper bound of that least volatility, for a share of a dollar or two. */
const MAX_FLOOR = 0.022

const square = (value: number): number => value * value
