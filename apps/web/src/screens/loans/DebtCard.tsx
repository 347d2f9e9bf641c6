import type { Loan } from '@rueda/contract/loans.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { CoverBar } from './CoverBar.tsx'
import { DebtFacts } from './DebtFacts.tsx'
import { daysLate, statusOf, waitingOf } from './loan-status.ts'

/** What is owed, until when, how well it is covered, and the way to pay it. */
export function DebtCard({ loan }: Readonly<{ loan: Loan }>) {
  const t = useText('loans')
  const { language } = useUi()
  const now = useServerNow()
  const waiting = waitingOf(loan)
  const { totalDebt, currency, stage } = loan
  return (
    <Card title={t('debt')} action={<StatusPill status={statusOf(t, loan)} />}>
      <div className="flex flex-col gap-3">
        <div>
          <p className="num text-total">
            <Money value={totalDebt} currency={currency} own />
          </p>
          <p className="num text-meta text-text3">{dueText(t, loan, now, (value) => formatNumber(language, String(value)))}</p>
        </div>
        <DebtFacts loan={loan} />
        <CoverBar loan={loan} />
        {stage === 'selling' ? <InlineMessage tone="danger">{t('selling')}</InlineMessage> : null}
        {stage === 'overdue' ? <InlineMessage tone="danger">{t('overdue.says', { date: defaultDate(loan) })}</InlineMessage> : null}
        {waiting === null ? null : (
          <InlineMessage tone="info">{t('repayment.waits', { amount: formatMoney(language, waiting.amount, currency) })}</InlineMessage>
        )}
        {loan.repayable === 1 ? (
          <Button size="large" wide href={hrefTo('pages/loan/repayment')}>
            {t('repay')}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

const defaultDate = ({ defaultsTimeTimestamp }: Loan): string => (defaultsTimeTimestamp === null ? '' : formatDate(defaultsTimeTimestamp))

/** "Due 20/12/2026", and after that how late it is. */
export function dueText(t: Translate<'loans'>, loan: Loan, now: number, number: (value: number) => string): string {
  const late = daysLate(loan, now)
  if (loan.dueDate === null) return ''
  return late > 0 ? t('late', { count: late, num: number(late) }) : t('due', { date: formatDate(loan.dueDate) })
}
