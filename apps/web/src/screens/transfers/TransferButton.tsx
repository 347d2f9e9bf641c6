import { type Blocker, BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { useFailureText } from '../../shared/failures/use-failure-text.ts'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { isNothing } from './draft.ts'
import type { Proposal } from './proposal.ts'
import type { TransferForm } from './use-transfer-form.ts'

type TransferButtonProps = Readonly<{ form: TransferForm; onFocus: () => void; onReview: (proposal: Proposal) => void }>

/** The one button of the form: it reviews the transfer, or names what is in the way and corrects it. */
export function TransferButton({ form, onFocus, onReview }: TransferButtonProps) {
  const t = useText('transfers')
  const { quoting } = form
  return (
    <BlockerButton
      blockers={useBlockers(form, onFocus)}
      label={t('button.review')}
      busy={quoting.pending || quoting.busy}
      onPress={() => onReview(proposalOf(form))}
    />
  )
}

/** In their order: connection, amount, money, rate. */
function useBlockers(form: TransferForm, onFocus: () => void): readonly Blocker[] {
  const t = useText('transfers')
  const { language, offline, text } = useUi()
  const failureText = useFailureText()
  const { amount, from, tooMuch, draft, change, isExchange, quoting } = form
  const most = formatMoney(language, from.withdrawable, from.currency, { rounding: 'cut' })
  const empty = isNothing(from.withdrawable)
  const { error, quote, secondsLeft } = quoting
  const kind = isExchange ? 'exchanges' : 'transfers'
  const off = useText('switches')
  const isOff = useSwitchedOff(kind) !== null
  const refusal = error === null ? '' : failureText(error)
  const isAmountWrong = error?.is('amount.out_of_range') === true
  return [
    { when: offline, label: text.offline },
    { when: isOff, label: off(`off.${kind}`) },
    { when: empty, label: t('button.nothing') },
    { when: isNothing(amount), label: t('button.amount'), onPress: onFocus },
    { when: tooMuch, label: t('canLeave', { amount: most }), onPress: () => change({ ...draft, amount: from.withdrawable }) },
    { when: isExchange && error !== null, label: refusal, onPress: isAmountWrong ? onFocus : quoting.refresh },
    { when: isExchange && quote !== null && secondsLeft === 0 && !quoting.busy, label: t('rate.refresh'), onPress: quoting.refresh },
  ]
}

const proposalOf = ({ draft, amount, from, to, isExchange }: TransferForm): Proposal => ({
  from: draft.from,
  to: draft.to,
  amount,
  fromCurrency: from.currency,
  toCurrency: to.currency,
  isExchange,
})
