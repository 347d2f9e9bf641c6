import { daysOf } from '../calendars/civil.ts'
import type { FutureRoot } from '../catalogue/futures.ts'
import type { ReferenceIndex } from '../catalogue/company.ts'
import { referenceIndices } from '../catalogue/indices.ts'
import { taiwaneseIndex } from '../catalogue/world-indices.ts'
import { DayKeys } from '../prices/day-keys.ts'
import { NEW_YORK_IN_TAIPEI } from '../prices/following.ts'
import type { SimMarket } from '../prices/sim-market.ts'
import { ConvertedPath, scaledBy } from './converted-path.ts'
import { IndexNight } from './index-night.ts'
import type { Listing } from './listing.ts'
import { MODEL_PRICE } from './own-series.ts'
import { inSessions } from './path-in-sessions.ts'
import type { Path } from './path.ts'
import { SeriesPath } from './series-path.ts'
import { FOREIGN_HISTORY_START, type MarketsOptions, type SimulatedMarkets, activityOf } from './simulated-markets.ts'

/**
 * The paths that families of futures follow, seen from the sessions in which futures trade: an index with its nights, a
 * currency without its break, or a price of the family's own. Families with one spot share its path.
 */
export type Spots = (root: FutureRoot) => Path

export function createSpots(
  markets: SimulatedMarkets,
  pairs: readonly (Listing & Readonly<{ path: Path }>)[],
  options: MarketsOptions,
): Spots {
  const known = new Map<string, Path>()
  const indices = new Map([...referenceIndices, taiwaneseIndex].map((index) => [index.instrument.id, index]))
  const pathOf = ({ root, source }: FutureRoot): Path => {
    if (source.kind === 'own') {
      const own = new SeriesPath(markets.FUT, activityOf(root))
      return new ConvertedPath(own, scaledBy(source.baseValue / MODEL_PRICE), markets.FUT.days)
    }
    const index = indices.get(source.instrumentId)
    if (index !== undefined) return indexFollowed(markets, index, options)
    const pair = pairs.find(({ instrument }) => instrument.id === source.instrumentId)
    if (pair === undefined) throw new Error(`${root} follows ${source.instrumentId}, which is not listed`)
    return seenFromFutures(markets, markets.FX, pair.path, options)
  }
  return (root) => {
    const name = root.source.kind === 'own' ? root.root : root.source.instrumentId
    const path = known.get(name) ?? pathOf(root)
    known.set(name, path)
    return path
  }
}

const NEW_YORK = 'IDX:US500'

function indexFollowed(markets: SimulatedMarkets, index: ReferenceIndex, options: MarketsOptions): Path {
  const { id } = index.instrument
  const market = index === taiwaneseIndex ? markets.TW : markets.US
  const leader = index === taiwaneseIndex ? { path: new SeriesPath(markets.US, NEW_YORK), power: NEW_YORK_IN_TAIPEI } : null
  // Markets that never close have no nights.
  const night = options.alwaysOpen
    ? null
    : new IndexNight({
        market,
        index: { id, number: index.index },
        keys: new DayKeys('FUT', options.dayKey),
        arithmeticOn: markets.FUT.arithmeticOn,
        leader,
      })
  return seenFromFutures(markets, market, new SeriesPath(market, id), options, night)
}

const seenFromFutures = (
  { FUT }: SimulatedMarkets,
  market: SimMarket,
  path: Path,
  { alwaysOpen, startDate }: MarketsOptions,
  night: IndexNight | null = null,
): Path =>
  inSessions({
    path,
    own: market.days,
    seenFrom: FUT.days,
    night,
    splits: false,
    since: daysOf(startDate ?? FOREIGN_HISTORY_START),
    sameDays: alwaysOpen && market.days.timeZone === FUT.days.timeZone,
  })
