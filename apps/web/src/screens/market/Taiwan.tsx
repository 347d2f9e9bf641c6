import { quotes } from '@rueda/contract/quotes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { SCALE, formatScaled } from '@rueda/rules/decimal.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { PieChart } from 'lucide-react'
import { query } from '../../shared/server/api.ts'
import { useQueryValue } from '../../shared/pages/go.ts'
import { usePoll } from '../../shared/live/live.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { PositionRows } from '../../shared/positions/PositionRows.tsx'
import { useHoldings } from '../../shared/positions/use-holdings.ts'
import { InstrumentRow } from '../../shared/quotes/InstrumentRow.tsx'
import { MarketClockRow } from '../../shared/market/MarketClockRow.tsx'
import { SortedList } from './SortedList.tsx'
import { useMarkets } from '../../shared/market/market-clock.ts'

const tabs = ['all', 'mine'] as const
const MARKET = 'TW'
const LOT = formatScaled(tradedTermsOf(MARKET).lots.round[0]?.lot ?? SCALE)
const INDEX = { stockCode: 'TWII', market: 'IDX' } as const

/** Route `pages/product/taiwan`: the shares of Taipei, the index over them, and what is held of them. */
export function Taiwan() {
  const t = useText('market')
  const { language } = useUi()
  const signedIn = useSignedIn()
  const [tab, choose] = useQueryValue('tab', signedIn ? tabs : ['all'], 'all')
  const market = useMarkets().data?.find((each) => each.market === MARKET)
  return (
    <Screen title={t('taiwan.title')}>
      <PullToRefresh />
      {market === undefined ? <span aria-hidden className="min-h-6" /> : <MarketClockRow market={market} />}
      <TaiwanIndex />
      <p className="num text-meta text-text3">{t('taiwan.lot', { num: formatQuantity(language, LOT) })}</p>
      {signedIn ? (
        <div className="sticky top-0 z-10 -mx-edge -mt-1 bg-bg px-edge">
          <ScrollTabs
            label={t('lists')}
            tabs={tabs.map((value) => ({ value, label: t(`taiwan.${value}`) }))}
            value={tab}
            onChange={choose}
          />
        </div>
      ) : null}
      {tab === 'all' ? <SortedList market="TW" /> : <Mine />}
    </Screen>
  )
}

function TaiwanIndex() {
  const read = useQuery({ ...query(quotes.light, INDEX), refetchInterval: usePoll('rows') })
  return (
    <Card rows>
      <Loaded query={read} reason={whyFailed} skeleton={<SkeletonRows rows={1} height={66} />}>
        {(quote) => <InstrumentRow quote={quote} />}
      </Loaded>
    </Card>
  )
}

function Mine() {
  const t = useText('market')
  const held = useHoldings()
  const ofTaiwan = held.data?.list.filter(({ market }) => market === MARKET)
  return (
    <Loaded
      query={{ ...held, data: ofTaiwan }}
      reason={whyFailed}
      isEmpty={(list) => list.length === 0}
      empty={<EmptyState icon={PieChart} text={t('taiwan.none')} />}
    >
      {(list) => <PositionRows list={list} />}
    </Loaded>
  )
}
