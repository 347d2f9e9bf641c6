import { typeOfCode } from '@rueda/contract/codes.ts'
import { BLOCK_SOURCE } from '@rueda/contract/codes.ts'
import type { OrderRow } from '@rueda/contract/orders.ts'
import type { OrderType } from '@rueda/rules/orders/order.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { useState } from 'react'
import { ticketPathOf } from '../quotes/instrument.ts'
import { useGo } from '../pages/go.ts'
import { type Translate, useText } from '../text/text.ts'
import { AmendOrder } from './AmendOrder.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { ConfirmationButton } from './ConfirmationButton.tsx'
import { OrderLink } from './OrderLink.tsx'
import { OrderLots } from '../positions/OrderLots.tsx'
import { OrderOutcome } from './OrderOutcome.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { SideTag } from './SideTag.tsx'
import { amendableFields } from './amendment.ts'
import { isWorking, orderStateOf } from './order-status.ts'
import { statusOf } from './order-status-view.ts'
import { heldRow, priceRows } from './order-rows.tsx'
import { isZero } from './sizing.ts'
import { timeInForceOf } from './time-in-force.ts'
import { useInstrumentName } from '../quotes/instrument-name.ts'

/** Everything about one order, on its page and in its sheet. */
export function OrderFacts({ order }: { order: OrderRow }) {
  const t = useText('orders')
  const nameOf = useInstrumentName()
  const { language } = useUi()
  return (
    <div className="flex flex-col gap-3">
      <header className="flex items-center gap-3">
        <Logo code={order.stockCode} src={order.localLogoUrl} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-row">{nameOf(order)}</p>
          <p className="flex items-center gap-2 text-meta text-text3">
            {order.stockCode} <SideTag direction={order.direction} />
          </p>
        </div>
        <StatusPill status={statusOf(t, order)} />
      </header>
      <OrderOutcome order={order} />
      <Card title={t('detail.history')} className="bg-s2">
        <OrderTimeline order={order} />
      </Card>
      <Facts rows={rowsOf(t, language, order)} />
      <OrderLots order={order} />
      <Actions order={order} />
    </div>
  )
}

function rowsOf(t: Translate<'orders'>, language: Language, order: OrderRow): (Fact | null)[] {
  return [
    { label: t('detail.type'), value: t(`type.${typeOfOrder(order)}`) },
    order.origin === null ? null : { label: t('origin.label'), value: t(`origin.${order.origin}`) },
    ...priceRows(t, language, order),
    {
      label: t('detail.filled'),
      value: t('detail.filledOf', {
        filled: formatQuantity(language, order.filledQuantity),
        quantity: formatQuantity(language, order.quantity),
      }),
    },
    // What was executed stands above, as a receipt.
    ...(isZero(order.filledQuantity) ? chargeRows(t, order) : []),
    heldRow(t, language, order),
    isAtMarket(order) ? null : { label: t('validity.label'), value: t(`validity.${timeInForceOf(order.tif)}`) },
    { label: t('detail.created'), value: formatDateTime(order.createTimeTimestamp) },
    { label: t('detail.changed'), value: formatDateTime(order.modifyTimeTimestamp) },
    order.expireDate === null || isAtMarket(order) || orderStateOf(order) === 'filled'
      ? null
      : { label: t('detail.expires'), value: formatDate(order.expireDate) },
    relatedRow(t('detail.parent'), order.parentId),
    relatedRow(t('detail.sibling'), order.siblingId),
    { label: t('detail.reference'), value: <CopyValue value={order.orderNo} label={t('detail.reference')} />, divided: true },
  ]
}

/** It is executed at once or ends: how long it may wait is no question, but one that waits for the market to open. */
const isAtMarket = (order: OrderRow): boolean => typeOfOrder(order) === 'market' && !isWorking(order)

/** The charges that an order will have. */
const chargeRows = (t: Translate<'orders'>, { handlingFee, tax, currency }: OrderRow): (Fact | null)[] => [
  { label: t('receipt.fee'), value: <Money value={handlingFee} currency={currency} /> },
  isZero(tax) ? null : { label: t('receipt.charges'), value: <Money value={tax} currency={currency} /> },
]

const typeOfOrder = ({ orderType }: OrderRow): OrderType => typeOfCode[orderType as keyof typeof typeOfCode] ?? 'market'

/** The other order of the same shares, or the purchase they come from. */
const relatedRow = (label: string, id: string | null): Fact | null => (id === null ? null : { label, value: <OrderLink id={id} /> })

/** True for an order that closed a margin position: repeating it would open one the other way. */
const closesOnMargin = ({ action, positionId }: OrderRow): boolean => action === 1 && positionId !== null

/** A block is agreed on as a whole: another price is another block, which its own page asks for. */
const isBlock = ({ source }: OrderRow): boolean => source === BLOCK_SOURCE

function Actions({ order }: { order: OrderRow }) {
  const t = useText('orders')
  const go = useGo()
  const [doing, setDoing] = useState<'amend' | 'cancel' | null>(null)
  const close = () => setDoing(null)
  if (doing === 'amend' && order.cancellable === 1) return <AmendOrder order={order} onClose={close} />
  if (doing === 'cancel' && order.cancellable === 1) return <CancelOrder order={order} onClose={close} />
  const repeat = () =>
    go(ticketPathOf(order), {
      name: order.name,
      code: order.stockCode,
      market: order.market,
      source: order.source,
      direction: order.direction,
      price: order.price,
      quantity: order.quantity,
      validity: timeInForceOf(order.tif),
      type: typeOfOrder(order),
      leverage: order.leverage === 1 ? null : order.leverage,
      stop: order.trailPercent === null ? order.stopPrice : null,
      trail: order.trailPercent,
      takeProfit: order.takeProfit,
      stopLoss: order.stopLoss,
    })
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(140px,1fr))] gap-2.5 pt-1">
      {order.cancellable === 1 && !isBlock(order) && amendableFields(order).length > 0 ? (
        <Button tone="secondary" size="large" onPress={() => setDoing('amend')}>
          {t('amend.button')}
        </Button>
      ) : null}
      {order.cancellable === 1 ? (
        <Button tone="secondary" size="large" onPress={() => setDoing('cancel')}>
          {t('detail.cancel')}
        </Button>
      ) : null}
      {closesOnMargin(order) || isBlock(order) ? null : (
        <Button tone="secondary" size="large" onPress={repeat}>
          {t('detail.repeat')}
        </Button>
      )}
      {isZero(order.filledQuantity) ? null : <ConfirmationButton orderId={order.id} />}
    </div>
  )
}
