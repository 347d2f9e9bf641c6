import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../look/classes.ts'
import { toneText, toneTint } from '../look/tone.ts'

type InlineMessageProps = Readonly<{
  tone?: 'info' | 'warn' | 'danger' | 'up' | undefined
  title?: string | undefined
  action?: ReactNode | undefined
  children?: ReactNode | undefined
}>

const icons = { info: Info, warn: TriangleAlert, danger: CircleAlert, up: CircleCheck }

/** Something to know, where it matters: a reason, a gate, a cost. */
export function InlineMessage({ tone = 'info', title, action, children }: InlineMessageProps) {
  const Icon = icons[tone]
  return (
    <div role={tone === 'danger' ? 'alert' : undefined} className={classes('flex gap-2.5 rounded-control px-3 py-2.5', toneTint[tone])}>
      <Icon aria-hidden size={20} strokeWidth={1.75} className={classes('flex-none', toneText[tone])} />
      <div className="min-w-0 flex-1 text-label font-normal">
        {title === undefined ? null : <p className={classes('font-semibold', children !== undefined && 'pb-0.5')}>{title}</p>}
        {children === undefined ? null : <div className="text-text1">{children}</div>}
        {action === undefined ? null : <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}
