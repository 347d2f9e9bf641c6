import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { argentineCompanies, cclIndex, cedears } from '../catalogue/argentine-companies.ts'
import type { Company, ReferenceIndex } from '../catalogue/company.ts'
import { futureRoots } from '../catalogue/futures.ts'
import type { ScaledCompany } from '../catalogue/foreign-companies.ts'
import { pairs, pesoTrend } from '../catalogue/pairs.ts'
import { taiwaneseCompanies } from '../catalogue/taiwanese-companies.ts'
import { argentineIndex, taiwaneseIndex, worldIndices } from '../catalogue/world-indices.ts'
import type { IsPromised } from '../prices/commitments.ts'
import type { DayKey, Sha256 } from '../prices/day-keys.ts'
import type { ModelOn } from '../prices/day-laws.ts'
import { followings } from '../prices/following.ts'
import type { SavedMarket } from '../prices/saved-days.ts'
import { type SimMarket, createSimMarket } from '../prices/sim-market.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { limitsOf } from './limits.ts'
import { ownSeries } from './own-series.ts'

/** One simulated market for each name, each with its calendar and its keys; what all other listings are quoted from. */
export type SimulatedMarkets = Readonly<Record<MarketName, SimMarket>>

export type MarketsOptions = Readonly<{
  dayKey: DayKey
  sha256: Sha256
  isPromised?: IsPromised | undefined
  alwaysOpen: boolean
  modelOn?: ModelOn
  startDate?: CalendarDate
  /** What the first days of these very markets have left behind. */
  saved?: SavedMarkets | undefined
}>

export type SavedMarkets = Readonly<Record<MarketName, SavedMarket>>

type Listed = Readonly<{ companies: readonly Company[]; indices: readonly ReferenceIndex[] }>

/** Charts of the other markets reach back this far: enough for every range there is. */
export const FOREIGN_HISTORY_START: CalendarDate = '2023-01-02'

const CEDEAR_VOLUME = 60_000
const PAIR_VOLUME = 4_000_000
const FUTURE_VOLUME = 900_000
const FIRST_CEDEAR = 1_100
const CCL_INDEX = 1_900
const FIRST_FUTURE = 4_100

const limited = (listing: ScaledCompany): Company => ({ ...listing.company, limits: limitsOf(listing) })

const listed: Readonly<Record<Exclude<MarketName, 'US'>, () => Listed>> = {
  AR: () => ({
    companies: [
      ...argentineCompanies.map(limited),
      ...cedears.map(({ instrument }, position) =>
        ownSeries({
          id: instrument.id,
          kind: 'commodity',
          index: FIRST_CEDEAR + position,
          volatility: 0.012,
          dailyVolume: CEDEAR_VOLUME,
          listedAs: instrument,
        }),
      ),
      ownSeries({
        id: cclIndex.id,
        kind: 'currency',
        index: CCL_INDEX,
        volatility: 0.006,
        trend: pesoTrend,
        dailyVolume: CEDEAR_VOLUME,
        listedAs: cclIndex,
      }),
    ],
    indices: [argentineIndex],
  }),
  TW: () => ({ companies: taiwaneseCompanies.map(limited), indices: [taiwaneseIndex] }),
  FX: () => ({
    companies: pairs.map(({ instrument, index, dailyVolatility, trend }) =>
      ownSeries({
        id: instrument.id,
        kind: 'currency',
        index,
        volatility: dailyVolatility,
        trend,
        dailyVolume: PAIR_VOLUME,
        listedAs: instrument,
      }),
    ),
    indices: [],
  }),
  FUT: () => ({
    companies: futureRoots.map(({ root, source }, position) => {
      const volatility = source.kind === 'own' ? source.dailyVolatility : 0.01
      const index = source.kind === 'own' ? source.index : FIRST_FUTURE + position
      return ownSeries({ id: activityOf(root), kind: 'commodity', index, volatility, dailyVolume: FUTURE_VOLUME, listedAs: cclIndex })
    }),
    indices: [],
  }),
  IDX: () => ({
    companies: worldIndices.map(({ instrument, index, dailyVolatility }) =>
      ownSeries({
        id: instrument.id,
        kind: 'index',
        index,
        volatility: dailyVolatility,
        trend: { growthPerYear: 0.06 },
        dailyVolume: CEDEAR_VOLUME,
        listedAs: instrument,
      }),
    ),
    indices: [],
  }),
}

/** The series whose bustle the contracts of a family share. */
export const activityOf = (root: string): string => idOfFirstCode('FUT', root)

export function createMarkets(options: MarketsOptions): SimulatedMarkets {
  const { saved, ...shared } = options
  const US = createSimMarket({ ...shared, saved: saved?.US })
  const others = Object.entries(listed).map(([name, list]) => {
    const market = name as Exclude<MarketName, 'US'>
    const how = followings[market]
    const follows = how === null ? {} : { follows: { leading: US.leading, how } }
    return [
      market,
      createSimMarket({ startDate: FOREIGN_HISTORY_START, ...shared, ...follows, market, listed: list(), saved: saved?.[market] }),
    ]
  })
  return { ...(Object.fromEntries(others) as Record<Exclude<MarketName, 'US'>, SimMarket>), US }
}
