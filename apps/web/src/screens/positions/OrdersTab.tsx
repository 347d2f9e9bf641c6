import { orders } from '@rueda/contract/orders.ts'
import type { OrderRow } from '@rueda/contract/orders.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { pages, rowsOf } from '../../shared/server/api.ts'
import { hrefTo, useQueryValue } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { isWorking } from '../../shared/orders/order-status.ts'
import { MarketFilter, NothingInMarket, isIn, sourceIn, useMarketFilter } from './MarketFilter.tsx'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { OrderRows } from './OrderRows.tsx'
import { type OrderSheets, useOrderSheets } from './use-order-sheets.tsx'
import { stillWorking, useWorkingOrders } from './use-orders.ts'

const states = ['working', 'ended', 'all'] as const

/** Orders at work, and those that have ended. */
export function OrdersTab() {
  const t = useText('positions')
  const [state, choose] = useQueryValue('state', states, 'working')
  const [market, narrow] = useMarketFilter()
  const sheets = useOrderSheets()
  return (
    <>
      <SegmentedControl
        label={t('filter.state')}
        value={state}
        onChange={choose}
        options={[
          { value: 'working', label: t('filter.working') },
          { value: 'ended', label: t('filter.ended') },
          { value: 'all', label: t('filter.allOrders') },
        ]}
      />
      <MarketFilter value={market} onChange={narrow} />
      {state === 'working' ? <Working sheets={sheets} /> : <Past sheets={sheets} onlyEnded={state === 'ended'} />}
      {sheets.sheets}
    </>
  )
}

function Working({ sheets }: { sheets: OrderSheets }) {
  const working = useWorkingOrders()
  const [market] = useMarketFilter()
  const shown = (list: readonly OrderRow[]) => stillWorking(list).filter((order) => isIn(market, order))
  return (
    <Loaded
      query={working}
      reason={whyFailed}
      isEmpty={({ list }) => shown(list).length === 0}
      empty={market === 'all' ? <NoOrders ended={false} /> : <NothingInMarket />}
    >
      {({ list }) => (
        <Card rows>
          <OrderRows orders={shown(list)} sheets={sheets} />
        </Card>
      )}
    </Loaded>
  )
}

/** Newest first, page by page. */
function Past({ sheets, onlyEnded }: Readonly<{ sheets: OrderSheets; onlyEnded: boolean }>) {
  const [market] = useMarketFilter()
  const read = useInfiniteQuery(pages(orders.list, sourceIn(market)))
  const rows = (rowsOf(read.data) as OrderRow[]).filter((order) => !onlyEnded || !isWorking(order))
  return (
    <Loaded
      query={read}
      reason={whyFailed}
      isEmpty={() => rows.length === 0 && !read.hasNextPage}
      empty={market === 'all' ? <NoOrders ended /> : <NothingInMarket />}
    >
      {() => (
        <>
          <Card rows>
            <OrderRows orders={rows} sheets={sheets} />
          </Card>
          <MoreRows read={read} />
        </>
      )}
    </Loaded>
  )
}

function NoOrders({ ended }: { ended: boolean }) {
  const t = useText('positions')
  return (
    <EmptyState
      icon={ClipboardList}
      text={t(ended ? 'orders.emptyEnded' : 'orders.empty')}
      action={
        <Button tone="secondary" href={hrefTo('pages/market/index')}>
          {t('holding.explore')}
        </Button>
      }
    />
  )
}
