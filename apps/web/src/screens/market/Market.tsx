import { IconButton } from '@rueda/ui/IconButton.tsx'
import { Screen } from '@rueda/ui/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/ScrollTabs.tsx'
import { Search } from 'lucide-react'
import { hrefTo, useQueryValue } from '../../app/go.ts'
import { PullToRefresh, RefreshButton } from '../../app/queries-refresh.tsx'
import { useText } from '../../app/text.ts'
import { ExchangeList } from './ExchangeList.tsx'
import { MarketClockRow } from './MarketClockRow.tsx'
import { WholeList } from './WholeList.tsx'
import { marketTabs } from './market-tabs.ts'

/** Route `pages/market/index`: every list of instruments there is. */
export function Market() {
  const t = useText('market')
  const [tab, choose] = useQueryValue('tab', marketTabs, 'NASDAQ')
  return (
    <Screen
      title={t('title')}
      actions={
        <>
          <RefreshButton />
          <IconButton icon={Search} label={t('search')} href={hrefTo('pages/search/index')} />
        </>
      }
    >
      <PullToRefresh />
      <MarketClockRow />
      <div className="sticky top-0 z-10 -mx-edge -mt-1 bg-bg px-edge">
        <ScrollTabs
          label={t('lists')}
          tabs={marketTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          value={tab}
          onChange={choose}
        />
      </div>
      {tab === 'NASDAQ' || tab === 'NYSE' || tab === 'AMEX' ? (
        <ExchangeList key={tab} exchange={tab} />
      ) : (
        <WholeList key={tab} list={tab} />
      )}
    </Screen>
  )
}
