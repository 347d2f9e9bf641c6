import type { Loan } from '@rueda/contract/loans.ts'
import { Timeline, type TimelineStep } from '@rueda/ui/lists/Timeline.tsx'
import { formatDate, formatTime } from '@rueda/ui/formats/dates.ts'
import { type Translate, useText } from '../../shared/text/text.ts'

/** The steps of a loan, from the request to its end. */
export function LoanTimeline({ loan }: Readonly<{ loan: Loan }>) {
  const t = useText('loans')
  return <Timeline steps={stepsOf(t, loan)} />
}

function stepsOf(t: Translate<'loans'>, loan: Loan): readonly TimelineStep[] {
  const { stage, createTimeTimestamp, examineTimeTimestamp, rejectReason, dueDate, lastPayBackDateTimestamp, endTimestamp } = loan
  const applied: TimelineStep = { label: t('step.applied'), state: 'done', at: createTimeTimestamp }
  if (stage === 'pending') return [applied, reviewStep(t, loan), { label: t('step.paidOut'), state: 'future' }]
  if (stage === 'cancelled') return [applied, { label: t('stage.cancelled'), state: 'failed', at: endTimestamp }]
  if (stage === 'rejected') {
    const reason = rejectReason === null ? undefined : t(`reason.${rejectReason}`)
    return [applied, { label: t('stage.rejected'), state: 'failed', at: examineTimeTimestamp, reason }]
  }
  const paidOut: TimelineStep = { label: t('step.paidOut'), state: 'done', at: examineTimeTimestamp }
  const due = dueDate === null ? '' : formatDate(dueDate)
  if (stage === 'repaid')
    return [applied, paidOut, { label: t('stage.repaid'), state: 'done', at: endTimestamp ?? lastPayBackDateTimestamp }]
  if (stage === 'active') return [applied, paidOut, { label: t('step.due', { date: due }), state: 'current' }]
  const missed: TimelineStep = { label: t('step.missed', { date: due }), state: 'failed' }
  if (stage === 'overdue') return [applied, paidOut, missed, { label: t('step.default', { date: defaultDate(loan) }), state: 'future' }]
  const failed: TimelineStep = {
    label: t('step.failed'),
    state: 'failed',
    reason: loan.defaultCause === null ? undefined : t(`cause.${loan.defaultCause}`),
  }
  return stage === 'selling'
    ? [applied, paidOut, failed, { label: t('step.sold'), state: 'current' }]
    : [applied, paidOut, failed, { label: t('stage.defaulted'), state: 'done', at: endTimestamp }]
}

const defaultDate = ({ defaultsTimeTimestamp }: Loan): string => (defaultsTimeTimestamp === null ? '' : formatDate(defaultsTimeTimestamp))

function reviewStep(t: Translate<'loans'>, { isQueued, reviewTimestamp }: Loan): TimelineStep {
  const eta =
    isQueued === 1 ? t('step.byStaff') : reviewTimestamp === null ? undefined : t('step.until', { time: formatTime(reviewTimestamp) })
  return { label: t('stage.pending'), state: 'current', eta }
}
