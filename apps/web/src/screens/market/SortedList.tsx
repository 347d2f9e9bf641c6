import type { Market } from '@rueda/contract/codes.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { SkeletonRows, Waiting } from '@rueda/ui/loading/Skeleton.tsx'
import type { ExchangeWithList } from '@rueda/rules/markets/markets.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pages, rowsOf } from '../../shared/server/api.ts'
import { useSortedPoll } from '../../shared/quotes/use-sorted-poll.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { QuoteList } from './QuoteList.tsx'
import { type QuoteColumn, type QuoteSort } from '../../shared/quotes/QuoteSort.tsx'

const PAGE_SIZE = 100
const sortNames = {
  name: 'name',
  last: 'price_nominal',
  change: 'change_ratio',
  volume: 'volume',
  turnover: 'turnover',
} as const satisfies Record<QuoteColumn, string>
const orderNames = { descending: 'desc', ascending: 'asc' } as const

type SortedListProps = Readonly<{ market: Market; exchange?: ExchangeWithList }>

/** A market or one of its exchanges, sorted by the server. */
export function SortedList({ market, exchange }: SortedListProps) {
  const [sort, setSort] = useState<QuoteSort>(null)
  const poll = useSortedPoll()
  const sorted = sort === null ? {} : { sort: sortNames[sort.column], order: orderNames[sort.order] }
  const read = useInfiniteQuery({
    ...pages(quotes.all, { market, closes: 1, ...(exchange === undefined ? {} : { marketType: exchange }), ...sorted }, PAGE_SIZE),
    refetchInterval: poll,
  })
  const more = read.hasNextPage && !read.isFetchingNextPage ? () => void read.fetchNextPage() : undefined
  return (
    <div>
      <QuoteList
        sort={sort}
        onSort={setSort}
        query={{ ...read, data: read.data === undefined ? undefined : (rowsOf(read.data) as Quote[]) }}
        onEnd={more}
      />
      {read.isFetchingNextPage ? (
        <Waiting>
          <SkeletonRows rows={2} />
        </Waiting>
      ) : null}
      {read.isFetchNextPageError ? <Retry reason={whyFailed(read.error)} onRetry={() => void read.fetchNextPage()} /> : null}
    </div>
  )
}
