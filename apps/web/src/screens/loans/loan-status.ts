import type { Loan, Repayment } from '@rueda/contract/loans.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import type { Translate } from '../../shared/text/text.ts'

const looks = {
  pending: { tone: 'warn', shape: 'clock' },
  active: { tone: 'info', shape: 'check' },
  overdue: { tone: 'danger', shape: 'clock' },
  selling: { tone: 'danger', shape: 'clock' },
  repaid: { tone: 'up', shape: 'check' },
  defaulted: { tone: 'danger', shape: 'cross' },
  rejected: { tone: 'danger', shape: 'cross' },
  cancelled: { tone: 'flat', shape: 'slash' },
} as const

export const statusOf = (t: Translate<'loans'>, { stage }: Pick<Loan, 'stage'>): Status => ({ ...looks[stage], label: t(`stage.${stage}`) })

const PENDING = 1
const REJECTED = 3
export function repaymentStatusOf(t: Translate<'loans'>, { status }: Pick<Repayment, 'status'>): Status {
  if (status === PENDING) return { tone: 'warn', shape: 'clock', label: t('repayment.pending') }
  if (status === REJECTED) return { tone: 'danger', shape: 'cross', label: t('repayment.rejected') }
  return { tone: 'up', shape: 'check', label: t('repayment.approved') }
}

export const isOwed = ({ stage }: Pick<Loan, 'stage'>): boolean => stage === 'active' || stage === 'overdue' || stage === 'selling'
export const waitingOf = ({ repayments }: Pick<Loan, 'repayments'>): Repayment | null =>
  repayments.find(({ status }) => status === PENDING) ?? null

/** Whole days after the due date; none before. */
export const daysLate = ({ expireTimeTimestamp }: Pick<Loan, 'expireTimeTimestamp'>, now: number): number =>
  expireTimeTimestamp === null || now <= expireTimeTimestamp ? 0 : Math.ceil((now - expireTimeTimestamp) / DAY_MS)
