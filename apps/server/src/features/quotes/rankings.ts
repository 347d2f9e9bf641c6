import { SCALE, absolute } from '@rueda/rules/decimal.ts'
import type { VenueClient } from '../../venue/client.ts'
import { type Listed, type SortBy, compareNumbers, compareRatios, sorted, turnoverOf } from './listing.ts'

/** The top lists and the popular stocks: computed from the market alone, no place is for sale (`docs/rules/quotes.md` A.2). */
export type TopList = 'gainers' | 'losers' | 'active' | 'turnover' | 'new_high' | 'new_low'

const MIN_PRICE = SCALE
const MIN_TURNOVER = 100_000n * SCALE

type Rule = Readonly<{ sort: SortBy; order: 'asc' | 'desc'; belongs: (item: Listed, venue: VenueClient) => boolean }>

const change = ({ quote }: Listed): bigint => quote.last - quote.previousClose

const rules: Readonly<Record<TopList, Rule>> = {
  gainers: { sort: 'change_ratio', order: 'desc', belongs: (item) => change(item) > 0n },
  losers: { sort: 'change_ratio', order: 'asc', belongs: (item) => change(item) < 0n },
  // By money and not by pieces: a million cheap shares are a smaller market than a thousand dear ones.
  active: { sort: 'turnover', order: 'desc', belongs: () => true },
  turnover: { sort: 'turnover', order: 'desc', belongs: () => true },
  new_high: {
    sort: 'change_ratio',
    order: 'desc',
    belongs: ({ instrument, quote }, venue) => isKnownAnd(venue.facts(instrument.id)?.high52Weeks, (high) => quote.high >= high),
  },
  new_low: {
    sort: 'change_ratio',
    order: 'asc',
    belongs: ({ instrument, quote }, venue) => isKnownAnd(venue.facts(instrument.id)?.low52Weeks, (low) => quote.low <= low),
  },
}

const isKnownAnd = (value: bigint | undefined, holds: (value: bigint) => boolean): boolean => value !== undefined && holds(value)

export function topList(venue: VenueClient, items: readonly Listed[], type: TopList, limit: number): Listed[] {
  const { sort, order, belongs } = rules[type]
  return sorted(
    items.filter((item) => isRankable(item) && belongs(item, venue)),
    sort,
    order,
  ).slice(0, limit)
}

/**
 * Penny stocks, hardly traded instruments and those that stand still would only make noise at the top. A currency or a contract is no penny
 * stock for being below one, and a reference value is not traded at all.
 */
const isRankable = ({ instrument, quote }: Listed): boolean =>
  quote.phase !== 'HALT' &&
  (instrument.contract !== null || instrument.quoteOnly || quote.last >= MIN_PRICE) &&
  (instrument.quoteOnly || turnoverOf(instrument, quote.turnover) >= MIN_TURNOVER)

/** Weights of the popularity score, in tenths: unusual turnover 0.5, size of the change 0.3, new watchers 0.2. */
const TURNOVER_WEIGHT = 5
const CHANGE_WEIGHT = 3
const WATCHERS_WEIGHT = 2

export function popular(venue: VenueClient, items: readonly Listed[], recentAdds: ReadonlyMap<string, number>, limit: number): Listed[] {
  const averageVolume = ({ instrument }: Listed): bigint => venue.facts(instrument.id)?.averageVolume30 ?? 0n
  // Today's volume against that of an average day compares like turnover against average turnover, price apart.
  const byTurnover = ranks(items, (a, b) => compareRatios(a.quote.volume, averageVolume(a), b.quote.volume, averageVolume(b)))
  const byChange = ranks(items, (a, b) =>
    compareRatios(absolute(change(a)), a.quote.previousClose, absolute(change(b)), b.quote.previousClose),
  )
  const adds = ({ instrument }: Listed): bigint => BigInt(recentAdds.get(instrument.id) ?? 0)
  const byWatchers = ranks(items, (a, b) => compareNumbers(adds(a), adds(b)))
  const score = (item: Listed): number =>
    TURNOVER_WEIGHT * rankIn(byTurnover, item) + CHANGE_WEIGHT * rankIn(byChange, item) + WATCHERS_WEIGHT * rankIn(byWatchers, item)
  return sorted(items)
    .toSorted((a, b) => score(b) - score(a))
    .slice(0, limit)
}

/** The number of items below each item; equal ones share a rank. */
function ranks(items: readonly Listed[], compare: (a: Listed, b: Listed) => number): ReadonlyMap<Listed, number> {
  const ranked = new Map<Listed, number>()
  const ascending = items.toSorted(compare)
  ascending.forEach((item, index) => {
    const before = ascending[index - 1]
    ranked.set(item, before !== undefined && compare(before, item) === 0 ? rankIn(ranked, before) : index)
  })
  return ranked
}

const rankIn = (ranked: ReadonlyMap<Listed, number>, item: Listed): number => ranked.get(item) ?? 0
