import { type FundOrder, funds } from '@rueda/contract/funds.ts'
import { EARLY_FEE, funds as terms } from '@rueda/rules/funds/fund.ts'
import { proceedsOf } from '@rueda/rules/funds/fund-order.ts'
import { formatScaled, parseScaled, scaled } from '@rueda/rules/decimal.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { QuantityInput } from '@rueda/ui/fields/AmountInput.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useHeld } from '../../shared/forms/use-held.ts'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { UNIT_DIGITS, shareText } from './figures.ts'
import { unitsFaults, wholeRedemption } from './fund-forms.ts'
import { useFunds } from './use-funds.ts'

const UNIT_DECIMALS = 4

/** How many units, what they would bring at the last value, what leaving early costs, and when the money comes. */
export function RedeemForm({ order: now, onDone }: Readonly<{ order: FundOrder; onDone: () => void }>) {
  const t = useText('funds')
  const { language, offline, text } = useUi()
  const sending = useCall(funds.create, {
    onDone: ({ confirmDate }) => {
      void toast(t('redeem.done', { date: formatDate(confirmDate) }))
      onDone()
    },
  })
  const order = useHeld(now, sending.pending)
  const { id: orderId, productId, units, expireDate } = order
  const offered = useFunds(order.type).data?.list.find(({ id }) => id === productId)
  const dealDate = offered?.dealDate ?? null
  const isEarly = expireDate !== null && (dealDate === null || dealDate < expireDate)
  const form = useSchemaForm(wholeRedemption(units), { units: '' })
  const fault = form.fault('units', unitsFaults)
  const send = () =>
    form.send(({ units: typed }) =>
      sending.run({ productId, action: 'redeem', orderId, units: finish(typed), ...(isEarly ? { takesEarlyFee: 1 } : {}) }),
    )
  return (
    <div className="flex flex-col gap-3">
      <QuantityInput
        {...form.field('units')}
        label={t('redeem.units')}
        decimals={UNIT_DECIMALS}
        helper={t('redeem.tooMany', { num: formatNumber(language, units, UNIT_DIGITS) })}
        error={fault === null ? null : t(`redeem.${fault}`, { num: formatNumber(language, units, UNIT_DIGITS) })}
        action={<Chip onPress={() => void form.change({ units })}>{t('redeem.all')}</Chip>}
      />
      <Proceeds order={order} typed={finish(form.values.units)} isEarly={isEarly} />
      <Facts
        rows={[
          { label: t('date.deal'), value: dealDate === null ? null : formatDate(dealDate) },
          { label: t('date.pay'), value: offered === undefined ? null : formatDate(offered.payDate) },
        ]}
      />
      {isEarly ? (
        <InlineMessage tone="warn">
          {t('redeem.early', { date: formatDate(expireDate), share: shareText(language, formatScaled(EARLY_FEE)) })}
        </InlineMessage>
      ) : null}
      <FormError error={sending.error} />
      <ConfirmHold
        label={offline ? text.offline : t('redeem.hold')}
        tapLabel={t('redeem')}
        pending={sending.pending}
        disabled={offline}
        onConfirm={send}
      />
    </div>
  )
}

function Proceeds({ order, typed, isEarly }: Readonly<{ order: FundOrder; typed: string; isEarly: boolean }>) {
  const t = useText('funds')
  const { language } = useUi()
  const { productId, currentNav, currency } = order
  const units = parseScaled(typed) ?? 0n
  const { value, fee, proceeds } = proceedsOf(productId, { units, isEarly }, scaled(currentNav ?? '0'))
  const about = (minor: bigint): string | null =>
    units === 0n ? null : t('about', { num: formatMoney(language, formatMinor(minor, terms[productId].currency), currency) })
  return (
    <Facts
      rows={[
        { label: t('redeem.value'), value: about(value) },
        isEarly ? { label: t('redeem.fee'), value: about(fee) } : null,
        { label: t('redeem.get'), value: about(proceeds), strong: true },
      ]}
    />
  )
}
