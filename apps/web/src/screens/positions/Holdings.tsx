import type { Position } from '@rueda/contract/positions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { PieChart } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MarketFilter, NothingInMarket, isIn, useMarketFilter } from './MarketFilter.tsx'
import { OrderRows } from './OrderRows.tsx'
import { PositionRows } from '../../shared/positions/PositionRows.tsx'
import { useHoldings } from '../../shared/positions/use-holdings.ts'
import { useOrderSheets } from './use-order-sheets.tsx'
import { stillWorking, useWorkingOrders } from './use-orders.ts'

/** The holdings, and below them the working orders. */
export function Holdings({ onOrders }: { onOrders: () => void }) {
  const holdings = useHoldings()
  return (
    <>
      <Loaded query={holdings} reason={whyFailed} hidesBelow isEmpty={({ list }) => list.length === 0} empty={<NoHoldings />}>
        {({ list }) => <HoldingList list={list} />}
      </Loaded>
      <WorkingOrders onOrders={onOrders} />
    </>
  )
}

function NoHoldings() {
  const t = useText('positions')
  return (
    <EmptyState
      icon={PieChart}
      text={t('holding.empty')}
      action={<Button href={hrefTo('pages/market/index')}>{t('holding.explore')}</Button>}
    />
  )
}

function HoldingList({ list }: { list: readonly Position[] }) {
  const [market, choose] = useMarketFilter()
  const shown = list.filter((position) => isIn(market, position))
  return (
    <>
      <MarketFilter value={market} onChange={choose} />
      {shown.length === 0 ? <NothingInMarket /> : <PositionRows list={shown} />}
    </>
  )
}

const MAX_SHOWN = 3

function WorkingOrders({ onOrders }: { onOrders: () => void }) {
  const t = useText('positions')
  const { data } = useWorkingOrders()
  const sheets = useOrderSheets()
  const working = stillWorking(data?.list ?? [])
  return (
    <>
      {working.length === 0 ? null : (
        <Card rows title={t('orders.working')} action={<TextLink onPress={onOrders}>{t('orders.all')}</TextLink>}>
          <OrderRows orders={working.slice(0, MAX_SHOWN)} sheets={sheets} />
        </Card>
      )}
      {sheets.sheets}
    </>
  )
}
