import { marketFacts } from '@rueda/rules/markets/markets.ts'
import { futuresCategories } from '@rueda/contract/futures.ts'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { FutureList } from './FutureList.tsx'
import { MarketClockRow } from '../../shared/market/MarketClockRow.tsx'
import { useMarkets } from '../../shared/market/market-clock.ts'

const tabs = ['all', ...futuresCategories] as const

/** Route `pages/product/future`: the front month of every family, by what it is on. */
export function Futures() {
  const t = useText('market')
  const [category, choose] = useQueryValue('category', tabs, 'all')
  const market = useMarkets().data?.find((each) => marketFacts[each.market].lists === 'contracts')
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
