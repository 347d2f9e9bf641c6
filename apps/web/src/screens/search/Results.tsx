import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '../../shared/server/api.ts'
import { useOffline } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useWatching } from '../../shared/watchlist/watching.ts'
import { NothingFound } from './NothingFound.tsx'
import { PlaceRows } from './PlaceRows.tsx'
import { ResultRow } from './ResultRow.tsx'
import { cachedMatches } from './cached-matches.ts'
import { inKinds } from './kinds.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'
import { usePlaces } from './use-places.ts'

type ResultsProps = Readonly<{
  typed: string
  onChoose: (word: string) => void
  /** Enter was pressed for this word: what stands first opens as soon as it is known. */
  opens: boolean
  onKnown: (isAny: boolean) => void
}>

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** True if what was typed is in the instrument's code or name. */
const isCalled = ({ stock_code: code, name }: Quote, shown: string, typed: string): boolean =>
  [code, name, shown].some((word) => plain(word).includes(plain(typed.trim())))

/** Instruments by kind, and then pages of the app; without a connection, instruments among quotes seen before. */
export function Results({ typed, onChoose, opens, onKnown }: ResultsProps) {
  const t = useText('search')
  const nameOf = useInstrumentName()
  const offline = useOffline()
  const cache = useQueryClient()
  const found = useQuery(query(quotes.search, { keyword: typed }, { placeholderData: (before) => before, enabled: !offline }))
  const places = usePlaces(typed)
  const data = offline ? cachedMatches(cache, typed, nameOf) : found.data
  const count = (data?.length ?? 0) + places.length
  // A page that is called what was typed comes before instruments that only resemble it.
  const placesFirst = data !== undefined && data.every((quote) => !isCalled(quote, nameOf(quote), typed))
  const isKnown = data !== undefined && (offline || !found.isPlaceholderData)
  useEffect(() => {
    if (opens && isKnown) onKnown(count > 0)
  }, [opens, isKnown, count, onKnown])
  return (
    <>
      <p role="status" className="sr-only">
        {!isKnown ? '' : t('found', { count, num: count })}
      </p>
      {placesFirst ? <PlaceRows found={places} typed={typed} /> : null}
      <Loaded
        query={{ ...found, data }}
        reason={whyFailed}
        skeleton={<SkeletonRows rows={3} />}
        isEmpty={(list) => list.length === 0 && places.length === 0}
        empty={<NothingFound typed={typed} onChoose={onChoose} />}
      >
        {(list) => <Kinds list={list} typed={typed} />}
      </Loaded>
      {placesFirst || data === undefined ? null : <PlaceRows found={places} typed={typed} />}
    </>
  )
}

function Kinds({ list, typed }: Readonly<{ list: readonly Quote[]; typed: string }>) {
  const t = useText('search')
  const watching = useWatching()
  return [...inKinds(list)].map(([kind, quotesOfKind]) => (
    <Card key={kind} rows title={t(kind)}>
      {quotesOfKind.map((quote) => (
        <ResultRow key={quote.code} quote={quote} typed={typed} watching={watching} />
      ))}
    </Card>
  ))
}
