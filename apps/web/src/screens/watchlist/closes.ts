import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../app/api.ts'
import { isIndex } from '../quotes/instrument.ts'

const MOST_CODES = 100
/** A small drawing of fifty closes hardly changes within a few minutes. */
const FRESH_MS = 5 * 60_000

/** The last closes of some instruments, for their small charts; the watchlist's own rows come without. */
export function useCloses(list: readonly Quote[]): ReadonlyMap<string, readonly string[]> {
  const stocks = list.filter((quote) => !isIndex(quote)).slice(0, MOST_CODES)
  const codes = stocks
    .map(({ stock_code }) => stock_code)
    .sort()
    .join(',')
  const ofStocks = useQuery({
    ...query(quotes.list, { codes, closes: 1, pageSize: MOST_CODES }, { staleTime: FRESH_MS, placeholderData: (before) => before }),
    enabled: codes !== '',
  })
  const ofIndices = useQuery({ ...query(quotes.indices, { closes: 1 }, { staleTime: FRESH_MS }), enabled: list.some(isIndex) })
  return useMemo(
    () => new Map([...(ofStocks.data?.list ?? []), ...(ofIndices.data ?? [])].map(({ code, closes }) => [code, closes ?? []])),
    [ofStocks.data, ofIndices.data],
  )
}
