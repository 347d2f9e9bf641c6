import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { query } from '../../shared/server/api.ts'
import { useOffline } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { isFuture, isIndex, isPair } from '../../shared/quotes/instrument.ts'
import { useWatching } from '../../shared/watchlist/watching.ts'
import { ResultRow } from './ResultRow.tsx'
import { cachedMatches } from './cached-matches.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

const isStock = (quote: Quote): boolean => !isFuture(quote) && !isPair(quote) && !isIndex(quote)

/** The matches by kind; without a connection, those among quotes seen before. */
export function Results({ typed }: { typed: string }) {
  const t = useText('search')
  const nameOf = useInstrumentName()
  const offline = useOffline()
  const cache = useQueryClient()
  const found = useQuery(query(quotes.search, { keyword: typed }, { placeholderData: (before) => before, enabled: !offline }))
  const data = offline ? cachedMatches(cache, typed, nameOf) : found.data
  return (
    <>
      <p role="status" className="sr-only">
        {data === undefined || found.isPlaceholderData ? '' : t('found', { count: data.length, num: data.length })}
      </p>
      <Loaded
        query={{ ...found, data }}
        reason={whyFailed}
        skeleton={<SkeletonRows rows={3} />}
        isEmpty={(list) => list.length === 0}
        empty={<NothingFound typed={typed} />}
      >
        {(list) => (
          <>
            <Group title={t('stocks')} list={list.filter(isStock)} typed={typed} />
            <Group title={t('futures')} list={list.filter(isFuture)} typed={typed} />
            <Group title={t('pairs')} list={list.filter(isPair)} typed={typed} />
            <Group title={t('indices')} list={list.filter(isIndex)} typed={typed} />
          </>
        )}
      </Loaded>
    </>
  )
}

function Group({ title, list, typed }: Readonly<{ title: string; list: readonly Quote[]; typed: string }>) {
  const watching = useWatching()
  if (list.length === 0) return null
  return (
    <Card rows title={title}>
      {list.map((quote) => (
        <ResultRow key={quote.code} quote={quote} typed={typed} watching={watching} />
      ))}
    </Card>
  )
}

function NothingFound({ typed }: { typed: string }) {
  const t = useText('search')
  return <EmptyState icon={SearchX} title={t('none', { typed })} text={t('none.hint')} />
}
