import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../look/classes.ts'

export type Fact = Readonly<{
  label: ReactNode
  /** Null is not known, and shows as a dash. */
  value: ReactNode
  /** The total of a receipt. */
  strong?: boolean | undefined
  /** The value before: "54.600 → 27.228". */
  before?: ReactNode | undefined
  /** A line above it. */
  divided?: boolean | undefined
  tone?: 'danger' | 'warn' | undefined
  /** The value is pressed, or will be once it is there: the row has a thumb's height from the beginning. */
  opens?: boolean | undefined
  /** What unfolds under the row, over its whole width. */
  below?: ReactNode | undefined
}>

/** A receipt: what each thing costs, one under the other. Rows that do not apply are null. */
export function Facts({ rows }: { rows: readonly (Fact | null | false)[] }) {
  return (
    <dl>
      {rows
        .filter((row): row is Fact => row !== null && row !== false)
        .map((row, at) => (
          <FactRow key={typeof row.label === 'string' ? row.label : at} {...row} />
        ))}
    </dl>
  )
}

const tones = { danger: 'text-danger', warn: 'text-warn' }

function FactRow({ label, value, strong = false, before, divided = false, tone, opens = false, below }: Fact) {
  return (
    <div
      className={classes(
        'flex items-center justify-between gap-4 text-label large:flex-wrap large:gap-y-0',
        opens ? 'min-h-11' : 'min-h-[30px] py-[3px]',
        divided && 'mt-1.5 border-t border-line pt-2.5',
        below !== undefined && 'flex-wrap',
      )}
    >
      <dt className={classes('min-w-min', strong ? 'font-semibold text-text1' : 'font-normal text-text3')}>{label}</dt>
      <dd
        className={classes(
          'num flex min-w-0 flex-wrap items-center justify-end gap-x-1.5 text-right',
          strong && 'font-semibold',
          tone && tones[tone],
        )}
      >
        {before === undefined ? null : (
          <>
            <span className="font-normal text-text3">{before}</span>
            <ArrowRight aria-hidden size={14} className="text-text3" />
          </>
        )}
        {before === undefined ? (value ?? '—') : <b className="font-semibold">{value ?? '—'}</b>}
      </dd>
      {below === undefined ? null : <dd className="w-full flex-none">{below}</dd>}
    </div>
  )
}
