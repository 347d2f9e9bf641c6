import type { Deposit } from '@rueda/contract/deposits.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import type { TimelineStep } from '@rueda/ui/lists/Timeline.tsx'
import type { Translate } from '../text/text.ts'

type State = Deposit['state']

const looks = {
  announced: { tone: 'warn', shape: 'clock' },
  arrived: { tone: 'warn', shape: 'clock' },
  waiting: { tone: 'warn', shape: 'clock' },
  credited: { tone: 'up', shape: 'check' },
  reversed: { tone: 'danger', shape: 'slash' },
  failed: { tone: 'danger', shape: 'cross' },
} as const satisfies Record<State, unknown>

const words = {
  announced: 'review',
  arrived: 'review',
  waiting: 'deposit.waiting',
  credited: 'deposit.credited',
  reversed: 'deposit.reversed',
  failed: 'failed',
} as const satisfies Record<State, string>

export const statusOf = (t: Translate<'status'>, { state }: Pick<Deposit, 'state'>): Status => ({ ...looks[state], label: t(words[state]) })

/** The past and coming steps of a deposit. */
export function stepsOf(t: Translate<'deposits'>, deposit: Deposit): TimelineStep[] {
  const { state, announcedAmount, createTimeTimestamp, arrivedTimestamp, examineTimeTimestamp, type } = deposit
  const announced: TimelineStep[] = announcedAmount === null ? [] : [{ label: t('step.announced'), state: 'done', at: createTimeTimestamp }]
  const hasArrived = arrivedTimestamp !== null
  const arrived: TimelineStep = {
    label: t(type === 'crypto' ? 'step.seen' : 'step.received'),
    state: hasArrived ? 'done' : 'current',
    at: arrivedTimestamp,
    ...(hasArrived ? {} : { eta: t(type === 'crypto' ? 'step.seenSoon' : 'step.receivedSoon') }),
  }
  if (state === 'failed')
    return [...announced, ...(hasArrived ? [arrived] : []), { label: t('step.failed'), state: 'failed', at: examineTimeTimestamp }]
  const credited: TimelineStep = { label: t('step.credited'), state: creditedState(deposit), ...nextOf(t, deposit) }
  if (state !== 'reversed') return [...announced, arrived, ...confirmedOf(t, deposit), credited]
  return [
    ...announced,
    arrived,
    ...confirmedOf(t, deposit),
    { ...credited, state: 'done' },
    { label: t('step.reversed'), state: 'failed', at: examineTimeTimestamp },
  ]
}

/** The count of confirming blocks, a step of its own because the customer waits for it. */
function confirmedOf(t: Translate<'deposits'>, deposit: Deposit): TimelineStep[] {
  const { type, arrivedTimestamp, confirmations, confirmationsNeeded } = deposit
  if (type !== 'crypto' || arrivedTimestamp === null) return []
  const label = t('step.confirming', { num: String(confirmations), of: String(confirmationsNeeded) })
  return [{ label, state: isConfirming(deposit) ? 'current' : 'done' }]
}

const isConfirming = ({ state, type }: Deposit): boolean => state === 'arrived' && type === 'crypto'

function creditedState(deposit: Deposit): TimelineStep['state'] {
  if (deposit.state === 'credited') return 'done'
  return deposit.arrivedTimestamp === null || isConfirming(deposit) ? 'future' : 'current'
}

function nextOf(t: Translate<'deposits'>, { state, type, examineTimeTimestamp }: Deposit): Partial<TimelineStep> {
  if (state === 'credited') return { at: examineTimeTimestamp }
  if (state === 'waiting') return { eta: t('step.waiting') }
  return state === 'arrived' && type === 'fiat' ? { eta: t('step.matching') } : {}
}

export const reasonOf = (t: Translate<'deposits'>, { reason }: Pick<Deposit, 'reason'>): string | null =>
  reason === null ? null : t(`reason.${reason}`)
