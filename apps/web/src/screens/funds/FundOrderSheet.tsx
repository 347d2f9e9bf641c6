import { type FundOrder, funds } from '@rueda/contract/funds.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { ConfirmButtons } from '@rueda/ui/actions/ConfirmButtons.tsx'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { UNIT_DIGITS, VALUE_DIGITS } from './figures.ts'
import { canRedeem, isHeld, isRedeeming, statusOf } from './fund-status.ts'
import { RedeemForm } from './RedeemForm.tsx'

type Stage = 'facts' | 'redeem' | 'back'

/** One subscription: how it stands, and what can be done with it. */
export function FundOrderSheet({ order, onClose }: Readonly<{ order: FundOrder | null; onClose: () => void }>) {
  const shown = useLastShown(order)
  const t = useText('funds')
  const [stage, setStage] = useState<Stage>('facts')
  const close = () => {
    setStage('facts')
    onClose()
  }
  if (shown === null) return null
  return (
    <Sheet open={order !== null} onClose={close} title={stage === 'redeem' ? t('redeem.title') : t(`name.${shown.productId}`)}>
      {stage === 'redeem' ? (
        <RedeemForm order={shown} onDone={close} />
      ) : (
        <div className="flex flex-col gap-4">
          <OrderFacts order={shown} />
          {stage === 'back' ? <TakeBack order={shown} onClose={() => setStage('facts')} /> : <Actions order={shown} onStage={setStage} />}
        </div>
      )}
    </Sheet>
  )
}

function Actions({ order, onStage }: Readonly<{ order: FundOrder; onStage: (stage: Stage) => void }>) {
  const t = useText('funds')
  return (
    <>
      {canRedeem(order) ? (
        <Button size="large" wide onPress={() => onStage('redeem')}>
          {t('redeem')}
        </Button>
      ) : null}
      {order.cancellable === 1 ? (
        <Button tone="secondary" size="large" wide onPress={() => onStage('back')}>
          {t('back')}
        </Button>
      ) : null}
    </>
  )
}

function OrderFacts({ order }: Readonly<{ order: FundOrder }>) {
  const t = useText('funds')
  const { language } = useUi()
  const { amount, fee, currency, nav, currentNav, units, currentValue, income, zdf, paidAmount, redeemUnits, redeemAmount, redeemFee } =
    order
  const unit = (value: string | null, digits = UNIT_DIGITS): string | null =>
    value === null ? null : formatNumber(language, value, digits)
  const money = (value: string) => <Money value={value} currency={currency} own />
  const held = isHeld(order)
  return (
    <>
      <p>
        <StatusPill status={statusOf(t, order)} />
      </p>
      <Facts
        rows={[
          { label: t('r.amount'), value: money(amount) },
          { label: t('r.fee'), value: money(fee) },
          nav === null
            ? { label: t('date.deal'), value: formatDate(order.confirmDate) }
            : { label: t('fact.bought'), value: unit(nav, VALUE_DIGITS) },
          held ? { label: t('fact.units'), value: unit(units), divided: true } : null,
          held ? { label: t('fact.now'), value: unit(currentNav, VALUE_DIGITS) } : null,
          held ? { label: t('fact.value'), value: money(currentValue), strong: true } : null,
          nav === null
            ? null
            : {
                label: t('fact.income'),
                value: <Change own absolute={income} percent={zdf} currency={currency} />,
              },
          Number(paidAmount) > 0 ? { label: t('fact.paid'), value: money(paidAmount) } : null,
          order.expireDate === null ? null : { label: t('fact.expires'), value: formatDate(order.expireDate) },
          isRedeeming(order) ? { label: t('fact.redeems'), value: unit(redeemUnits), divided: true } : null,
          isRedeeming(order) && redeemAmount === null ? { label: t('date.deal'), value: formatDate(order.confirmDate) } : null,
          redeemFee === null || Number(redeemFee) === 0 ? null : { label: t('redeem.fee'), value: money(redeemFee) },
          redeemAmount === null ? null : { label: t('redeem.get'), value: money(redeemAmount), strong: true },
          order.payDate === null ? null : { label: t('arrives', { date: formatDate(order.payDate) }), value: '' },
          { label: t('fact.asked'), value: formatDateTime(order.createTimeTimestamp), divided: true },
          { label: t('fact.number'), value: <CopyValue value={order.orderNo} label={t('fact.number')} /> },
        ]}
      />
    </>
  )
}

/** The question takes the place of the buttons: there is only one sheet at a time. */
function TakeBack({ order, onClose }: Readonly<{ order: FundOrder; onClose: () => void }>) {
  const t = useText('funds')
  const { language } = useUi()
  const taking = useCall(funds.cancel, {
    onDone: () => {
      void toast(t('back.done'))
      onClose()
    },
  })
  return (
    <div className="flex flex-col gap-2.5">
      <h3 className="text-nav">{t('back.question')}</h3>
      <p className="text-label font-normal text-text2">
        {isRedeeming(order) ? t('back.redemption') : t('back.subscription', { num: formatMoney(language, order.amount, order.currency) })}
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
