import type { ReactNode } from 'react'
import { classes } from '../look/classes.ts'
import { useUi } from '../provider/context.tsx'
import { type When, formatDateTime } from '../formats/dates.ts'

export type TimelineStep = Readonly<{
  label: string
  state: 'done' | 'current' | 'future' | 'failed'
  at?: When | null | undefined
  reason?: string | undefined
  /** When the current step is expected to end, in words. */
  eta?: string | undefined
  /** What can be done with it. */
  action?: ReactNode | undefined
}>

const dots: Readonly<Record<TimelineStep['state'], string>> = {
  done: 'bg-accent border-accent',
  current: 'border-accent bg-[linear-gradient(90deg,var(--accent)_50%,transparent_50%)]',
  future: 'border-line-strong',
  failed: 'bg-danger border-danger',
}

/** The events of money or an order, step by step. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol>
      {steps.map((step, at) => (
        <Step key={`${step.label} ${at}`} step={step} last={at === steps.length - 1} />
      ))}
    </ol>
  )
}

function Step({ step, last }: Readonly<{ step: TimelineStep; last: boolean }>) {
  const { text } = useUi()
  const spoken = { done: text.done, current: text.current, future: text.pending, failed: '' }[step.state]
  return (
    <li aria-current={step.state === 'current' ? 'step' : undefined} className="relative flex gap-3 pb-4 last:pb-0">
      {last ? null : <span aria-hidden className="absolute top-5 bottom-[-4px] left-[5.5px] w-px bg-line" />}
      <span aria-hidden className={classes('mt-1 size-3 flex-none rounded-pill border-[1.5px]', dots[step.state])} />
      <div className="min-w-0 flex-1">
        <p className={classes('text-label', step.state === 'future' && 'font-normal text-text3', step.state === 'failed' && 'text-danger')}>
          {step.label} {spoken === '' ? null : <span className="sr-only">({spoken})</span>}
        </p>
        {step.at === undefined || step.at === null ? null : <p className="num text-meta text-text3">{formatDateTime(step.at)}</p>}
        {step.reason === undefined ? null : <p className="text-meta text-text2">{step.reason}</p>}
        {step.eta === undefined ? null : <p className="text-meta text-text2">{step.eta}</p>}
        {step.action === undefined || step.action === null ? null : <div className="-mb-2 pt-1">{step.action}</div>}
      </div>
    </li>
  )
}
