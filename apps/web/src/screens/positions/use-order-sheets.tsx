import type { OrderRow } from '@rueda/contract/orders.ts'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { type ReactNode, useState } from 'react'
import { useText } from '../../shared/text/text.ts'
import { CancelDialog } from '../../shared/orders/CancelOrder.tsx'
import { OrderFacts } from '../../shared/orders/OrderFacts.tsx'
import { useOrder } from '../../shared/orders/use-order.ts'

export type OrderSheets = Readonly<{ open: (order: OrderRow) => void; cancel: (order: OrderRow) => void; sheets: ReactNode }>

/** The sheets of a list of orders. They are outside the list, so that an order that has just ended stays open in its sheet. */
export function useOrderSheets(): OrderSheets {
  const [opened, setOpened] = useState<OrderRow | null>(null)
  const [asked, setAsked] = useState<OrderRow | null>(null)
  const sheets = (
    <>
      <OrderSheet order={opened} onClose={() => setOpened(null)} />
      <CancelDialog order={asked} onClose={() => setAsked(null)} />
    </>
  )
  return { open: setOpened, cancel: setAsked, sheets }
}

function OrderSheet({ order, onClose }: Readonly<{ order: OrderRow | null; onClose: () => void }>) {
  const t = useText('orders')
  const shown = useLastShown(order)
  return (
    <Sheet open={order !== null} onClose={onClose} title={t('detail.title')}>
      {shown === null ? null : <Fresh order={shown} />}
    </Sheet>
  )
}

/** Reads the order by itself, because the list has no fills. Until then the row's own facts are shown. */
function Fresh({ order }: { order: OrderRow }) {
  const { data } = useOrder(order.id)
  return <OrderFacts order={data?.list[0] ?? order} />
}
