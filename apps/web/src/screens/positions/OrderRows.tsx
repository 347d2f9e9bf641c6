import type { OrderRow } from '@rueda/contract/orders.ts'
import { StatusPill } from '@rueda/ui/Pill.tsx'
import { Sheet } from '@rueda/ui/Sheet.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/dates.ts'
import { formatPrice, formatQuantity } from '@rueda/ui/format.ts'
import { useState } from 'react'
import { useText } from '../../app/text.ts'
import { CancelDialog } from '../orders/CancelOrder.tsx'
import { OrderFacts } from '../orders/OrderFacts.tsx'
import { useOrder } from '../orders/OrderResult.tsx'
import { SideTag } from '../orders/SideTag.tsx'
import { statusOf } from '../orders/order-status-view.ts'

/** Orders as rows: open one as a sheet, cancel one that still works. */
export function OrderRows({ orders }: { orders: readonly OrderRow[] }) {
  const [opened, setOpened] = useState<OrderRow | null>(null)
  const [asked, setAsked] = useState<OrderRow | null>(null)
  return (
    <>
      {orders.map((order) => (
        <Row key={order.id} order={order} onOpen={() => setOpened(order)} onCancel={() => setAsked(order)} />
      ))}
      <OrderSheet order={opened} onClose={() => setOpened(null)} />
      <CancelDialog order={asked} onClose={() => setAsked(null)} />
    </>
  )
}

type RowProps = Readonly<{ order: OrderRow; onOpen: () => void; onCancel: () => void }>

function Row({ order, onOpen, onCancel }: RowProps) {
  const t = useText('positions')
  const orders = useText('orders')
  const { language } = useUi()
  const price = order.price === null ? t('orders.market') : t('orders.limitAt', { price: formatPrice(language, order.price, order.decimals) })
  const filled = t('orders.filledOf', { filled: formatQuantity(language, order.filledQuantity), quantity: formatQuantity(language, order.quantity) })
  const date = order.cancellable === 1 ? formatDate(order.createTimeTimestamp) : formatDateTime(order.modifyTimeTimestamp)
  return (
    <div className="-mx-edge flex items-center">
      <button type="button" onClick={onOpen} className="flex min-h-[72px] min-w-0 flex-1 items-center gap-3 py-2.5 pl-edge text-left active:bg-s2">
        <SideTag direction={order.direction} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="num text-row">
            {order.stockCode} · {price}
          </span>
          <span className="num text-meta text-text3">
            {filled} · {date}
          </span>
        </span>
        <span className={order.cancellable === 1 ? '' : 'pr-edge'}>
          <StatusPill status={statusOf(orders, order)} />
        </span>
      </button>
      {order.cancellable === 1 ? (
        <button type="button" onClick={onCancel} className="min-h-11 flex-none px-edge text-meta font-medium text-accent active:bg-s2">
          {t('orders.cancel')}
        </button>
      ) : null}
    </div>
  )
}

function OrderSheet({ order, onClose }: Readonly<{ order: OrderRow | null; onClose: () => void }>) {
  const t = useText('orders')
  const [shown, setShown] = useState(order)
  if (order !== null && order !== shown) setShown(order)
  return (
    <Sheet open={order !== null} onClose={onClose} title={t('detail.title')}>
      {shown === null ? null : <Fresh order={shown} />}
    </Sheet>
  )
}

/** The list knows no fills; the order read by itself does. Until it is there the row's own facts stand. */
function Fresh({ order }: { order: OrderRow }) {
  const { data } = useOrder(order.id)
  return <OrderFacts order={data?.list[0] ?? order} />
}
