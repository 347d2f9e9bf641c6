import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Profile } from '../catalogue/profile.ts'
import type { SimMarket } from '../prices/sim-market.ts'
import { EMPTY_COMPANY_FACTS } from '../empty-company-facts.ts'
import type { BarRequest, BarSeries, CompanyFacts } from '../venue.ts'

/** Facts for the page of a listing whose prices are others' in other terms: the same facts in its own currency. */
const SCALE = 1_000_000_000
const times = (value: bigint, factor: number): bigint => (value * BigInt(Math.round(factor * SCALE))) / BigInt(SCALE)

export function scaledFacts(facts: CompanyFacts | null, factor: number): CompanyFacts | null {
  if (facts === null) return null
  const orNull = (value: bigint | null): bigint | null => (value === null ? null : times(value, factor))
  return {
    ...facts,
    marketCapitalisation: times(facts.marketCapitalisation, factor),
    earningsPerShare: orNull(facts.earningsPerShare),
    bookValuePerShare: orNull(facts.bookValuePerShare),
    yearlyDividend: times(facts.yearlyDividend, factor),
    high52Weeks: times(facts.high52Weeks, factor),
    low52Weeks: times(facts.low52Weeks, factor),
  }
}

/** A dividend in another currency or on a part of a share; a split is a split. */
export const scaledAction = (action: CorporateAction, instrumentId: string, factor: number): CorporateAction =>
  action.kind === 'dividend' ? { ...action, instrumentId, amount: times(action.amount, factor) } : { ...action, instrumentId }

/** A year for what goes on; a contract month is not listed for longer than a third of one. */
const YEAR_IN_DAYS = 365
const LISTED_DAYS = 120

/** Of what is no company there is a profile, a usual volume and the range of a year. */
export function referenceFacts(
  activity: Readonly<{ market: SimMarket; id: string; unit: bigint }>,
  profile: Profile,
  bars: (request: BarRequest, now: Instant) => BarSeries | null,
  now: Instant,
  isContract = false,
): CompanyFacts | null {
  const facts = activity.market.facts(activity.id, now)
  if (facts === null) return null
  const year =
    bars(
      {
        instrumentId: activity.id,
        interval: 'day',
        until: now,
        limit: isContract ? LISTED_DAYS : YEAR_IN_DAYS,
        hours: 'regular',
        adjust: 'split',
      },
      now,
    )?.bars ?? []
  const [first] = year
  return {
    ...facts,
    ...EMPTY_COMPANY_FACTS,
    beta: facts.beta,
    profile,
    averageVolume30: (facts.averageVolume30 / WHOLE) * activity.unit,
    high52Weeks: year.reduce((high, bar) => (bar.high > high ? bar.high : high), first?.high ?? 0n),
    low52Weeks: year.reduce((low, bar) => (bar.low < low ? bar.low : low), first?.low ?? 0n),
  }
}

const WHOLE = 100_000_000n
