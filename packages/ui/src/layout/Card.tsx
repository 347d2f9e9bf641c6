import type { ReactNode } from 'react'
import { SectionHeader } from './SectionHeader.tsx'
import { classes } from '../look/classes.ts'

type CardProps = Readonly<{
  title?: ReactNode | undefined
  /** A link or a number beside the title. */
  action?: ReactNode | undefined
  /** Rows bring their own height; the card keeps only its sides. */
  rows?: boolean | undefined
  label?: string | undefined
  className?: string | undefined
  children: ReactNode
}>

/** A surface for things that belong together. */
export function Card({ title, action, rows = false, label, className, children }: CardProps) {
  return (
    <section aria-label={label} className={classes('rounded-card bg-s1 px-edge shadow-card', rows ? 'py-1' : 'py-3.5', className)}>
      {title === undefined ? null : (
        <div className={rows ? 'pt-2.5' : 'pb-1.5'}>
          <SectionHeader title={title} action={action} />
        </div>
      )}
      {rows ? <div className="divide-y divide-line">{children}</div> : children}
    </section>
  )
}
