import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { Skeleton, SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { Search } from 'lucide-react'
import { hrefTo, useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { Banners } from '../../shared/broadcasts/Banners.tsx'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { isNamedInWords } from '@rueda/rules/markets/markets.ts'
import type { RoutePath } from '../../routes.ts'
import { FutureList } from './FutureList.tsx'
import { MarketClockRow } from '../../shared/market/MarketClockRow.tsx'
import { MarketTabs } from './MarketTabs.tsx'
import { RankedList } from './RankedList.tsx'
import { SortedList } from './SortedList.tsx'
import { WordedList } from './WordedList.tsx'
import { type ServedMarket, useMarkets } from '../../shared/market/market-clock.ts'
import { type ListTab, isExchange, isRanking, listsOf } from './market-tabs.ts'

/** Route `pages/market/index`: every list of instruments of every market there is. */
export function Market() {
  const t = useText('market')
  const markets = useMarkets()
  return (
    <Screen
      title={t('title')}
      actions={
        <>
          <RefreshButton />
          {/* On a desk it stands beside every page. */}
          <span className="flex panes:hidden">
            <IconButton icon={Search} label={t('search')} href={hrefTo('pages/search/index')} />
          </span>
        </>
      }
    >
      <PullToRefresh />
      <Loaded query={markets} reason={whyFailed} skeleton={<MarketSkeleton />}>
        {(served) => <Markets markets={served} />}
      </Loaded>
    </Screen>
  )
}

function Markets({ markets }: { markets: readonly ServedMarket[] }) {
  const names = markets.map(({ market }) => market)
  const [chosen, choose] = useQueryValue('market', names, names[0] ?? 'US')
  const market = markets.find((each) => each.market === chosen)
  return (
    <>
      <MarketTabs markets={markets} value={chosen} onChange={choose} />
      <Banners market={chosen} />
      {market === undefined ? null : <MarketLists key={market.market} market={market} />}
    </>
  )
}

/** Pages that some markets have besides their lists. */
const ownPages = {
  US: null,
  AR: null,
  TW: { path: 'pages/product/taiwan', title: 'taiwan.title' },
  FUT: { path: 'pages/product/future', title: 'futures.byCategory' },
  FX: null,
  IDX: null,
} as const satisfies Readonly<Record<MarketName, Readonly<{ path: RoutePath; title: string }> | null>>

function MarketLists({ market }: { market: ServedMarket }) {
  const t = useText('market')
  const lists = listsOf(market)
  const own = ownPages[market.market]
  const [tab, choose] = useQueryValue('tab', lists, lists[0] ?? 'all')
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <MarketClockRow market={market} />
        {own === null ? null : <TextLink href={hrefTo(own.path)}>{t(own.title)}</TextLink>}
      </div>
      {lists.length < 2 ? null : (
        <div className="sticky top-0 z-10 -mx-edge -mt-1 bg-bg px-edge">
          <ScrollTabs label={t('lists')} tabs={lists.map((value) => ({ value, label: t(`tab.${value}`) }))} value={tab} onChange={choose} />
        </div>
      )}
      <MarketList key={tab} market={market} tab={tab} />
    </>
  )
}

function MarketList({ market: { market }, tab }: Readonly<{ market: ServedMarket; tab: ListTab }>) {
  if (isRanking(tab)) return <RankedList market={market} ranking={tab} />
  if (tab === 'front') return <FutureList />
  if (isNamedInWords(market)) return <WordedList market={market} />
  return <SortedList market={market} {...(isExchange(tab) ? { exchange: tab } : {})} />
}

const TABS_HEIGHT = 56

function MarketSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton height={TABS_HEIGHT} className="rounded-control" />
      <SkeletonRows rows={8} />
    </div>
  )
}
