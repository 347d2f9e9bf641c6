import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { useQueryValue } from '../../shared/pages/go.ts'
import { usePoll } from '../../shared/live/live.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { useNaming } from '../../shared/quotes/instrument-name.ts'
import { QuoteList } from './QuoteList.tsx'
import { type QuoteSort, sortedQuotes } from '../../shared/quotes/QuoteSort.tsx'
import { RankedList } from './RankedList.tsx'
import { WithinList } from './WithinList.tsx'

const MAX_POPULAR = 50
const tabs = ['popular', 'gainers', 'losers', 'active'] as const

/** Route `pages/product/popular`: the instruments traded, moving and watched the most. Nobody pays to be here. */
export function Popular() {
  const t = useText('market')
  const [tab, choose] = useQueryValue('tab', tabs, 'popular')
  return (
    <Screen title={t('popular.title')}>
      <PullToRefresh />
      <div className="sticky top-0 z-10 -mx-edge -mt-1 bg-bg px-edge">
        <ScrollTabs label={t('lists')} tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))} value={tab} onChange={choose} />
      </div>
      {tab === 'popular' ? <PopularList /> : <RankedList key={tab} market="US" ranking={tab} />}
    </Screen>
  )
}

function PopularList() {
  const t = useText('market')
  const naming = useNaming()
  const [sort, setSort] = useState<QuoteSort>(null)
  const read = useQuery({ ...query(quotes.hot, { limit: MAX_POPULAR, closes: 1 }), refetchInterval: usePoll('rows') })
  const data = useMemo(
    () => (read.data === undefined ? undefined : sortedQuotes<Quote>(read.data, sort, naming)),
    [read.data, sort, naming],
  )
  return (
    <div>
      <p className="pb-1 text-meta text-text3">{t('popular.how')}</p>
      {sort === null ? null : <WithinList count={data?.length ?? 0} />}
      <QuoteList sort={sort} onSort={setSort} query={{ ...read, data }} />
    </div>
  )
}
