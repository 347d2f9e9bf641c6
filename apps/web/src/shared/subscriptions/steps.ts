import type { IpoItem, IpoOrder } from '@rueda/contract/subscriptions.ts'
import type { TimelineStep } from '@rueda/ui/lists/Timeline.tsx'
import type { Translate } from '../text/text.ts'

type Dates = Pick<IpoItem, 'purchaseEndDate' | 'drawDate' | 'listDate'>
const WITHDRAWN = 5

/** The way of an offering: its window, its draw, its listing. `reached` is the status of the offering. */
export function stepsOfIpo(
  t: Translate<'subscriptions'>,
  { purchaseStartDate, ...dates }: Dates & Pick<IpoItem, 'purchaseStartDate'>,
  reached: number,
): readonly TimelineStep[] {
  const steps = [
    { label: t('step.opens'), at: purchaseStartDate },
    { label: t('step.closes'), at: dates.purchaseEndDate },
    { label: t('step.draw'), at: dates.drawDate },
    { label: t('step.lists'), at: dates.listDate },
  ]
  return steps.map((step, at) => ({
    ...step,
    state: reached === WITHDRAWN ? 'failed' : at < reached ? 'done' : at === reached ? 'current' : 'future',
  }))
}

/** The way of one application. */
export function stepsOfOrder(t: Translate<'subscriptions'>, order: IpoOrder): readonly TimelineStep[] {
  const applied: TimelineStep = { label: t('step.applied'), at: order.createTimeTimestamp, state: 'done' }
  if (order.status === CANCELLED) {
    const label = order.offeringWithdrawn === 1 ? t('mine.withdrawn') : t('step.cancelled')
    return [applied, { label, state: 'failed' }]
  }
  const isDrawn = order.status !== WAITING
  const draw: TimelineStep = { label: t('step.draw'), at: order.drawDate, state: isDrawn ? 'done' : 'current' }
  if (order.status === NOT_ALLOTTED) return [applied, draw, { label: t('step.refunded'), state: 'done' }]
  const state = order.delivered === 1 ? 'done' : isDrawn ? 'current' : 'future'
  return [applied, draw, { label: t('step.lists'), at: order.listDate, state }]
}

const WAITING = 0
const NOT_ALLOTTED = 2
const CANCELLED = 3
