import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Plus, SearchX, X } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../failures/why-failed.ts'
import { useSettled } from '../forms/use-settled.ts'
import { tagOf } from '../quotes/instrument.ts'
import { useInstrumentName } from '../quotes/instrument-name.ts'
import { query } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { useWatched } from '../watchlist/watching.ts'
import { MAX_COMPARED, compare, uncompare, useCompared } from './chart-comparisons.ts'
import { otherLook } from './comparison-look.ts'
import { Swatch } from './StudyLegend.tsx'

type ComparisonSheetProps = Readonly<{ quote: Quote }>

/** What is compared with an instrument, and what could be: found by name or code, or watched. */
export default function ComparisonSheet({ quote }: ComparisonSheetProps) {
  const c = useText('charts')
  const [typed, type] = useState('')
  const keyword = useSettled(typed.trim())
  const full = useCompared(quote.code).length >= MAX_COMPARED
  return (
    <div className="flex flex-col gap-4 pt-1">
      <Chosen quote={quote} />
      <TextField
        label={c('compare.search')}
        type="search"
        value={typed}
        onChange={type}
        helper={c(full ? 'compare.full' : 'compare.note', { most: String(MAX_COMPARED) })}
      />
      {keyword === '' ? <Offered quote={quote} /> : <Found quote={quote} keyword={keyword} />}
    </div>
  )
}

function Chosen({ quote }: ComparisonSheetProps) {
  const c = useText('charts')
  const nameOf = useInstrumentName()
  const compared = useCompared(quote.code)
  if (compared.length === 0) return null
  return (
    <ul aria-label={c('compare')} className="divide-y divide-line">
      {compared.map((each, order) => (
        <li key={each.code} className="flex min-h-14 items-center gap-3 py-1.5">
          <Swatch look={otherLook(order)} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-row">{nameOf(each)}</span>
            <span className="block text-meta font-normal text-text3">{each.stock_code}</span>
          </span>
          <span className="-mr-[10px]">
            <IconButton icon={X} label={c('remove', { name: nameOf(each) })} onPress={() => uncompare(quote.code, each.code)} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The watched ones; for whoever watches none, what others trade most. */
function Offered({ quote }: ComparisonSheetProps) {
  const c = useText('charts')
  const watched = useWatched()
  const isOffered = useIsOffered(quote)
  const none = watched.data === undefined || !watched.data.some(isOffered)
  const hot = useQuery({ ...query(quotes.hot, { limit: OFFERED }), enabled: none && !watched.isFetching })
  return none ? (
    <Candidates quote={quote} title={c('compare.popular')} found={hot} />
  ) : (
    <Candidates quote={quote} title={c('compare.watched')} found={watched} />
  )
}

const OFFERED = 8

/** What is on the chart already is not offered for it. */
function useIsOffered(quote: Quote): (other: Quote) => boolean {
  const compared = useCompared(quote.code)
  return ({ code }) => code !== quote.code && !compared.some((each) => each.code === code)
}

function Found({ quote, keyword }: ComparisonSheetProps & Readonly<{ keyword: string }>) {
  const c = useText('charts')
  const found = useQuery(query(quotes.search, { keyword }, { placeholderData: (before) => before }))
  return <Candidates quote={quote} title={c('compare.found')} found={found} />
}

type CandidatesProps = ComparisonSheetProps & Readonly<{ title: string; found: UseQueryResult<readonly Quote[]> }>

function Candidates({ quote, title, found }: CandidatesProps) {
  const c = useText('charts')
  const compared = useCompared(quote.code)
  const isOffered = useIsOffered(quote)
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-label text-text1">{title}</h3>
      <Loaded
        query={found}
        reason={whyFailed}
        skeleton={<SkeletonRows rows={3} />}
        isEmpty={(list) => list.length === 0}
        empty={<EmptyState icon={SearchX} text={c('compare.none')} />}
      >
        {(list) =>
          list.some(isOffered) ? (
            <ul className="divide-y divide-line">
              {list.filter(isOffered).map((other) => (
                <Candidate key={other.code} quote={quote} other={other} full={compared.length >= MAX_COMPARED} />
              ))}
            </ul>
          ) : (
            <p className="text-meta text-text3">{c('compare.there')}</p>
          )
        }
      </Loaded>
    </section>
  )
}

function Candidate({ quote, other, full }: ComparisonSheetProps & Readonly<{ other: Quote; full: boolean }>) {
  const c = useText('charts')
  const name = useInstrumentName()(other)
  return (
    <li>
      <button
        type="button"
        disabled={full}
        onClick={() => compare(quote.code, other)}
        className="flex min-h-14 w-full items-center gap-3 py-1.5 text-left active:bg-s2 disabled:opacity-60"
      >
        <Logo code={other.stock_code} src={other.localLogoUrl} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-row">{name}</span>
          <span className="block text-meta font-normal text-text3">{[other.stock_code, tagOf(other)].filter(Boolean).join(' · ')}</span>
        </span>
        <Plus aria-hidden size={20} className="flex-none text-accent" />
        <span className="sr-only">{c('add', { name })}</span>
      </button>
    </li>
  )
}
