import type { ReactNode } from 'react'
import { classes } from '../look/classes.ts'

export type Stat = Readonly<{ label: string; value: ReactNode }>

type StatGridProps = Readonly<{ stats: readonly (Stat | null | false)[]; columns?: 2 | 3 | undefined }>

/** Names and figures in columns. A figure the market does not have is left out (null), not dashed. */
export function StatGrid({ stats, columns = 2 }: StatGridProps) {
  const shown = stats.filter((stat): stat is Stat => stat !== null && stat !== false)
  return (
    <dl className={classes('grid gap-x-6', columns === 3 ? 'grid-cols-3' : 'grid-cols-2', 'large:grid-cols-1')}>
      {shown.map(({ label, value }, at) => (
        <div
          key={label}
          className={classes(
            'flex min-h-[30px] items-center justify-between gap-2 py-1 text-meta large:flex-wrap large:gap-y-0',
            at < shown.length - (shown.length % columns || columns) && 'border-b border-line',
          )}
        >
          <dt className="min-w-0 text-text3">{label}</dt>
          <dd className="num text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
