import type { Withdrawal, WithdrawalQuote } from '@rueda/contract/withdrawals.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import type { ApiError } from '../../shared/server/api-error.ts'
import { useGo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useHeld } from '../../shared/forms/use-held.ts'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { MoneyOutProofFields, refusalsOfProof } from '../../shared/cards/MoneyOutProofFields.tsx'
import { NO_PROOF, wholeProof } from '../../shared/cards/money-out-proof.ts'
import { Receipt } from './Receipt.tsx'
import { WithdrawalFacts } from './WithdrawalFacts.tsx'
import { useWithdrawal } from './use-withdrawal.ts'

/** Proof that the customer means it: never kept anywhere. */
export type Proof = Readonly<{ payPassword: string; termsId: string | null; quoteId?: string; code?: string }>

/** A withdrawal as its form proposes it, and how it is sent. */
export type Sending = Readonly<{
  send: (proof: Proof) => void
  pending: boolean
  error: ApiError | null
  done: Withdrawal | null
}>

type ReviewSheetProps = Readonly<{
  open: boolean
  onClose: () => void
  quote: WithdrawalQuote | null
  secondsLeft: number | null
  onRefresh: () => void
  destination: string
  /** Money on a chain cannot be called back. */
  isFinal: boolean
  sending: Sending
}>

/** The whole of a withdrawal once more, the password and the code it asks for, and then its result. */
export function ReviewSheet({ open, onClose, sending, ...review }: ReviewSheetProps) {
  const t = useText('withdrawals')
  return (
    <Sheet open={open} onClose={onClose} pending={sending.pending} title={sending.done === null ? t('review.title') : t('result.title')}>
      {sending.done === null ? <Review {...review} sending={sending} /> : <Done withdrawal={sending.done} />}
    </Sheet>
  )
}

type ReviewProps = Omit<ReviewSheetProps, 'open' | 'onClose'>

function Review({ onRefresh, destination, isFinal, sending, ...now }: ReviewProps) {
  const t = useText('withdrawals')
  const { offline, text } = useUi()
  const { quote, secondsLeft } = useHeld(now, sending.pending)
  const needsCode = quote?.needsCode === 1
  const form = useSchemaForm(wholeProof(needsCode), NO_PROOF)
  if (quote === null) return null
  const expired = secondsLeft === 0
  const { quoteId, termsId } = quote
  const { at, above } = failureAt(sending.error, refusalsOfProof(needsCode))
  const confirm = (): void =>
    form.send(({ payPassword, code }) =>
      sending.send({ payPassword, termsId, ...(quoteId === null ? {} : { quoteId }), ...(needsCode ? { code } : {}) }),
    )
  return (
    <div className="flex flex-col gap-3">
      <Receipt quote={quote} destination={destination} />
      {quote.byStaff === 1 ? <InlineMessage tone="info">{t('byStaff')}</InlineMessage> : null}
      {isFinal ? <InlineMessage tone="warn">{t('irreversible')}</InlineMessage> : null}
      {secondsLeft === null ? null : <RateLife secondsLeft={secondsLeft} onRefresh={onRefresh} />}
      <MoneyOutProofFields purpose="withdraw" form={form} asksCode={needsCode} at={at} />
      <FormError error={above} />
      <ConfirmHold
        label={offline ? text.offline : t('review.hold')}
        tapLabel={t('review.tap')}
        pending={sending.pending}
        disabled={expired || offline || !form.isWhole}
        onConfirm={confirm}
      />
    </div>
  )
}

function RateLife({ secondsLeft, onRefresh }: Readonly<{ secondsLeft: number; onRefresh: () => void }>) {
  const t = useText('withdrawals')
  if (secondsLeft > 0) return <p className="num text-meta text-text3">{t('rate.holds', { seconds: String(secondsLeft) })}</p>
  const refresh = (
    <Button tone="secondary" onPress={onRefresh}>
      {t('rate.refresh')}
    </Button>
  )
  return (
    <InlineMessage tone="warn" action={refresh}>
      {t('rate.expired')}
    </InlineMessage>
  )
}

/** The result, followed from there on: it may be taken back or decided while it is on screen. */
function Done({ withdrawal }: Readonly<{ withdrawal: Withdrawal }>) {
  const t = useText('withdrawals')
  const go = useGo()
  const { data } = useWithdrawal(withdrawal.id)
  return (
    <WithdrawalFacts withdrawal={data === undefined || 'list' in data ? withdrawal : data}>
      <Button size="large" wide onPress={() => go('pages/withdraw/record')}>
        {t('result.list')}
      </Button>
    </WithdrawalFacts>
  )
}
