import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Status, StatusPill } from '../pills/Pill.tsx'

export type RecordRowProps = Readonly<{
  title: ReactNode
  meta: ReactNode
  amount?: ReactNode | undefined
  status?: Status | undefined
  /** Under the amount where there is no status: the balance after it, say. */
  trailing?: ReactNode | undefined
  leading?: ReactNode | undefined
  /** Two lines at most, such as why it was refused. */
  reason?: string | undefined
  onPress?: (() => void) | undefined
}>

/** A wide amount makes its name wrap, and leaves the date in one piece. */
const line = 'flex items-start justify-between gap-2.5 large:flex-wrap large:*:last:ml-auto'

/** Something that happened: what, when, how much, and how it stands. */
export function RecordRow({ title, meta, amount, status, trailing, leading, reason, onPress }: RecordRowProps) {
  const content = (
    <>
      {leading}
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className={line}>
          <span className="min-w-0 text-row">{title}</span>
          {amount === undefined ? null : <span className="num flex-none text-row">{amount}</span>}
        </span>
        <span className={line}>
          <span className="num min-w-0 text-meta text-text3">{meta}</span>
          {status === undefined ? <span className="num flex-none text-meta text-text3">{trailing}</span> : <StatusPill status={status} />}
        </span>
        {reason === undefined ? null : <span className="line-clamp-2 text-meta text-danger">{reason}</span>}
      </span>
    </>
  )
  const shape = '-mx-edge flex min-h-[72px] items-center gap-2.5 px-edge py-2.5 text-left'
  return onPress === undefined ? (
    <div className={shape}>{content}</div>
  ) : (
    <button type="button" onClick={onPress} className={`${shape} w-[calc(100%+2*var(--edge))] active:bg-s2`}>
      {content}
    </button>
  )
}

/** The kind of thing it was, before its name. */
export const RecordIcon = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span className="grid size-9 flex-none place-items-center rounded-pill bg-s2 text-text2">
    <Icon aria-hidden size={18} />
  </span>
)

/** The day above its records; stays in sight while they scroll. */
export const DayHeader = ({ day }: { day: string }) => (
  <h2 className="num sticky top-0 z-10 -mx-edge bg-bg px-edge py-1.5 text-micro text-text3">{day}</h2>
)
