import type { OrderRow } from '@rueda/contract/orders.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SearchX } from 'lucide-react'
import { hrefTo, useQueryOfPage } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { OrderFacts } from '../../shared/orders/OrderFacts.tsx'
import { useOrder } from '../../shared/orders/use-order.ts'

const IDENTIFIER = /^[0-9a-f-]{36}$/

/** Route `pages/order/detail`: one order, for links that lead straight to it. The lists open the same as a sheet. */
export function OrderDetail() {
  const t = useText('orders')
  const { id = '' } = useQueryOfPage()
  const known = IDENTIFIER.test(id)
  const read = useOrder(known ? id : '')
  return (
    <Screen title={t('detail.title')} subtitle={read.data?.list[0]?.orderNo}>
      {known ? (
        <Loaded query={read} reason={whyFailed} isEmpty={({ list }) => list.length === 0} empty={<Missing />}>
          {({ list }) => <First list={list} />}
        </Loaded>
      ) : (
        <Missing />
      )}
    </Screen>
  )
}

function First({ list: [order] }: { list: readonly OrderRow[] }) {
  return order === undefined ? null : <OrderFacts order={order} />
}

function Missing() {
  const t = useText('orders')
  return (
    <EmptyState
      icon={SearchX}
      text={t('detail.missing')}
      action={<Button href={hrefTo('pages/trade/index', { tab: '2' })}>{t('result.orders')}</Button>}
    />
  )
}
