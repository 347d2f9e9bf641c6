import type { Market } from '@rueda/contract/codes.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { usePoll } from '../../shared/live/live.ts'
import { type QuoteSort, sortedQuotes } from '../../shared/quotes/QuoteSort.tsx'
import { useNaming } from '../../shared/quotes/instrument-name.ts'
import { query } from '../../shared/server/api.ts'
import { QuoteList } from './QuoteList.tsx'

/** More than there are pairs or indices: they come whole, for the server does not know the names that the reader sees. */
const ALL_OF_THEM = 100
const BY_NAME = { column: 'name', order: 'ascending' } as const satisfies QuoteSort

/** A market whose instruments are called in the reader's words, sorted by these unless another column is chosen. */
export function WordedList({ market }: Readonly<{ market: Market }>) {
  const naming = useNaming()
  const [sort, setSort] = useState<QuoteSort>(null)
  const read = useQuery({ ...query(quotes.all, { market, closes: 1, pageSize: ALL_OF_THEM }), refetchInterval: usePoll('rows') })
  const data = useMemo(
    () => (read.data === undefined ? undefined : sortedQuotes<Quote>(read.data.list, sort ?? BY_NAME, naming)),
    [read.data, sort, naming],
  )
  return <QuoteList sort={sort ?? BY_NAME} onSort={setSort} query={{ ...read, data }} />
}
