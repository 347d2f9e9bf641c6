import { type IpoOrder, subscriptions } from '@rueda/contract/subscriptions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmButtons } from '@rueda/ui/actions/ConfirmButtons.tsx'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { Timeline } from '@rueda/ui/lists/Timeline.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useState } from 'react'
import { FormError } from '../failures/FormError.tsx'
import { hrefTo } from '../pages/go.ts'
import { useCall } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { statusOfOrder } from './status.ts'
import { stepsOfOrder } from './steps.ts'

/** One application: how it stands, its money, its dates, the proof of its draw, and taking it back. */
export function SubscriptionSheet({ order, onClose }: Readonly<{ order: IpoOrder | null; onClose: () => void }>) {
  const shown = useLastShown(order)
  const [asks, setAsks] = useState(false)
  const close = () => {
    setAsks(false)
    onClose()
  }
  if (shown === null) return null
  return (
    <Sheet open={order !== null} onClose={close} title={shown.name}>
      <div className="flex flex-col gap-4">
        <OrderFacts order={shown} />
        {asks ? <TakeBack order={shown} onClose={() => setAsks(false)} /> : <Actions order={shown} onTakeBack={() => setAsks(true)} />}
      </div>
    </Sheet>
  )
}

function OrderFacts({ order }: Readonly<{ order: IpoOrder }>) {
  const t = useText('subscriptions')
  const status = useText('status')
  const { language } = useUi()
  const { quantity, allotQuantity, price, currency, totalAmount, paidAmount, pendingAmount, refundAmount, drawKey } = order
  const money = (value: string, strong = false) => ({ value: <Money value={value} currency={currency} own />, strong })
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <StatusPill status={statusOfOrder(status, order)} />
        {order.offeringWithdrawn === 1 ? <span className="text-meta text-text2">{t('mine.withdrawn')}</span> : null}
      </p>
      <Facts
        rows={[
          { label: t('r.asked'), value: formatQuantity(language, quantity) },
          { label: t('r.given'), value: order.status === 0 ? null : formatQuantity(language, allotQuantity) },
          { label: t('r.price'), value: formatMoney(language, price, currency) },
          { label: t('r.total'), ...money(totalAmount), divided: true },
          { label: t('r.held'), ...money(pendingAmount) },
          { label: t('r.paid'), ...money(paidAmount, true) },
          { label: t('r.refunded'), ...money(refundAmount) },
          { label: t('r.number'), value: <CopyValue value={order.orderNo} label={t('r.number')} />, divided: true },
          drawKey === null ? null : { label: t('r.key'), value: <CopyValue value={drawKey} label={t('r.key')} /> },
        ]}
      />
      <Timeline steps={stepsOfOrder(t, order)} />
    </>
  )
}

function Actions({ order, onTakeBack }: Readonly<{ order: IpoOrder; onTakeBack: () => void }>) {
  const t = useText('subscriptions')
  return (
    <div className="flex flex-col gap-2.5">
      {order.delivered === 1 ? (
        <Button size="large" wide href={hrefTo('pages/quote/stock', { code: order.stockCode, market: 'US' })}>
          {t('mine.quote')}
        </Button>
      ) : null}
      <Button tone="secondary" size="large" wide href={hrefTo('pages/ipo/fairness', { id: order.ipoId, number: order.orderNo })}>
        {t('fairness.open')}
      </Button>
      {order.cancellable === 1 ? (
        <Button tone="secondary" size="large" wide onPress={onTakeBack}>
          {t('back')}
        </Button>
      ) : null}
    </div>
  )
}

/** The question takes the place of the buttons: there is only one sheet at a time. */
function TakeBack({ order, onClose }: Readonly<{ order: IpoOrder; onClose: () => void }>) {
  const t = useText('subscriptions')
  const { language } = useUi()
  const taking = useCall(subscriptions.cancel, {
    onDone: () => {
      void toast(t('back.done'))
      onClose()
    },
  })
  return (
    <div className="flex flex-col gap-2.5">
      <h3 className="text-nav">{t('back.question')}</h3>
      <p className="text-label font-normal text-text2">
        {t('back.text', { amount: formatMoney(language, order.totalAmount, order.currency) })}
      </p>
      <FormError error={taking.error} />
      <ConfirmButtons
        confirm={t('back')}
        keep={t('back.keep')}
        pending={taking.pending}
        onConfirm={() => void taking.run({ id: order.id })}
        onKeep={onClose}
      />
    </div>
  )
}
