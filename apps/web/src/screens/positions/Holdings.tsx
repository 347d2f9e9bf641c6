import type { Position } from '@rueda/contract/positions.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { Card } from '@rueda/ui/Card.tsx'
import { Chip, ChipRow } from '@rueda/ui/Chip.tsx'
import { EmptyState } from '@rueda/ui/EmptyState.tsx'
import { Loaded } from '@rueda/ui/Loaded.tsx'
import { TextLink } from '@rueda/ui/SectionHeader.tsx'
import { PieChart } from 'lucide-react'
import { useState } from 'react'
import { hrefTo } from '../../app/go.ts'
import { useText } from '../../app/text.ts'
import { whyFailed } from '../../app/why-failed.ts'
import { marketOf } from '../quotes/instrument.ts'
import { OrderRows } from './OrderRows.tsx'
import { PositionRows } from './PositionRows.tsx'
import { useHoldings } from './use-holdings.ts'
import { useOrderSheets } from './use-order-sheets.tsx'
import { stillWorking, useWorkingOrders } from './use-orders.ts'

/** What is held, and under it the orders at work. */
export function Holdings({ onOrders }: { onOrders: () => void }) {
  const holdings = useHoldings()
  return (
    <>
      <Loaded query={holdings} reason={whyFailed} isEmpty={({ list }) => list.length === 0} empty={<NoHoldings />}>
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

const ALL = 'all'

function HoldingList({ list }: { list: readonly Position[] }) {
  const [market, setMarket] = useState(ALL)
  const markets = [...new Set(list.map((position) => position.market))]
  return (
    <>
      {markets.length > 1 ? <MarketChips markets={markets} value={market} onChange={setMarket} /> : null}
      <PositionRows list={list.filter((position) => market === ALL || position.market === market)} />
    </>
  )
}

type MarketChipsProps = Readonly<{ markets: readonly string[]; value: string; onChange: (market: string) => void }>

/** Only markets that something is held in. */
function MarketChips({ markets, value, onChange }: MarketChipsProps) {
  const t = useText('positions')
  const words = useText('market')
  return (
    <ChipRow label={t('filter.label')}>
      {[ALL, ...markets].map((market) => (
        <Chip key={market} selected={market === value} onPress={() => onChange(market)}>
          {market === ALL ? t('filter.all') : words(`market.${marketOf(market)}`)}
        </Chip>
      ))}
    </ChipRow>
  )
}

const MOST_SHOWN = 3

function WorkingOrders({ onOrders }: { onOrders: () => void }) {
  const t = useText('positions')
  const { data } = useWorkingOrders()
  const sheets = useOrderSheets()
  const working = stillWorking(data?.list ?? [])
  return (
    <>
      {working.length === 0 ? null : (
        <Card rows title={t('orders.working')} action={<TextLink onPress={onOrders}>{t('orders.all')}</TextLink>}>
          <OrderRows orders={working.slice(0, MOST_SHOWN)} sheets={sheets} />
        </Card>
      )}
      {sheets.sheets}
    </>
  )
}
