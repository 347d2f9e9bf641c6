import { SCALE } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { daysOf } from '../calendars/civil.ts'
import { type FutureRoot, futureRoots, rootOf } from '../catalogue/futures.ts'
import type { DayKeys } from '../prices/day-keys.ts'
import { Basis } from './basis.ts'
import { referenceFacts } from './company-facts.ts'
import { type Conversion, ConvertedPath } from './converted-path.ts'
import type { Listing } from './listing.ts'
import { QuotedListing } from './quoted-listing.ts'
import { type SimulatedMarkets, activityOf } from './simulated-markets.ts'
import type { Spots } from './spots.ts'

/**
 * Contract months: what is underlying, carried to the last trade date, F = S · e^(carry · T) + basis, so that on that date
 * a contract is worth what it follows (`docs/rules/futures.md` B.4).
 */

export type FutureParts = Readonly<{ markets: SimulatedMarkets; spots: Spots; keys: DayKeys }>

const DAYS_A_YEAR = 365

export function futureListing({ markets, spots, keys }: FutureParts, instrument: Instrument): Listing {
  const root = rootOf(instrument)
  const { contract } = instrument
  if (root === null || contract?.kind !== 'future') throw new Error(`${instrument.id} is no future`)
  const { lastTradeDate } = contract
  const { days, arithmeticOn } = markets.FUT
  const basis = new Basis(keys, markets.FUT, { month: monthNumberOf(root, lastTradeDate), lastTradeDate })
  const conversion: Conversion = {
    on: (date) => ({
      factor: arithmeticOn(date).exp(root.carry * yearsBetween(date, lastTradeDate)),
      offset: basis.inTicksOn(date) * Number(root.tick),
    }),
    isConstant: false,
  }
  const path = new ConvertedPath(spots(root), conversion, days)
  const activity = { market: markets.FUT, id: activityOf(root.root), unit: SCALE }
  const listing: QuotedListing = new QuotedListing({
    instrument,
    path,
    activity,
    spreadTicks: 1,
    unit: SCALE,
    facts: (now) =>
      referenceFacts(activity, { kind: 'future', lastTradeDate }, (request, moment) => listing.bars(request, moment), now, true),
  })
  return listing
}

/** Months of one spot have numbers of their own in the draws; the large and the small contract of a month the same. */
const monthNumberOf = ({ source }: FutureRoot, lastTradeDate: CalendarDate): number => {
  const spot = futureRoots.findIndex((root) => spotNameOf(root) === spotNameOf({ source }))
  return spot * DAYS_OF_A_SPOT + daysOf(lastTradeDate)
}
const DAYS_OF_A_SPOT = 1_000_000
const spotNameOf = ({ source }: Pick<FutureRoot, 'source'>): string =>
  source.kind === 'follows' ? source.instrumentId : String(source.index)

const yearsBetween = (from: CalendarDate, to: CalendarDate): number => Math.max(0, daysOf(to) - daysOf(from)) / DAYS_A_YEAR
