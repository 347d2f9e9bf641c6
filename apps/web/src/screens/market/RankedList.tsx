import type { Market } from '@rueda/contract/codes.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { usePoll } from '../../shared/live/live.ts'
import { useNaming } from '../../shared/quotes/instrument-name.ts'
import { QuoteList } from './QuoteList.tsx'
import { WithinList } from './WithinList.tsx'
import { type QuoteSort, sortedQuotes } from '../../shared/quotes/QuoteSort.tsx'
import type { Ranking } from './market-tabs.ts'

const MAX_RANKED = 50
/** A ranking moves slowly even while its prices do not. */
const RANKING_MS = 30_000

/** The first fifty by one measure; they come whole and are sorted here. */
export function RankedList({ market, ranking }: Readonly<{ market: Market; ranking: Ranking }>) {
  const naming = useNaming()
  const [sort, setSort] = useState<QuoteSort>(null)
  const poll = usePoll('rows')
  const read = useQuery({
    ...query(quotes.top, { type: ranking, market, limit: MAX_RANKED, closes: 1 }),
    refetchInterval: poll === false ? RANKING_MS : poll,
  })
  const data = useMemo(
    () => (read.data === undefined ? undefined : sortedQuotes<Quote>(read.data, sort, naming)),
    [read.data, sort, naming],
  )
  return (
    <div>
      {sort === null ? null : <WithinList count={data?.length ?? 0} />}
      <QuoteList sort={sort} onSort={setSort} query={{ ...read, data }} />
    </div>
  )
}
