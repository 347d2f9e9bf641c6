import type { Loan } from '@rueda/contract/loans.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { SectionHeader } from '@rueda/ui/layout/SectionHeader.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDateTime, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { CancelLoan } from './CancelLoan.tsx'
import { quantityIn, useCollateralName } from './CollateralList.tsx'
import { CoverBar } from './CoverBar.tsx'
import { DebtFacts } from './DebtFacts.tsx'
import { LoanTimeline } from './LoanTimeline.tsx'
import { isOwed, repaymentStatusOf, statusOf } from './loan-status.ts'

/** One loan: its steps, what is owed, what covers it, what was paid. */
export function LoanSheet({ loan, onClose }: Readonly<{ loan: Loan | null; onClose: () => void }>) {
  const t = useText('loans')
  const { language } = useUi()
  const shown = useLastShown(loan)
  const days = shown === null ? '' : t('term', { count: shown.termDays, num: formatNumber(language, String(shown.termDays)) })
  return (
    <Sheet open={loan !== null} onClose={onClose} title={days}>
      {shown === null ? null : <Details loan={shown} />}
    </Sheet>
  )
}

function Details({ loan }: Readonly<{ loan: Loan }>) {
  const t = useText('loans')
  const { language } = useUi()
  const { amount, currency, loanNo, purpose, dueDate, writtenOff, retryTimestamp, rejectReason } = loan
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <p className="num text-total">
          <Money value={amount} currency={currency} own />
        </p>
        <StatusPill status={statusOf(t, loan)} />
      </div>
      {rejectReason === null ? null : (
        <InlineMessage tone="danger" title={t(`reason.${rejectReason}`)}>
          {retryTimestamp === null ? null : t('retry', { date: formatDeadline(retryTimestamp) })}
        </InlineMessage>
      )}
      <LoanTimeline loan={loan} />
      {isOwed(loan) ? <DebtFacts loan={loan} /> : null}
      {isOwed(loan) ? <CoverBar loan={loan} /> : null}
      <Facts
        rows={[
          { label: t('fact.number'), value: <CopyValue label={t('fact.number')} value={loanNo} /> },
          dueDate === null ? null : { label: t('cost.due'), value: formatDate(dueDate) },
          purpose === null ? null : { label: t('fact.purpose'), value: purpose },
          Number(writtenOff) > 0 && { label: t('fact.writtenOff'), value: formatMoney(language, writtenOff, currency) },
        ]}
      />
      <Collateral loan={loan} />
      <Repayments loan={loan} />
      <CancelLoan loan={loan} />
      {loan.repayable === 1 ? (
        <Button size="large" wide href={hrefTo('pages/loan/repayment')}>
          {t('repay')}
        </Button>
      ) : null}
    </div>
  )
}

function Collateral({ loan: { collateral } }: Readonly<{ loan: Loan }>) {
  const t = useText('loans')
  const { language } = useUi()
  const nameOf = useCollateralName()
  return (
    <section className="flex flex-col gap-1.5">
      <SectionHeader title={t('collateral')} />
      <Facts
        rows={collateral.map((item) => ({
          label: nameOf(item),
          value: quantityIn(t, language, item.type, Number(item.quantity) > 0 ? item.quantity : item.startQuantity),
        }))}
      />
    </section>
  )
}

function Repayments({ loan: { repayments, currency } }: Readonly<{ loan: Loan }>) {
  const t = useText('loans')
  if (repayments.length === 0) return null
  return (
    <section className="flex flex-col gap-1.5">
      <SectionHeader title={t('repayments')} />
      {repayments.map((repayment) => (
        <div key={repayment.id} className="flex items-start justify-between gap-3 py-1.5">
          <div className="min-w-0">
            <p className="num text-row">
              <Money value={repayment.amount} currency={currency} own />
            </p>
            <p className="num text-meta text-text3">{formatDateTime(repayment.createTimeTimestamp)}</p>
            {repayment.rejectReason === null ? null : (
              <p className="text-meta text-danger">{t(`repaymentReason.${repayment.rejectReason}`)}</p>
            )}
          </div>
          <StatusPill status={repaymentStatusOf(t, repayment)} />
        </div>
      ))}
    </section>
  )
}
