import type { FundProduct } from '@rueda/contract/funds.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { formatScaled, parseScaled, scaled } from '@rueda/rules/decimal.ts'
import { funds as terms } from '@rueda/rules/funds/fund.ts'
import { subscriptionFeeOf, unitsFor } from '@rueda/rules/funds/subscribe.ts'
import { formatMinor, moneyOf } from '@rueda/rules/money.ts'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { UNIT_DIGITS, VALUE_DIGITS } from './figures.ts'

type SubscriptionFactsProps = Readonly<{ fund: FundProduct; amount: string; after?: readonly Fact[] }>

/** What an amount costs and buys at the last value, and when; `after` is what it leaves in the wallet. Before anything is typed, dashes. */
export function SubscriptionFacts({ fund, amount, after = [] }: SubscriptionFactsProps) {
  const t = useText('funds')
  const { language } = useUi()
  const { id, currency, nav, dealDate, cutOffTimestamp, termDays } = fund
  const typed = finish(amount)
  const isTyped = (parseScaled(typed) ?? 0n) > 0n
  const paid = isTyped ? moneyOf(typed, terms[id].currency).minor : 0n
  const fee = subscriptionFeeOf(terms[id], paid)
  const about = formatNumber(language, formatScaled(unitsFor(paid - fee, scaled(nav))), UNIT_DIGITS)
  const money = (minor: bigint) => (isTyped ? <Money value={formatMinor(minor, terms[id].currency)} currency={currency} own /> : null)
  return (
    <Facts
      rows={[
        { label: t('r.amount'), value: money(paid), strong: true },
        { label: t('r.fee'), value: money(fee) },
        { label: t('r.units', { nav: formatNumber(language, nav, VALUE_DIGITS) }), value: isTyped ? t('about', { num: about }) : null },
        ...after,
        { label: t('date.deal'), value: formatDate(dealDate), divided: true },
        { label: t('r.undo'), value: formatDeadline(cutOffTimestamp) },
        termDays === null ? null : { label: t('r.end'), value: formatDate(addDays(dealDate, termDays)) },
      ]}
    />
  )
}
