import { type Pair, pairs } from '../catalogue/pairs.ts'
import type { SimMarket } from '../prices/sim-market.ts'
import { referenceFacts } from './company-facts.ts'
import { ConvertedPath, scaledBy } from './converted-path.ts'
import { CrossPath } from './cross-path.ts'
import type { Listing } from './listing.ts'
import { MODEL_PRICE } from './own-series.ts'
import type { Path } from './path.ts'
import { QuotedListing } from './quoted-listing.ts'
import { SeriesPath } from './series-path.ts'

/** Currency pairs and metals: most are prices of their own, crosses are what their legs make them. */
const PIP_IN_TICKS = 10
const PLAIN = 100_000_000

export function pairListings(market: SimMarket): readonly (Listing & Readonly<{ path: Path }>)[] {
  const paths = new Map(pairs.filter(({ legs }) => legs === null).map((pair) => [pair.instrument.id, ownPath(market, pair)]))
  return pairs.map((pair) => pairListing(market, pair, pathOf(market, pair, paths)))
}

const ownPath = (market: SimMarket, { instrument, baseValue }: Pair): Path =>
  new ConvertedPath(new SeriesPath(market, instrument.id), scaledBy(baseValue / MODEL_PRICE), market.days)

function pathOf({ days }: SimMarket, { instrument, legs }: Pair, paths: ReadonlyMap<string, Path>): Path {
  if (legs === null) return paths.get(instrument.id) as Path
  const [first, second] = [paths.get(legs.first), paths.get(legs.second)]
  if (first === undefined || second === undefined) throw new Error(`${instrument.id} has a leg that is not listed`)
  return new CrossPath({ first, second, how: legs.how, days })
}

function pairListing(market: SimMarket, { instrument, baseValue, spreadPips, legs }: Pair, path: Path): Listing & Readonly<{ path: Path }> {
  const unit = instrument.step
  // A cross is traded when its first leg is.
  const activity = { market, id: legs?.first ?? instrument.id, unit }
  const listing: QuotedListing = new QuotedListing({
    instrument,
    path,
    activity,
    spreadTicks: spreadPips * PIP_IN_TICKS,
    unit,
    ...(legs === null ? { tradePrice: ({ price }) => (Number(price) / PLAIN / MODEL_PRICE) * baseValue } : {}),
    facts: (now) => referenceFacts(activity, { kind: 'pair' }, (request, moment) => listing.bars(request, moment), now),
  })
  return Object.assign(listing, { path })
}
