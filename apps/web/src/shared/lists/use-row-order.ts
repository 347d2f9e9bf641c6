import type { TableOrder } from '@rueda/ui/lists/SortableTable.tsx'
import { useText } from '../text/text.ts'

type Listed = Readonly<{
  /** How the rows stand until a column is chosen. */
  usual: 'newest' | 'oldest'
  count: number
  /** True if the rows are a part of all there are. */
  hasMore: boolean
}>

/** What a table says of the order of its rows, and where another was chosen, of how many rows it is the order. */
export function useRowOrder({ usual, count, hasMore }: Listed): TableOrder {
  const t = useText('desk')
  return { usual: t(`order.${usual}`), chosen: t(hasMore ? 'order.ofRead' : 'order.ofAll', { num: String(count) }) }
}
