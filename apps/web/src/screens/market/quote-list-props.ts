import type { Quote } from '@rueda/contract/quote-shapes.ts'
import type { Loading } from '@rueda/ui/loading/Loaded.tsx'
import type { QuoteSort } from '../../shared/quotes/QuoteSort.tsx'

export type QuoteListProps = Readonly<{
  sort: QuoteSort
  onSort: (sort: QuoteSort) => void
  query: Loading<readonly Quote[]>
  onEnd?: (() => void) | undefined
  noteOf?: (quote: Quote) => string | undefined
}>
