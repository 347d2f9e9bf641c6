import { type FutureQuote, futures, type futuresCategories } from '@rueda/contract/futures.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatCompact } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { usePoll } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { expiresSoon } from '../../shared/quotes/use-contract.ts'
import { useNaming } from '../../shared/quotes/instrument-name.ts'
import { QuoteList } from './QuoteList.tsx'
import { type QuoteSort, sortedQuotes } from '../../shared/quotes/QuoteSort.tsx'

export type FutureCategory = (typeof futuresCategories)[number] | 'all'

/** The front month of every family. They come whole, so a category is a part of what is here already. */
export function FutureList({ category = 'all' }: Readonly<{ category?: FutureCategory }>) {
  const naming = useNaming()
  const [sort, setSort] = useState<QuoteSort>(null)
  const noteOf = useNotes()
  const read = useQuery({ ...query(futures.list, {}), refetchInterval: usePoll('rows') })
  const data = useMemo(
    () => (read.data === undefined ? undefined : sortedQuotes(inCategory(read.data, category), sort, naming)),
    [read.data, category, sort, naming],
  )
  const families = useMemo(() => new Map(read.data?.map((future) => [future.code, future])), [read.data])
  return <QuoteList sort={sort} onSort={setSort} query={{ ...read, data }} noteOf={({ code }: Quote) => noteOf(families.get(code))} />
}

/** The number of open contracts; in the last days of a month, when it ends. */
function useNotes(): (future: FutureQuote | undefined) => string | undefined {
  const t = useText('market')
  const { language } = useUi()
  return (future) => {
    if (future === undefined) return undefined
    const { daysLeft, Ol } = future
    if (!expiresSoon(future)) return t('futures.openInterest', { num: formatCompact(language, String(Ol)) })
    return daysLeft === 0 ? t('futures.today') : t('futures.soon', { count: daysLeft, num: String(daysLeft) })
  }
}

const inCategory = (list: readonly FutureQuote[], category: FutureCategory): readonly FutureQuote[] =>
  list.filter((future) => category === 'all' || future.category === category)
