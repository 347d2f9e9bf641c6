import type { ReactNode } from 'react'

const scrollTo = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** Something that appears where a button was: it is scrolled into view, so that nobody thinks that the button did nothing. */
export const IntoView = ({ className, children }: Readonly<{ className?: string; children: ReactNode }>) => (
  <div ref={scrollTo} className={className}>
    {children}
  </div>
)
