import type { Quote } from '@rueda/exchange/venue.ts'
import { SCALE, divide } from '@rueda/rules/decimal.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { VenueClient } from '../../venue/client.ts'

/** An instrument with a known price, as lists contain it. */
export type Listed = Readonly<{ instrument: Instrument; quote: Quote }>

/** Turnover in money: of a future or a pair a quantity is so many contracts or lots, each of which is many units. */
export const turnoverOf = ({ contract }: Pick<Instrument, 'contract'>, turnover: bigint): bigint =>
  contract === null ? turnover : divide(turnover * contract.multiplier, SCALE, 'DOWN')

export function listed(venue: VenueClient, market: MarketName): Listed[] {
  const found: Listed[] = []
  for (const instrument of venue.instruments.values()) {
    if (instrument.market !== market) continue
    const quote = venue.quote(instrument.id)
    if (quote !== null) found.push({ instrument, quote })
  }
  return found
}

export type SortBy = 'change_ratio' | 'volume' | 'turnover' | 'code' | 'name' | 'price_nominal'
type Compare = (a: Listed, b: Listed) => number

/** Everything a list may be sorted by; ties stand by code. */
export function sorted(items: readonly Listed[], sort: SortBy = 'code', order: 'asc' | 'desc' = 'asc'): Listed[] {
  const compare = comparisons[sort]
  const sign = order === 'asc' ? 1 : -1
  return items.toSorted((a, b) => sign * compare(a, b) || byCode(a, b))
}

const byCode: Compare = (a, b) => compareText(a.instrument.code, b.instrument.code)

const comparisons: Readonly<Record<SortBy, Compare>> = {
  change_ratio: (a, b) =>
    compareRatios(a.quote.last - a.quote.previousClose, a.quote.previousClose, b.quote.last - b.quote.previousClose, b.quote.previousClose),
  volume: (a, b) => compareNumbers(a.quote.volume, b.quote.volume),
  turnover: (a, b) => compareNumbers(turnoverOf(a.instrument, a.quote.turnover), turnoverOf(b.instrument, b.quote.turnover)),
  code: byCode,
  name: (a, b) => compareText(a.instrument.name, b.instrument.name),
  price_nominal: (a, b) => compareNumbers(a.quote.last, b.quote.last),
}

/** Ignores case, because upper case before lower would be no order to people; names and codes are plain Latin letters. */
const compareText = (a: string, b: string): number => {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()]
  return first < second ? -1 : first > second ? 1 : 0
}

export const compareNumbers = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares a/b with c/d, all denominators positive or zero; a zero denominator counts as no ratio, the smallest of all. */
export function compareRatios(a: bigint, b: bigint, c: bigint, d: bigint): number {
  if (b === 0n || d === 0n) return Number(b !== 0n) - Number(d !== 0n)
  return compareNumbers(a * d, c * b)
}
