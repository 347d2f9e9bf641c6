import { SCALE } from '@rueda/rules/decimal.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { memberIndices, volatilityIndex, worldIndices } from '../catalogue/world-indices.ts'
import type { SimMarket } from '../prices/sim-market.ts'
import { referenceFacts, scaledFacts } from './company-facts.ts'
import { type Conversion, ConvertedPath, scaledBy } from './converted-path.ts'
import type { Listing } from './listing.ts'
import { MODEL_PRICE } from './own-series.ts'
import { QuotedListing } from './quoted-listing.ts'
import { SeriesPath } from './series-path.ts'
import type { SimulatedMarkets } from './simulated-markets.ts'

/** The indices of other markets, and the expected volatility of the United States'. */
const LEADING_INDEX = 'IDX:US500'
const PERCENT = 100
/** The index of volatility rises by this many percent when the market falls by one. */
const ANSWER = 5

export const indexListings = (markets: SimulatedMarkets): readonly Listing[] => [
  ...marketNames.flatMap((name) => {
    const own = memberIndices[name]
    return own === null ? [] : [memberIndex(markets[name], own.index.instrument, own.scale)]
  }),
  ...worldIndices.map((index) => {
    const activity = { market: markets.IDX, id: index.instrument.id, unit: SCALE }
    const path = new ConvertedPath(
      new SeriesPath(markets.IDX, index.instrument.id),
      scaledBy(index.baseValue / MODEL_PRICE),
      markets.IDX.days,
    )
    const listing: QuotedListing = new QuotedListing({
      instrument: index.instrument,
      path,
      activity,
      spreadTicks: 1,
      unit: SCALE,
      facts: (now) => referenceFacts(activity, { kind: 'ownPrice' }, (request, moment) => listing.bars(request, moment), now),
    })
    return listing
  }),
  volatilityListing(markets.US),
]

function memberIndex(market: SimMarket, instrument: Listing['instrument'], scale: number): Listing {
  return new QuotedListing({
    instrument,
    path: new ConvertedPath(new SeriesPath(market, instrument.id), scaledBy(scale), market.days),
    activity: { market, id: instrument.id },
    spreadTicks: 1,
    unit: SCALE,
    facts: (now) => scaledFacts(market.facts(instrument.id, now), scale),
  })
}

/** The volatility the day is drawn with, which rises within the day as the leading index falls. */
function volatilityListing(market: SimMarket): Listing {
  const conversion: Conversion = {
    on: (date) => {
      const level = PERCENT * market.marketVolatilityOn(date)
      const open = market.openOn(LEADING_INDEX, date) ?? 1
      return { factor: (-ANSWER * level) / open, offset: (1 + ANSWER) * level }
    },
    isConstant: false,
  }
  const activity = { market, id: LEADING_INDEX, unit: SCALE }
  const listing: QuotedListing = new QuotedListing({
    instrument: volatilityIndex,
    path: new ConvertedPath(new SeriesPath(market, LEADING_INDEX), conversion, market.days),
    activity,
    spreadTicks: 1,
    unit: SCALE,
    facts: (now) =>
      referenceFacts(activity, { kind: 'reference', code: volatilityIndex.code }, (request, moment) => listing.bars(request, moment), now),
  })
  return listing
}
