import type { Withdrawal } from '@rueda/contract/withdrawals.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import type { TimelineStep } from '@rueda/ui/lists/Timeline.tsx'
import type { Translate } from '../text/text.ts'

const PENDING = 1
const PASSED = 2
const FAILED = 3
const SENT = 2
const RETURNED = 3

export type State = 'pending' | 'sending' | 'sent' | 'rejected' | 'returned' | 'cancelled'

export function stateOf({ status, payoutStatus }: Pick<Withdrawal, 'status' | 'payoutStatus'>): State {
  if (status === PENDING) return 'pending'
  if (status === PASSED) return payoutStatus === SENT ? 'sent' : 'sending'
  if (status === FAILED) return payoutStatus === RETURNED ? 'returned' : 'rejected'
  return 'cancelled'
}

/** True while it may still change by itself. */
export const isUnderWay = (withdrawal: Pick<Withdrawal, 'status' | 'payoutStatus'>): boolean =>
  ['pending', 'sending'].includes(stateOf(withdrawal))

const looks = {
  pending: { tone: 'warn', shape: 'clock' },
  sending: { tone: 'info', shape: 'clock' },
  sent: { tone: 'up', shape: 'check' },
  rejected: { tone: 'danger', shape: 'cross' },
  returned: { tone: 'danger', shape: 'cross' },
  cancelled: { tone: 'flat', shape: 'slash' },
} as const

export const statusOf = (t: Translate<'withdrawals'>, withdrawal: Withdrawal): Status => statusOfState(t, stateOf(withdrawal))

export const statusOfState = (t: Translate<'withdrawals'>, state: State): Status => ({ ...looks[state], label: t(`state.${state}`) })

/** The past steps of a withdrawal, and the coming ones while it goes on. */
export function stepsOf(t: Translate<'withdrawals'>, withdrawal: Withdrawal, eta: string): TimelineStep[] {
  const state = stateOf(withdrawal)
  const happened = withdrawal.timeline.map((step): TimelineStep => {
    const failed = step.kind === 'rejected' || step.kind === 'returned'
    return { label: labelOf(t, withdrawal, step), state: failed ? 'failed' : 'done', at: step.timestamp }
  })
  if (state === 'pending') {
    const review: TimelineStep = { label: t('step.review'), state: 'current', eta }
    return [...happened, review, { label: t('step.sent'), state: 'future' }]
  }
  return state === 'sending' ? [...happened, { label: t('step.sent'), state: 'current', eta }] : happened
}

function labelOf(t: Translate<'withdrawals'>, { reason }: Withdrawal, { kind, by }: Withdrawal['timeline'][number]): string {
  if (kind === 'approved') return t(by === 'staff' ? 'step.approved.staff' : 'step.approved.rules')
  // It was stopped before any bank had it.
  return kind === 'returned' && reason === 'ACCOUNT_FROZEN' ? t('step.stopped') : t(`step.${kind}`)
}
