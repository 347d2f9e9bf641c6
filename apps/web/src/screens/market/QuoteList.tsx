import { WIDE, useMedia } from '../../shared/device/appearance.ts'
import { QuoteRows } from './QuoteRows.tsx'
import { QuoteTable } from './QuoteTable.tsx'
import type { QuoteListProps } from './quote-list-props.ts'

/** A list of instruments: rows on a telephone, a table where there is the width for its columns. */
export function QuoteList(props: QuoteListProps) {
  const wide = useMedia(WIDE)
  return wide ? <QuoteTable {...props} /> : <QuoteRows {...props} />
}
