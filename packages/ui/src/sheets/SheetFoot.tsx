import type { ReactNode } from 'react'

/** The button of a form in a sheet: it stays at the sheet's edge while what is above it is scrolled. */
export function SheetFoot({ children }: Readonly<{ children: ReactNode }>) {
  return <div className="sticky -bottom-5 z-10 -mx-edge -mb-5 border-t border-line bg-s1 px-edge py-2">{children}</div>
}
