import { type Market, markets } from '@rueda/contract/codes.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { useQueries } from '@tanstack/react-query'
import { query } from '../server/api.ts'

const MAX_CODES = 100
/** A small drawing of fifty closes hardly changes within a few minutes. */
const FRESH_MS = 5 * 60_000

/** The last closes of some instruments, for their small charts; the watchlist's own rows come without. */
export function useCloses(list: readonly Quote[]): ReadonlyMap<string, readonly string[]> {
  return useQueries({
    queries: markets.map((market) => {
      const codes = codesOf(list, market)
      const input = { market, codes, closes: 1, pageSize: MAX_CODES }
      return { ...query(quotes.list, input, { staleTime: FRESH_MS, placeholderData: (before) => before }), enabled: codes !== '' }
    }),
    combine: (reads) => new Map(reads.flatMap(({ data }) => data?.list ?? []).map(({ code, closes }) => [code, closes ?? []])),
  })
}

/** Codes are unique within their market only, so each market is asked for its own. */
const codesOf = (list: readonly Quote[], market: Market): string =>
  list
    .filter((quote) => quote.market === market)
    .map(({ stock_code }) => stock_code)
    .slice(0, MAX_CODES)
    .toSorted()
    .join(',')
