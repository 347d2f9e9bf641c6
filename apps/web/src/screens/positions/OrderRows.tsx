import type { OrderRow } from '@rueda/contract/orders.ts'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { SideTag } from '../../shared/orders/SideTag.tsx'
import { statusOf } from '../../shared/orders/order-status-view.ts'
import type { OrderSheets } from './use-order-sheets.tsx'

type OrderRowsProps = Readonly<{ orders: readonly OrderRow[]; sheets: Pick<OrderSheets, 'open' | 'cancel'> }>

/** Orders as rows: open one as a sheet, cancel one that still works. */
export function OrderRows({ orders, sheets }: OrderRowsProps) {
  return orders.map((order) => <Row key={order.id} order={order} onOpen={() => sheets.open(order)} onCancel={() => sheets.cancel(order)} />)
}

type RowProps = Readonly<{ order: OrderRow; onOpen: () => void; onCancel: () => void }>

function Row({ order, onOpen, onCancel }: RowProps) {
  const orders = useText('orders')
  return (
    <div className="-mx-edge flex items-center active:bg-s2">
      <button type="button" onClick={onOpen} className="flex min-h-[72px] min-w-0 flex-1 items-center gap-3 py-2.5 pl-edge text-left">
        <SideTag direction={order.direction} />
        <Words order={order} />
        <span className={order.cancellable === 1 ? 'self-start pt-1 pr-edge' : 'pr-edge'}>
          <StatusPill status={statusOf(orders, order)} />
        </span>
      </button>
      {order.cancellable === 1 ? <CancelLink onPress={onCancel} /> : null}
    </div>
  )
}

function Words({ order }: { order: OrderRow }) {
  const t = useText('positions')
  const { language } = useUi()
  const terms = termsText(t, language, order)
  const filled = t('orders.filledOf', {
    filled: formatQuantity(language, order.filledQuantity),
    quantity: formatQuantity(language, order.quantity),
  })
  const date = formatDateTime(order.cancellable === 1 ? order.createTimeTimestamp : order.modifyTimeTimestamp)
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5">
      <span className="num text-row">
        {order.stockCode} · {terms}
        {order.rentalId === null ? null : ` · ${t('orders.robot')}`}
      </span>
      <span className="num text-meta text-text3">{filled}</span>
      <span className="num text-micro font-normal text-text3">{date}</span>
    </span>
  )
}

/** The prices it trades at, in a few words. */
export function termsText(t: Translate<'positions'>, language: Language, { price, stopPrice, decimals }: OrderRow): string {
  const [limit, stop] = [formatPrice(language, price, decimals), formatPrice(language, stopPrice, decimals)]
  if (stopPrice !== null) return price === null ? t('orders.stopAt', { price: stop }) : t('orders.stopLimitAt', { stop, price: limit })
  return price === null ? t('orders.market') : t('orders.limitAt', { price: limit })
}

/** Under the state, at the end of the row; as wide as the state above it lets it be. */
function CancelLink({ onPress }: { onPress: () => void }) {
  const t = useText('positions')
  return (
    <span className="relative w-0 self-end">
      <button
        type="button"
        onClick={onPress}
        className="hit absolute right-0 bottom-0 min-h-9 px-edge text-meta font-medium whitespace-nowrap text-accent"
      >
        {t('orders.cancel')}
      </button>
    </span>
  )
}
