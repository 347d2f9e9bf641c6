import { type FundOrder, type FundProduct, funds } from '@rueda/contract/funds.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { formatScaled, parseScaled, scaled } from '@rueda/rules/decimal.ts'
import { funds as terms } from '@rueda/rules/funds/fund.ts'
import { subscriptionFeeOf, unitsFor } from '@rueda/rules/funds/subscribe.ts'
import { formatMinor, moneyOf } from '@rueda/rules/money.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { hrefTo } from '../../shared/pages/go.ts'
import { query, useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { FOUR_DIGITS, shareText } from './figures.ts'
import { amountFaults, wholeSubscription } from './fund-forms.ts'

/** The amount, what it costs and buys, when it is dealt, and the hold that sends it. */
export function SubscribeForm({ fund, onDone }: Readonly<{ fund: FundProduct; onDone: (order: FundOrder) => void }>) {
  const t = useText('funds')
  const common = useText('common')
  const { language, offline, text } = useUi()
  const { id, currency, minAmount, maxAmount, remain, walletType, termDays, earlyRedeemFeeRate } = fund
  const wallet = useQuery(query(wallets.one, { walletType: walletType as 'US_WALLET' | 'BALANCE' }))
  const available = wallet.data?.available
  const most = Number(remain) < Number(maxAmount) ? remain : maxAmount
  const form = useSchemaForm(wholeSubscription({ least: minAmount, most, available }), { amount: '' })
  const sending = useCall(funds.create, { onDone })
  const money = (value: string): string => formatMoney(language, value, currency)
  const errors = {
    missing: () => common('f.amount.missing'),
    tooLittle: () => t('amount.tooLittle', { num: money(minAmount) }),
    tooMuch: () => t('amount.tooMuch', { num: money(most) }),
    short: () => t('amount.short', { num: money(missingOf(form.values.amount, available ?? '0')) }),
  }
  const fault = form.fault('amount', amountFaults)
  const send = () => form.send(({ amount }) => sending.run({ productId: id, action: 'subscribe', amount: finish(amount) }))
  return (
    <div className="flex flex-col gap-3">
      <SwitchedOff name="funds" />
      <AmountInput
        {...form.field('amount')}
        label={`${common('f.amount')} (${currency})`}
        helper={t('available', { amount: available === undefined ? '—' : money(available) })}
        error={fault === null ? null : errors[fault]()}
        action={
          available === undefined || Number(available) === 0 ? undefined : (
            <Chip onPress={() => void form.change({ amount: Number(available) < Number(most) ? available : most })}>
              {common('act.max')}
            </Chip>
          )
        }
      />
      {fault === 'short' ? (
        <Button tone="secondary" wide href={hrefTo('pages/deposit/index')}>
          {common('act.deposit')}
        </Button>
      ) : null}
      <Receipt fund={fund} typed={finish(form.values.amount)} />
      <InlineMessage tone="info">{t('forward')}</InlineMessage>
      {termDays === null ? null : (
        <InlineMessage tone="warn">
          {t('locked', { days: formatNumber(language, String(termDays)), share: shareText(language, earlyRedeemFeeRate) })}
        </InlineMessage>
      )}
      <FormError error={sending.error} />
      <ConfirmHold
        label={offline ? text.offline : t('review.hold')}
        tapLabel={t('subscribe')}
        pending={sending.pending}
        disabled={offline}
        onConfirm={send}
      />
    </div>
  )
}

const missingOf = (typed: string, available: string): string => {
  const short = (parseScaled(finish(typed)) ?? 0n) - (parseScaled(available) ?? 0n)
  return formatMinor(short / MINOR, 'USD')
}
/** Units of 10^-8 in a cent. */
const MINOR = 1_000_000n

/** What the amount would buy at the last value; before anything is typed, what the rows will be. */
function Receipt({ fund, typed }: Readonly<{ fund: FundProduct; typed: string }>) {
  const t = useText('funds')
  const { language } = useUi()
  const { id, currency, nav, dealDate, cutOffTimestamp, termDays } = fund
  const isTyped = (parseScaled(typed) ?? 0n) > 0n
  const amount = isTyped ? moneyOf(typed, terms[id].currency).minor : 0n
  const fee = subscriptionFeeOf(terms[id], amount)
  const units = unitsFor(amount - fee, scaled(nav))
  const about = formatNumber(language, formatScaled(units), FOUR_DIGITS)
  return (
    <Facts
      rows={[
        { label: t('r.amount'), value: isTyped ? <Money value={formatMinor(amount, terms[id].currency)} currency={currency} own /> : null },
        { label: t('r.fee'), value: isTyped ? <Money value={formatMinor(fee, terms[id].currency)} currency={currency} own /> : null },
        { label: t('r.units', { nav: formatNumber(language, nav, FOUR_DIGITS) }), value: isTyped ? t('about', { num: about }) : null },
        { label: t('date.deal'), value: formatDate(dealDate), divided: true },
        { label: t('r.undo'), value: formatDateTime(cutOffTimestamp) },
        termDays === null ? null : { label: t('r.end'), value: formatDate(addDays(dealDate, termDays)) },
      ]}
    />
  )
}
