import type { ReactNode } from 'react'
import { WIDE, useMedia } from '../../shared/device/appearance.ts'

/** On a desk a table, whose columns fit neither a phone nor paper: there one stands under the other. */
export function TableOrList({ table, list }: Readonly<{ table: ReactNode; list: ReactNode }>) {
  const wide = useMedia(WIDE)
  if (!wide) return list
  return (
    <>
      <div className="print:hidden">{table}</div>
      <div className="hidden print:block">{list}</div>
    </>
  )
}
