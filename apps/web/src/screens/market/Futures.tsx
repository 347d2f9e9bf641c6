import { type FutureQuote, futures, futuresCategories } from '@rueda/contract/futures.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { useUi } from '@rueda/ui/context.tsx'
import { formatCompact } from '@rueda/ui/format.ts'
import { Screen } from '@rueda/ui/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/ScrollTabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../app/api.ts'
import { useQueryValue } from '../../app/go.ts'
import { usePoll } from '../../app/live.ts'
import { useServerNow } from '../../app/live-clock.ts'
import { PullToRefresh } from '../../app/queries-refresh.tsx'
import { useText } from '../../app/text.ts'
import { daysLeft, expiresSoon } from '../quotes/use-contract.ts'
import { MarketClockRow } from './MarketClockRow.tsx'
import { QuoteList } from './QuoteList.tsx'
import { type QuoteSort, QuoteSortHeader, sortedQuotes } from './QuoteSort.tsx'
import { useMarkets } from './market-clock.ts'

const tabs = ['all', ...futuresCategories] as const
type Category = (typeof tabs)[number]

/** Route `pages/product/future`: the front month of every family, by what it is on. */
export function Futures() {
  const t = useText('market')
  const [category, choose] = useQueryValue('category', tabs, 'all')
  const market = useMarkets().data?.find((each) => each.market === 'FUT')
  return (
    <Screen title={t('futures.title')}>
      <PullToRefresh />
      {market === undefined ? null : <MarketClockRow market={market} />}
      <div className="sticky top-0 z-10 -mx-edge -mt-1 bg-bg px-edge">
        <ScrollTabs
          label={t('futures.categories')}
          tabs={tabs.map((value) => ({ value, label: t(value === 'all' ? 'tab.all' : `futures.${value}`) }))}
          value={category}
          onChange={choose}
        />
      </div>
      <FutureList category={category} />
    </Screen>
  )
}

/** They come whole, so a category is a part of what is here already. */
function FutureList({ category }: Readonly<{ category: Category }>) {
  const t = useText('market')
  const { language } = useUi()
  const [sort, setSort] = useState<QuoteSort>(null)
  const now = useServerNow(MINUTE_MS)
  const read = useQuery({ ...query(futures.list, {}), refetchInterval: usePoll('rows') })
  const data = useMemo(() => (read.data === undefined ? undefined : shownFutures(read.data, category, sort)), [read.data, category, sort])
  const families = useMemo(() => new Map(read.data?.map((future) => [future.code, future])), [read.data])
  const noteOf = ({ code }: Quote): string | undefined => {
    const future = families.get(code)
    if (future === undefined) return undefined
    const days = daysLeft(future.lastTradeDate, now)
    if (expiresSoon(days)) return days === 0 ? t('futures.today') : t('futures.soon', { count: days, num: String(days) })
    return t('futures.openInterest', { num: formatCompact(language, String(future.Ol)) })
  }
  return (
    <div>
      <QuoteSortHeader sort={sort} onSort={setSort} />
      <QuoteList query={{ ...read, data }} noteOf={noteOf} />
    </div>
  )
}

const shownFutures = (list: readonly FutureQuote[], category: Category, sort: QuoteSort): readonly FutureQuote[] =>
  sortedQuotes(
    list.filter((future) => category === 'all' || future.category === category),
    sort,
  )
