import { Ban, Check, CircleDot, Clock3, type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../look/classes.ts'
import { type Tone, toneText, toneTint } from '../look/tone.ts'

export type StatusShape = 'clock' | 'check' | 'cross' | 'slash' | 'dot'

const icons: Readonly<Record<StatusShape, LucideIcon>> = { clock: Clock3, check: Check, cross: X, slash: Ban, dot: CircleDot }

type PillProps = Readonly<{ tone?: Tone | undefined; shape?: StatusShape | undefined; children: ReactNode }>

/** A word on a tint of its tone. */
export function Pill({ tone = 'flat', shape, children }: PillProps) {
  const Icon = shape === undefined ? null : icons[shape]
  return (
    <span
      className={classes(
        'inline-flex max-w-full flex-none items-center gap-1 rounded-chip px-[7px] py-0.5 text-micro',
        toneTint[tone],
        toneText[tone],
      )}
    >
      {Icon === null ? null : <Icon aria-hidden size={12} strokeWidth={2.25} />}
      {children}
    </span>
  )
}

export type Status = Readonly<{ tone: Tone; shape: StatusShape; label: string }>

/** A state of a process: the icon's shape tells it apart without colour. An unknown code shows the server's text. */
export const StatusPill = ({ status }: { status: Status }) => (
  <Pill tone={status.tone} shape={status.shape}>
    {status.label}
  </Pill>
)

/** A market or currency tag beside a name. */
export const Tag = ({ children }: { children: ReactNode }) => (
  <span className="flex-none rounded-tag bg-s3 px-[5px] py-px text-tab font-medium text-text2">{children}</span>
)
