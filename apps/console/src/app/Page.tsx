import type { ReactNode } from 'react'

/** The head of a screen and what is under it. */
export function Page({ title, action, children }: Readonly<{ title: string; action?: ReactNode; children: ReactNode }>) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h1 className="text-title">{title}</h1>
        {action}
      </div>
      {children}
    </div>
  )
}

/** A surface for a table or a list. Content wider than a small window scrolls, by the keyboard too. */
export const Panel = ({ title, children }: Readonly<{ title?: string; children: ReactNode }>) => (
  <section tabIndex={0} aria-label={title} className="overflow-x-auto rounded-card bg-s1 shadow-card">
    {title === undefined ? null : <h2 className="px-4 pt-3 pb-1 text-nav">{title}</h2>}
    {children}
  </section>
)
