import { type PlacingOrder, placings } from '@rueda/contract/placing.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { ConfirmButtons } from '@rueda/ui/actions/ConfirmButtons.tsx'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { Timeline, type TimelineStep } from '@rueda/ui/lists/Timeline.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useState } from 'react'
import { FormError } from '../failures/FormError.tsx'
import { hrefTo } from '../pages/go.ts'
import { useCall } from '../server/api.ts'
import { statusOfOrder } from '../subscriptions/status.ts'
import { type Translate, useText } from '../text/text.ts'

/** One application: how it stands, its money, what it is worth now, its dates, and taking it back. */
export function PlacingOrderSheet({ order, onClose }: Readonly<{ order: PlacingOrder | null; onClose: () => void }>) {
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

function OrderFacts({ order }: Readonly<{ order: PlacingOrder }>) {
  const t = useText('placing')
  const own = useText('subscriptions')
  const status = useText('status')
  const { language } = useUi()
  const { quantity, allotQuantity, price, currency, amount, paidAmount, pendingAmount, refundAmount, valueNow, floatProfit } = order
  const { lockedQuantity, availableQuantity, unlockDate } = order
  const money = (value: string, strong = false) => ({ value: <Money value={value} currency={currency} own />, strong })
  const shares = (count: string): string => formatQuantity(language, count)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <StatusPill status={statusOfOrder(status, order)} />
        {order.offeringWithdrawn === 1 ? <span className="text-meta text-text2">{t('withdrawn')}</span> : null}
      </p>
      <Facts
        rows={[
          { label: own('r.asked'), value: shares(quantity) },
          { label: own('r.given'), value: order.status === 0 ? null : shares(allotQuantity) },
          unlockDate === null ? null : { label: t('r.locked'), value: shares(lockedQuantity) },
          unlockDate === null ? null : { label: t('r.free'), value: shares(availableQuantity) },
          unlockDate === null ? null : { label: t('r.unlock'), value: formatDate(unlockDate) },
          { label: own('r.price'), value: formatMoney(language, price, currency), divided: true },
          { label: own('r.total'), ...money(amount) },
          { label: own('r.held'), ...money(pendingAmount) },
          { label: own('r.paid'), ...money(paidAmount, true) },
          { label: own('r.refunded'), ...money(refundAmount) },
          valueNow === null
            ? null
            : {
                label: t('r.valueNow'),
                divided: true,
                value: (
                  <>
                    <Money value={valueNow} currency={currency} own />
                    <Change absolute={floatProfit} currency={currency} own />
                  </>
                ),
              },
          { label: own('r.number'), value: <CopyValue value={order.orderNo} label={own('r.number')} />, divided: true },
        ]}
      />
      <Timeline steps={stepsOf(t, own, order)} />
    </>
  )
}

const WAITING = 0
const NOT_ALLOTTED = 2
const CANCELLED = 3

/** The way of one application. */
function stepsOf(t: Translate<'placing'>, own: Translate<'subscriptions'>, order: PlacingOrder): readonly TimelineStep[] {
  const applied: TimelineStep = { label: own('step.applied'), at: order.createTimeTimestamp, state: 'done' }
  if (order.status === CANCELLED) {
    const label = order.offeringWithdrawn === 1 ? t('withdrawn') : own('step.cancelled')
    return [applied, { label, state: 'failed' }]
  }
  const allotment: TimelineStep = {
    label: t('step.allot'),
    at: order.saleEndTimestamp,
    state: order.status === WAITING ? 'current' : 'done',
  }
  if (order.status === NOT_ALLOTTED) return [applied, allotment, { label: own('step.refunded'), state: 'done' }]
  const isLocked = Number(order.lockedQuantity) > 0
  const state = order.status === WAITING ? 'future' : isLocked ? 'current' : 'done'
  const label = order.unlockDate === null ? t('step.free') : t('step.freeOn', { date: formatDate(order.unlockDate) })
  return [applied, allotment, { label, state }]
}

function Actions({ order, onTakeBack }: Readonly<{ order: PlacingOrder; onTakeBack: () => void }>) {
  const t = useText('placing')
  const own = useText('subscriptions')
  return (
    <div className="flex flex-col gap-2.5">
      {Number(order.allotQuantity) > 0 ? (
        <Button size="large" wide href={hrefTo('pages/trade/index')}>
          {t('mine.position')}
        </Button>
      ) : null}
      <Button tone="secondary" size="large" wide href={hrefTo('pages/quote/stock', { code: order.stockCode, market: order.market })}>
        {own('mine.quote')}
      </Button>
      {order.cancellable === 1 ? (
        <Button tone="secondary" size="large" wide onPress={onTakeBack}>
          {own('back')}
        </Button>
      ) : null}
    </div>
  )
}

/** The question takes the place of the buttons: there is only one sheet at a time. */
function TakeBack({ order, onClose }: Readonly<{ order: PlacingOrder; onClose: () => void }>) {
  const own = useText('subscriptions')
  const { language } = useUi()
  const taking = useCall(placings.cancel, {
    onDone: () => {
      void toast(own('back.done'))
      onClose()
    },
  })
  return (
    <div className="flex flex-col gap-2.5">
      <h3 className="text-nav">{own('back.question')}</h3>
      <p className="text-label font-normal text-text2">
        {own('back.text', { amount: formatMoney(language, order.amount, order.currency) })}
      </p>
      <FormError error={taking.error} />
      <ConfirmButtons
        confirm={own('back')}
        keep={own('back.keep')}
        pending={taking.pending}
        onConfirm={() => void taking.run({ id: order.id })}
        onKeep={onClose}
      />
    </div>
  )
}
