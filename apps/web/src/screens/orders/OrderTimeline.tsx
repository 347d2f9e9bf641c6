import type { OrderRow } from '@rueda/contract/orders.ts'
import { Timeline, type TimelineStep } from '@rueda/ui/Timeline.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { formatPrice, formatQuantity } from '@rueda/ui/format.ts'
import type { Language } from '@rueda/ui/languages.ts'
import { type Translate, useText } from '../../app/text.ts'
import { type Step, historyOf } from './history.ts'
import { pluralOf } from './shares-text.ts'

type Order = Parameters<typeof historyOf>[0] & Pick<OrderRow, 'decimals'>

/** Everything that happened to an order: sent, each fill with the venue's number, and how it stands. */
export function OrderTimeline({ order }: { order: Order }) {
  const t = useText('orders')
  const { language } = useUi()
  return <Timeline steps={historyOf(order).map((step) => wordsOf(t, language, order.decimals, step))} />
}

function wordsOf(t: Translate<'orders'>, language: Language, decimals: number, step: Step): TimelineStep {
  switch (step.kind) {
    case 'sent':
      return { label: t('step.sent'), state: 'done', at: step.at }
    case 'fill':
      return {
        label: t('step.fill', {
          count: pluralOf(step.quantity),
          quantity: formatQuantity(language, step.quantity),
          price: formatPrice(language, step.price, decimals),
        }),
        state: 'done',
        at: step.at,
        reason: t('step.sequence', { sequence: String(step.sequence) }),
      }
    case 'waiting':
      return { label: t(waitingKey(step.state)), state: 'current' }
    case 'ended':
      return endedStep(t, step)
  }
}

const waitingKey = (state: string | null) =>
  state === 'queued' || state === 'partial' ? (`step.${state}` as const) : ('step.working' as const)

function endedStep(t: Translate<'orders'>, { state, at }: Extract<Step, { kind: 'ended' }>): TimelineStep {
  const why =
    state === null || state === 'filled' || state === 'queued' || state === 'working' || state === 'partial' ? null : t(`why.${state}`)
  return { label: t(`state.${state ?? 'cancelled'}`), state: 'done', at, ...(why === null ? {} : { reason: why }) }
}
