import type { OrderRow } from '@rueda/contract/orders.ts'
import type { OddLotCalls } from '@rueda/contract/quote-shapes.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Timeline, type TimelineStep } from '@rueda/ui/lists/Timeline.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatTime } from '@rueda/ui/formats/dates.ts'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { type ReactNode, useState } from 'react'
import { type Translate, useText } from '../text/text.ts'
import { CheckExecution } from '../executions/CheckExecution.tsx'
import { marketOf } from '../quotes/instrument.ts'
import { type Step, historyOf, withFillsTogether } from './history.ts'
import { isOpenState } from './order-status.ts'
import { sizeText } from './size-text.ts'
import { useAwaitedCall } from './use-awaited-call.ts'

type Order = Parameters<typeof historyOf>[0] &
  Pick<OrderRow, 'decimals' | 'market'> &
  Partial<Pick<OrderRow, 'id' | 'fills' | 'oddLots' | 'closingPriceTimestamp' | 'beyondLimit' | 'direction'>>

/** Everything that happened to an order: sent, its fills, and its present state. Many fills are one step, until each is asked for. */
export function OrderTimeline({ order }: { order: Order }) {
  const t = useText('orders')
  const [whole, setWhole] = useState(false)
  const history = historyOf(order)
  const folded = withFillsTogether(history)
  return (
    <>
      <Steps order={order} steps={whole ? history : folded} />
      {folded.length === history.length ? null : (
        <Button tone="ghost" onPress={() => setWhole(!whole)}>
          {t(whole ? 'fills.hide' : 'fills.show')}
        </Button>
      )}
    </>
  )
}

function Steps({ order, steps }: Readonly<{ order: Order; steps: readonly Step[] }>) {
  const t = useText('orders')
  const { language } = useUi()
  const size = (quantity: string) => sizeText(t, language, marketOf(order.market), quantity)
  const writing = { t, language, decimals: order.decimals, size }
  const written = steps.map((step) => {
    const words = wordsOf(writing, step)
    return step.kind === 'fill' ? { ...words, action: checkOf(order, step.sequence, words.label) } : words
  })
  const { oddLots = null, closingPriceTimestamp: closing = null, beyondLimit = null } = order
  if (oddLots !== null) return <OddLotTimeline steps={written} calls={oddLots} />
  if (beyondLimit !== null) {
    const price = formatPrice(language, beyondLimit, order.decimals)
    return <Timeline steps={waitingWith(written, t(order.direction === 0 ? 'step.belowLimit' : 'step.aboveLimit', { price }))} />
  }
  return <Timeline steps={closing === null ? written : waitingWith(written, t('step.closingPrice', { time: formatTime(closing) }))} />
}

/** The check of an execution; none for one that the order's own list does not have. */
function checkOf({ id, fills }: Order, sequence: number, label: string): ReactNode {
  const fill = fills?.find((each) => each.sequence === sequence)
  if (id === undefined || fill === undefined) return null
  return <CheckExecution orderId={id} instrument={fill.instrument} tradeDate={fill.tradeDate} label={label} />
}

/** An odd lot waits for a call of its own book, whatever the state of the board. */
function OddLotTimeline({ steps, calls }: Readonly<{ steps: readonly TimelineStep[]; calls: OddLotCalls }>) {
  const t = useText('orders')
  const time = useAwaitedCall(calls)
  const label = time === null ? t('step.calls', { seconds: String(calls.everySeconds) }) : t('step.callAt', { time })
  return <Timeline steps={waitingWith(steps, label)} />
}

/** Relabels the current step with what the order waits for, which is more precise than its state. */
const waitingWith = (steps: readonly TimelineStep[], label: string): TimelineStep[] =>
  steps.map((step) => (step.state === 'current' ? { ...step, label } : step))

type Writing = Readonly<{ t: Translate<'orders'>; language: Language; decimals: number; size: (quantity: string) => string }>

function wordsOf(writing: Writing, step: Step): TimelineStep {
  const { t, language, decimals, size } = writing
  const price = (value: string | null) => formatPrice(language, value, decimals)
  switch (step.kind) {
    case 'sent':
    case 'opened':
      return { label: t(`step.${step.kind}`), state: 'done', at: step.at }
    case 'fill':
      return {
        label: t('step.fill', { shares: size(step.quantity), price: price(step.price) }),
        state: 'done',
        at: step.at,
        reason: t('step.sequence', { sequence: String(step.sequence) }),
      }
    case 'fills':
      return { label: t('step.fills', { shares: size(step.quantity), num: String(step.count) }), state: 'done', at: step.at }
    case 'triggered':
      return {
        label: t('step.triggered', { price: price(step.price) }),
        state: 'done',
        at: step.at,
        reason: t('step.sequence', { sequence: String(step.sequence) }),
      }
    case 'amended':
      return { label: t('step.amended'), state: 'done', at: step.at, reason: amendedTo(writing, step) }
    case 'reduced':
    case 'grown':
      return { label: t(`step.${step.kind}`, { quantity: size(step.quantity) }), state: 'done', at: step.at }
    case 'waiting':
      return { label: waitingFor(writing, step), state: 'current' }
    case 'ended':
      return endedStep(t, step)
  }
}

/** The terms that held from then on. */
function amendedTo({ t, language, decimals, size }: Writing, { quantity, price, stopPrice }: Extract<Step, { kind: 'amended' }>): string {
  const terms = [
    quantity === null ? null : size(quantity),
    price === null ? null : `${t('price.limit')} ${formatPrice(language, price, decimals)}`,
    stopPrice === null ? null : `${t('stop.label')} ${formatPrice(language, stopPrice, decimals)}`,
  ]
  return terms.filter((term) => term !== null).join(' · ')
}

function waitingFor({ t, language, decimals }: Writing, { state, stopPrice }: Extract<Step, { kind: 'waiting' }>): string {
  if (state === 'held') return t('step.held', { price: formatPrice(language, stopPrice, decimals) })
  return t(state === 'queued' || state === 'partial' ? `step.${state}` : 'step.working')
}

function endedStep(t: Translate<'orders'>, { state, at }: Extract<Step, { kind: 'ended' }>): TimelineStep {
  const why = state === null || state === 'filled' || isOpenState(state) ? null : t(`why.${state}`)
  return { label: t(`state.${state ?? 'cancelled'}`), state: 'done', at, ...(why === null ? {} : { reason: why }) }
}
