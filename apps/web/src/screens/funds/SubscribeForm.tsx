import type { FundProduct } from '@rueda/contract/funds.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useRef } from 'react'
import { useTermsFirst } from '../../shared/agreements/use-terms-first.ts'
import { useText } from '../../shared/text/text.ts'
import { NotOfferedNotice } from '../../shared/offerings/NotOfferedNotice.tsx'
import { useNotOffered } from '../../shared/offerings/use-not-offered.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { ExchangeNote } from '../../shared/wallets/ExchangeNote.tsx'
import { powerRows, powerText } from '../../shared/wallets/power-text.tsx'
import { useBuyingPower } from '../../shared/wallets/use-buying-power.ts'
import { useShortage } from '../../shared/wallets/use-shortage.ts'
import { SubscriptionFacts } from './SubscriptionFacts.tsx'
import { amountFault } from './fund-forms.ts'
import { placeOf } from './place.ts'

type SubscribeFormProps = Readonly<{ fund: FundProduct; amount: string; onAmount: (amount: string) => void; onReview: () => void }>

/** The amount and what it would buy; the button names what is in the way, and leads there. */
export function SubscribeForm({ fund, amount, onAmount, onReview }: SubscribeFormProps) {
  const t = useText('funds')
  const common = useText('common')
  const { language, offline, text } = useUi()
  const off = useText('switches')
  const isOff = useSwitchedOff('funds') !== null
  const offered = useText('offerings')
  const standing = useNotOffered('fund', fund.id)
  const field = useRef<HTMLInputElement>(null)
  const { currency, minAmount, maxAmount, remain, walletType } = fund
  const power = useBuyingPower(walletType, finish(amount))
  const available = power.total
  const shortage = useShortage(power, placeOf(fund))
  const terms = useTermsFirst(placeOf(fund))
  const max = Number(remain) < Number(maxAmount) ? remain : maxAmount
  const fault = amountFault(amount, { min: minAmount, max, available })
  const money = (value: string): string => formatMoney(language, value, currency)
  const focus = () => field.current?.focus()
  const spendable = available !== undefined && Number(available) < Number(max) ? available : max
  return (
    <div className="flex flex-col gap-3">
      <SwitchedOff name="funds" />
      <NotOfferedNotice kind="fund" id={fund.id} />
      <AmountInput
        ref={field}
        label={`${common('f.amount')} (${currency})`}
        value={amount}
        onChange={onAmount}
        helper={powerText(common, language, power)}
        action={Number(available ?? '0') === 0 ? undefined : <Chip onPress={() => onAmount(spendable)}>{common('act.max')}</Chip>}
      />
      <SubscriptionFacts fund={fund} amount={amount} after={power.bring.length > 0 ? powerRows(common, power) : []} />
      {fault === 'short' ? <ExchangeNote offer={shortage.offer} /> : null}
      <BlockerButton
        label={common('act.continue')}
        blockers={[
          { when: offline, label: text.offline },
          { when: isOff, label: off('off.funds') },
          { when: standing !== null, label: offered(standing?.status ?? 'paused') },
          terms,
          { when: fault === 'missing', label: common('f.amount.missing'), onPress: focus },
          { when: fault === 'tooLittle', label: t('amount.tooLittle', { num: money(minAmount) }), onPress: focus },
          { when: fault === 'tooMuch', label: t('amount.tooMuch', { num: money(max) }), onPress: focus },
          shortage.blocker,
        ]}
        onPress={onReview}
      />
    </div>
  )
}
