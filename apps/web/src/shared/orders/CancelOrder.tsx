import type { OrderRow } from '@rueda/contract/orders.ts'
import { ConfirmButtons } from '@rueda/ui/actions/ConfirmButtons.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { IntoView } from '@rueda/ui/layout/IntoView.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent, formatPrice } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import { type Translate, useText } from '../text/text.ts'
import { Failure } from '../failures/Failure.tsx'
import { marketOf } from '../quotes/instrument.ts'
import { sizeText } from './size-text.ts'
import { withoutPart } from './sizing.ts'
import { useCancelOrder } from './use-cancel-order.ts'
import { useInstrumentName } from '../quotes/instrument-name.ts'

type CancelProps = Readonly<{ order: OrderRow; onClose: () => void }>

/** In an order's own sheet the question takes the buttons' place: there is only one sheet at a time. */
export function CancelOrder({ order, onClose }: CancelProps) {
  const t = useText('orders')
  return (
    <IntoView className="flex flex-col gap-2.5">
      <h3 className="text-nav">{t('detail.cancelQ')}</h3>
      <Question order={order} onClose={onClose} />
    </IntoView>
  )
}

/** From a list the question is a sheet of its own. */
export function CancelDialog({ order, onClose }: Readonly<{ order: OrderRow | null; onClose: () => void }>) {
  const t = useText('orders')
  const shown = useLastShown(order)
  return (
    <Sheet open={order !== null} onClose={onClose} title={t('detail.cancelQ')}>
      {shown === null ? null : (
        <div className="flex flex-col gap-2.5">
          <Question key={shown.id} order={shown} onClose={onClose} />
        </div>
      )}
    </Sheet>
  )
}

/** The consequence, the action, and the way to keep the order: the word "cancel" alone could mean either. */
function Question({ order, onClose }: CancelProps) {
  const t = useText('orders')
  const { language } = useUi()
  const nameOf = useInstrumentName()
  const cancel = useCancelOrder(onClose)
  return (
    <>
      <p className="num text-row">{inWords(t, language, order, nameOf(order))}</p>
      <p className="text-label font-normal text-text2">{t('detail.cancelWhy')}</p>
      <LeftUnprotected order={order} />
      <Failure error={cancel.error} />
      <ConfirmButtons
        confirm={t('detail.cancel')}
        keep={t('detail.keep')}
        pending={cancel.pending}
        onConfirm={() => void cancel.run({ orderId: order.id })}
        onKeep={onClose}
      />
    </>
  )
}

/** "Vender · 10 acciones · Aurora (ARDV) · 190,00": identifies the order, with the part of it still to be done. */
function inWords(t: Translate<'orders'>, language: Language, order: OrderRow, name: string): string {
  const { direction, market, quantity, filledQuantity, stockCode, trailPercent, decimals } = order
  const at = order.stopPrice ?? order.price
  return [
    t(direction === 0 ? 'side.buy' : 'side.sell'),
    sizeText(t, language, marketOf(market), withoutPart(quantity, filledQuantity)),
    `${name} (${stockCode})`,
    trailPercent === null
      ? at === null
        ? t('type.market')
        : formatPrice(language, at, decimals)
      : formatPercent(language, trailPercent, 'plain'),
  ].join(' · ')
}

/** A stop guards what is held against a loss, and the one beside a limit still does when that is cancelled. */
function LeftUnprotected({ order }: { order: OrderRow }) {
  const t = useText('orders')
  const { language } = useUi()
  const { parentId, siblingId, positionId, action, direction, stopPrice, trailPercent, takeProfit, stopLoss, quantity, filledQuantity } =
    order
  const market = marketOf(order.market)
  const isStop = stopPrice !== null || trailPercent !== null
  const sells = isOnMargin(market) ? positionId !== null && action === 1 : direction === 1
  const isExit = parentId !== null || siblingId !== null || sells
  const size = sizeText(t, language, market, withoutPart(quantity, filledQuantity))
  if (isExit && isStop) return <InlineMessage tone="warn">{t('cancel.noStop', { size })}</InlineMessage>
  if (isExit) return <InlineMessage tone="info">{t(siblingId === null ? 'cancel.stays' : 'cancel.stopStays', { size })}</InlineMessage>
  return takeProfit === null && stopLoss === null ? null : <InlineMessage tone="info">{t('cancel.noExits')}</InlineMessage>
}
