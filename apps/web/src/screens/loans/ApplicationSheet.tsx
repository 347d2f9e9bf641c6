import { type LoanCollateral, type LoanProduct, loans } from '@rueda/contract/loans.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { NO_PROOF, wholeProof } from '../../shared/cards/money-out-proof.ts'
import { MoneyOutProofFields, refusalsOfProof } from '../../shared/cards/MoneyOutProofFields.tsx'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { quantityIn, useCollateralName } from './CollateralList.tsx'
import { LoanCosts } from './LoanCosts.tsx'
import type { Pledged } from './figures.ts'

export type AskedLoan = Readonly<{
  product: LoanProduct
  amount: string
  purpose: string
  items: readonly LoanCollateral[]
  pledged: Pledged
}>

type ApplicationSheetProps = Readonly<{ open: boolean; onClose: () => void; onApplied: () => void; asked: AskedLoan | null }>

/** The whole application once more, the transaction password, and the hold that sends it. */
export function ApplicationSheet({ open, onClose, onApplied, asked }: ApplicationSheetProps) {
  const t = useText('loans')
  const shown = useLastShown(asked)
  const sending = useCall(loans.apply, {
    onDone: () => {
      void toast(t('applied'))
      onApplied()
      onClose()
    },
  })
  return (
    <Sheet open={open && asked !== null} onClose={onClose} pending={sending.pending} title={t('review.title')}>
      {shown === null ? null : <Review asked={shown} sending={sending} />}
    </Sheet>
  )
}

type ReviewProps = Readonly<{ asked: AskedLoan; sending: ReturnType<typeof useCall<typeof loans.apply>> }>

function Review({ asked: { product, amount, purpose, items, pledged }, sending }: ReviewProps) {
  const t = useText('loans')
  const { language, offline, text } = useUi()
  const nameOf = useCollateralName()
  const form = useSchemaForm(wholeProof(false), NO_PROOF)
  const { at, above } = failureAt(sending.error, refusalsOfProof(false))
  const chosen = items.filter(({ ref }) => (parseScaled(finish(pledged.get(ref) ?? '')) ?? 0n) > 0n)
  const send = () =>
    form.send(({ payPassword }) =>
      sending.run({
        ...{ productId: product.id, amount, agreeTerms: 1, payPassword },
        ...(purpose === '' ? {} : { purpose }),
        collateral: chosen.map(({ type, ref }) => ({ type, ref, quantity: finish(pledged.get(ref) ?? '0') })),
      }),
    )
  return (
    <div className="flex flex-col gap-3">
      <Facts
        rows={[
          { label: t('review.amount'), value: <Money value={amount} currency={product.currency} />, strong: true },
          { label: t('f.term'), value: t('term', { count: product.termDays, num: formatNumber(language, String(product.termDays)) }) },
          ...chosen.map((item) => ({
            label: t('review.locks', { name: nameOf(item) }),
            value: quantityIn(t, language, item.type, finish(pledged.get(item.ref) ?? '0')),
          })),
        ]}
      />
      <LoanCosts bare product={product} amount={amount} items={items} pledged={pledged} />
      <InlineMessage tone="warn">{t('risk')}</InlineMessage>
      <MoneyOutProofFields purpose="withdraw" form={form} asksCode={false} at={at} />
      <FormError error={above} />
      <ConfirmHold
        label={offline ? text.offline : t('review.hold')}
        tapLabel={t('review.tap')}
        pending={sending.pending}
        disabled={offline || !form.isWhole}
        onConfirm={send}
      />
    </div>
  )
}
