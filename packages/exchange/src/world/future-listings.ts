import { SCALE } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { daysOf } from '../calendars/civil.ts'
import { type FutureRoot, rootOf } from '../catalogue/futures.ts'
import { referenceFacts } from './company-facts.ts'
import { daysOfMarket } from './company-listings.ts'
import { type Conversion, ConvertedPath, type PathDays } from './converted-path.ts'
import type { Listing } from './listing.ts'
import { MODEL_PRICE } from './own-series.ts'
import type { Path } from './path.ts'
import { QuotedListing } from './quoted-listing.ts'
import { SeriesPath } from './series-path.ts'
import { type SimulatedMarkets, activityOf } from './simulated-markets.ts'

/**
 * Contract months: what is underlying, carried to the last trade date, F = S · e^(carry · T), so that on that date a
 * contract is worth what it follows (`domain.md` B.4).
 */
export type FutureListing = Listing & Readonly<{ root: FutureRoot; lastTradeDate: CalendarDate }>

/** The path and the days of what a future follows, by instrument. */
export type Followed = Readonly<{ path: Path; days: PathDays; isAmerican: boolean }>

const DAYS_A_YEAR = 365

export function futureListing(markets: SimulatedMarkets, instrument: Instrument, followed: (id: string) => Followed): FutureListing {
  const root = rootOf(instrument)
  const { contract } = instrument
  if (root === null || contract?.kind !== 'future') throw new Error(`${instrument.id} is no future`)
  const { path: spot, days, isAmerican } = spotOf(markets, root, followed)
  const { lastTradeDate } = contract
  const conversion: Conversion = {
    on: (date) => ({ factor: Math.exp(root.carry * yearsBetween(date, lastTradeDate)), offset: 0 }),
    isConstant: false,
  }
  const path = new ConvertedPath(spot, conversion, days)
  const activity = { market: markets.FUT, id: activityOf(root.root), unit: SCALE }
  const listing: QuotedListing = new QuotedListing({
    instrument,
    path,
    activity,
    sameDays: isAmerican,
    spreadTicks: 1,
    unit: SCALE,
    facts: (now) =>
      referenceFacts(activity, descriptionOf(instrument, lastTradeDate), (request, moment) => listing.bars(request, moment), now, true),
  })
  return Object.assign(listing, { root, lastTradeDate })
}

function spotOf(markets: SimulatedMarkets, { root, source }: FutureRoot, followed: (id: string) => Followed): Followed {
  if (source.kind === 'follows') return followed(source.instrumentId)
  const days = daysOfMarket(markets.FUT, 'FUT')
  const factor = source.baseValue / MODEL_PRICE
  return {
    path: new ConvertedPath(new SeriesPath(markets.FUT, activityOf(root)), { on: () => ({ factor, offset: 0 }), isConstant: true }, days),
    days,
    isAmerican: true,
  }
}

const yearsBetween = (from: CalendarDate, to: CalendarDate): number => Math.max(0, daysOf(to) - daysOf(from)) / DAYS_A_YEAR

const descriptionOf = ({ name }: Instrument, lastTradeDate: CalendarDate) => ({
  en: `${name}, settled in cash on ${lastTradeDate}.`,
  es: `${name}, se liquida en efectivo el ${lastTradeDate}.`,
})
