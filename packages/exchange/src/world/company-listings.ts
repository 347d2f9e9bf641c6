import { SCALE } from '@rueda/rules/decimal.ts'
import { type ShareMarketName, shareMarkets } from '@rueda/rules/markets/markets.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { type DayNumber, addDays } from '../calendars/civil.ts'
import { type Cedear, argentineCompanies, cclIndex, cedears } from '../catalogue/argentine-companies.ts'
import type { Company } from '../catalogue/company.ts'
import type { ScaledCompany } from '../catalogue/foreign-companies.ts'
import { taiwaneseCompanies } from '../catalogue/taiwanese-companies.ts'
import { FREE_DAYS } from '../prices/daily-limits.ts'
import type { SimMarket } from '../prices/sim-market.ts'
import { BoardLots } from './board-lots.ts'
import { referenceFacts, scaledAction, scaledFacts } from './company-facts.ts'
import { type Conversion, ConvertedPath, scaledBy } from './converted-path.ts'
import { limitsAround } from './limits.ts'
import type { Listing } from './listing.ts'
import { MODEL_PRICE } from './own-series.ts'
import { inSessions } from './path-in-sessions.ts'
import { QuotedListing } from './quoted-listing.ts'
import { SeriesPath } from './series-path.ts'
import type { SimulatedMarkets } from './simulated-markets.ts'

/** Shares of Buenos Aires and Taipei, certificates on foreign shares, and the rate they are priced at. */
const PLAIN = 100_000_000
/** Pesos for a dollar abroad at the beginning of history. */
const CCL_AT_START = 570

const listings: Readonly<Record<ShareMarketName, (markets: SimulatedMarkets, since: DayNumber) => readonly Listing[]>> = {
  // Its shares are the model's own and need no words in other terms.
  US: () => [],
  AR: (markets, since) => [
    ...argentineCompanies.map((listed) => shareListing(markets.AR, listed)),
    ...cedears.map((cedear) => cedearListing(markets, cedear, since)),
    cclListing(markets.AR),
  ],
  TW: (markets) => taiwaneseCompanies.map((listed) => new BoardLots(shareListing(markets.TW, listed))),
}

export const companyListings = (markets: SimulatedMarkets, since: DayNumber): readonly Listing[] =>
  shareMarkets.flatMap((name) => listings[name](markets, since))

function shareListing(market: SimMarket, { company, scale }: ScaledCompany): Listing {
  const { instrument } = company
  const limitedFrom = limitedSince(company, market)
  return new QuotedListing({
    instrument,
    path: new ConvertedPath(new SeriesPath(market, instrument.id), scaledBy(scale), market.days),
    activity: { market, id: instrument.id },
    spreadTicks: 1,
    unit: SCALE,
    limits: (previousClose, tradeDate) => (tradeDate < limitedFrom ? null : limitsAround(instrument, previousClose)),
    tradePrice: ({ price }) => (Number(price) / PLAIN) * scale,
    facts: (now) => scaledFacts(market.facts(instrument.id, now), scale),
    actions: (from, to, now) =>
      market.corporateActions(instrument.id, from, to, now).map((action) => scaledAction(action, instrument.id, scale)),
  })
}

/** The first day with limits: before it a listing finds its price freely. */
function limitedSince({ listedOn }: Company, { days }: SimMarket): CalendarDate {
  let date = days.nextTradingDate(addDays(listedOn, -1))
  for (let count = 0; count < FREE_DAYS; count += 1) date = days.nextTradingDate(date)
  return date
}

/** Pesos for a dollar abroad on a day: set with the day's first price, and then it stands; null before there was one. */
const knownCclOn =
  (market: SimMarket) =>
  (date: CalendarDate): number | null => {
    const open = market.openOn(cclIndex.id, date)
    return open === null ? null : (open / MODEL_PRICE) * CCL_AT_START
  }

const cclOn = (market: SimMarket) => {
  const known = knownCclOn(market)
  return (date: CalendarDate): number => known(date) ?? CCL_AT_START
}

function cclListing(market: SimMarket): Listing {
  const rate = cclOn(market)
  const conversion: Conversion = { on: (date) => ({ factor: 0, offset: rate(date) }), isConstant: false }
  const activity = { market, id: cclIndex.id, unit: SCALE }
  const listing: QuotedListing = new QuotedListing({
    instrument: cclIndex,
    path: new ConvertedPath(new SeriesPath(market, cclIndex.id), conversion, market.days),
    activity,
    spreadTicks: 1,
    unit: SCALE,
    facts: (now) =>
      referenceFacts(activity, { kind: 'reference', code: cclIndex.code }, (request, moment) => listing.bars(request, moment), now),
  })
  return listing
}

/** Parity: the share's price abroad at the day's rate, divided by the ratio (`docs/rules/argentina.md` L.4). */
function cedearListing(markets: SimulatedMarkets, { instrument, underlying, ratio }: Cedear, since: DayNumber): Listing {
  const rate = cclOn(markets.AR)
  const knownRate = knownCclOn(markets.AR)
  const conversion: Conversion = { on: (date) => ({ factor: rate(date) / ratio, offset: 0 }), isConstant: false }
  return new QuotedListing({
    instrument,
    path: inSessions({
      path: new ConvertedPath(new SeriesPath(markets.US, underlying.instrument.id), conversion, markets.US.days),
      own: markets.US.days,
      seenFrom: markets.AR.days,
      splits: true,
      since,
      sameDays: false,
    }),
    activity: { market: markets.AR, id: instrument.id },
    spreadTicks: 1,
    unit: SCALE,
    facts: (now) => scaledFacts(markets.US.facts(underlying.instrument.id, now), rate(markets.US.dateOf(now)) / ratio),
    actions: (from, to, now) => {
      const today = markets.US.dateOf(now)
      // The share's own history is the longer one: what happened before there was a certificate did not happen to it.
      return markets.US.corporateActions(underlying.instrument.id, from, to, now).flatMap((action) => {
        if (action.kind === 'rename') return [{ ...action, instrumentId: instrument.id }]
        const pesos = knownRate(action.exDate > today ? today : action.exDate)
        return pesos === null ? [] : [scaledAction(action, instrument.id, pesos / ratio)]
      })
    },
  })
}
