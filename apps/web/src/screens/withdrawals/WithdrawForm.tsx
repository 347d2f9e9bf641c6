import type { RailId } from '@rueda/rules/withdrawals/rails.ts'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useRef, useState } from 'react'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { usePause } from '../../shared/security/cooling-off.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { AmountField, isWithin, useUsable } from './AmountField.tsx'
import { Receipt } from './Receipt.tsx'
import { ReviewSheet, type Sending } from './ReviewSheet.tsx'
import { ComingTerms, ComingWithdrawalLimits } from '../../shared/terms/ComingTerms.tsx'
import { useWithdrawalQuote } from './use-withdrawal-quote.ts'

type WithdrawFormProps = Readonly<{
  rail: RailId
  type: 'bank' | 'vm' | 'JPY' | 'other'
  /** "Banco Macro ••••5201"; "" while it is not known. */
  destination: string
  /** Leads to what is missing of it. */
  onMissing?: (() => void) | undefined
  isFinal?: boolean
  amount: string
  onAmount: (amount: string) => void
  sending: Sending
  onClosed: () => void
}>

/** The second half of every withdrawal: the amount, its cost and result, and the review. */
export function WithdrawForm({
  rail,
  type,
  destination,
  onMissing,
  isFinal = false,
  amount,
  onAmount,
  sending,
  onClosed,
}: WithdrawFormProps) {
  const t = useText('withdrawals')
  const common = useText('common')
  const { offline, text } = useUi()
  const [open, setOpen] = useState(false)
  const amountField = useRef<HTMLInputElement>(null)
  const usable = useUsable(rail, type)
  const pause = usePause()
  const typed = finish(amount)
  const isOff = useSwitchedOff(`withdrawals.${rail}`) !== null
  const isGood = !isOff && isWithin(typed, usable.data)
  const quoting = useWithdrawalQuote(isGood ? { rail, amount: typed } : null)
  const close = () => {
    setOpen(false)
    if (sending.done !== null) onClosed()
  }
  return (
    <div className="flex flex-col gap-4">
      <SwitchedOff name={`withdrawals.${rail}`} />
      <ComingTerms kind="withdrawalFee" subject={rail} />
      <ComingWithdrawalLimits />
      <AmountField ref={amountField} rail={rail} type={type} value={amount} onChange={onAmount} />
      <FormError error={quoting.error} />
      {isGood && quoting.quote === null && quoting.error === null ? <SkeletonRows rows={5} height={30} /> : null}
      {quoting.quote === null ? null : (
        <Card>
          <Receipt quote={quoting.quote} />
        </Card>
      )}
      <BlockerButton
        label={t('continue')}
        blockers={[
          { when: offline, label: text.offline },
          pause,
          { when: isOff || (usable.data?.reasonBlocked ?? null) !== null, label: t('blocked.now') },
          { when: destination === '', label: t('missing.destination'), onPress: onMissing },
          { when: !isGood, label: common('f.amount.missing'), onPress: () => amountField.current?.focus() },
        ]}
        busy={isGood && quoting.quote === null && quoting.error === null}
        onPress={() => setOpen(true)}
      />
      <ReviewSheet
        open={open}
        onClose={close}
        quote={quoting.quote}
        secondsLeft={quoting.secondsLeft}
        onRefresh={quoting.refresh}
        destination={destination}
        isFinal={isFinal}
        sending={sending}
      />
    </div>
  )
}
