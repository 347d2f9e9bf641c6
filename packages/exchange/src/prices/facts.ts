import type { Instant } from '@rueda/rules/time.ts'
import { EMPTY_COMPANY_FACTS } from '../empty-company-facts.ts'
import type { CompanyFacts } from '../venue.ts'
import { sectors } from '../catalogue/sectors.ts'
import { scaleOf, scaledUnits } from './adjusted-bars.ts'
import { dayBar } from './bars.ts'
import { yearlyDividendOn } from './corporate-actions.ts'
import { type History, type Series, hasBegun } from './history.ts'
import { type PriceUnits, UNITS_PER_ONE, toPrice, toQuantity } from './price-units.ts'
import type { SimPrices } from './sim-prices.ts'

/** Facts for a company's page: its identity, and its numbers as of now. An index has a profile and a range only. */

/** A fund is drawn like a company and is none. */
const NO_SECTOR = { sector: '', industry: '' }
const RATIO_SCALE = 100_000_000
const CENTS = 100
const VOLUME_DAYS = 30

export function factsOf(history: History, prices: SimPrices, series: Series, now: Instant): CompanyFacts | null {
  const quote = prices.quote(series.id, now)
  const ordinal = history.ordinalAt(now)
  if (quote === null || ordinal < 0) return null
  const latest = hasBegun(history.hoursOf(ordinal).regular, now) ? ordinal : ordinal - 1
  const range = yearRange(history, prices, series, latest, now)
  const { company, reference } = series
  const common = {
    ...range,
    averageVolume30: averageVolume(history, series, latest - 1),
    dailyVolatility: ratio(series.days.dailyVolatility(history.context.laws.on(ordinal))),
  }
  if (company === null)
    return {
      ...EMPTY_COMPANY_FACTS,
      ...common,
      profile: reference === null ? null : { kind: 'reference', code: reference.instrument.code },
      beta: ratio(1),
    }
  const reported = reportedPrice(history, series, ordinal)
  const sharesOutstanding = Math.round(company.sharesOutstanding / series.days.shareFactor(ordinal))
  return {
    ...common,
    profile: company.profile,
    ...(company.instrument.fund === true ? NO_SECTOR : { sector: sectors[company.sector]?.id ?? '', industry: company.industry }),
    chiefExecutive: company.chiefExecutive,
    employees: company.employees,
    listedOn: company.listedOn,
    sharesOutstanding: toQuantity(sharesOutstanding),
    marketCapitalisation: quote.last * BigInt(sharesOutstanding),
    earningsPerShare: cents(reported * company.earningsYield),
    bookValuePerShare: cents(reported * company.bookYield),
    yearlyDividend: cents(yearlyDividendOn(company, reported)),
    beta: ratio(company.beta),
  }
}

function yearRange(history: History, prices: SimPrices, series: Series, latest: number, now: Instant) {
  let [high, low]: [PriceUnits, PriceUnits] = [0, Infinity]
  for (let ordinal = Math.max(series.first, latest - history.context.model.daysPerYear + 1); ordinal <= latest; ordinal += 1) {
    const own = dayBar(history, prices, series, ordinal, now)
    const scale = scaleOf(series, ordinal, latest, 'split')
    const bar = scale === null ? own : scaledUnits(own, scale)
    high = Math.max(high, bar.high)
    low = Math.min(low, bar.low)
  }
  return { high52Weeks: toPrice(high), low52Weeks: toPrice(Number.isFinite(low) ? low : 0) }
}

/** Over finished days only. */
function averageVolume(history: History, series: Series, last: number): bigint {
  const first = Math.max(series.first, last - VOLUME_DAYS + 1)
  if (last < first) return toQuantity(series.company?.averageDailyVolume ?? 0)
  let sum = 0
  for (let ordinal = first; ordinal <= last; ordinal += 1) sum += history.volumeOf(series, ordinal) * sharesSince(series, ordinal, last)
  return toQuantity(Math.round(sum / (last - first + 1)))
}

/** The number of shares of a later day that one share of an earlier day has become. */
const sharesSince = ({ days }: Series, earlier: number, later: number): number => days.shareFactor(earlier) / days.shareFactor(later)

/** Earnings, book value and dividend were reported at the quarter's beginning and stand until the next. */
function reportedPrice(history: History, series: Series, ordinal: number): number {
  const { timeline } = history.context
  let first = ordinal
  while (first > series.first && timeline.quarterOf(first - 1) === timeline.quarterOf(ordinal)) first -= 1
  series.days.upTo(ordinal)
  return series.days.closePrice(first - 1) / sharesSince(series, first - 1, ordinal)
}

function ratio(value: number): bigint {
  return BigInt(Math.round(value * RATIO_SCALE))
}

const cents = (value: number): bigint => toPrice((Math.round(value * CENTS) * UNITS_PER_ONE) / CENTS)

/** Shares that usually change hands in a day, as many as there are now, in units of 10^-8. */
export function averageDailyVolumeOf(series: Series | null): bigint {
  if (series === null || series.company === null) return 0n
  return toQuantity(Math.round(series.company.averageDailyVolume / series.days.shareFactor(Number.POSITIVE_INFINITY)))
}
