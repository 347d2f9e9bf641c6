import { ArrowDown, ArrowUp } from 'lucide-react'
import { useUi } from '../provider/context.tsx'

export type Sort<Column extends string> = Readonly<{ column: Column; order: 'descending' | 'ascending' }> | null

type SortHeaderProps<Column extends string> = Readonly<{
  columns: readonly Readonly<{ value: Column; label: string; wide?: boolean | undefined }>[]
  sort: Sort<Column>
  onSort: (sort: Sort<Column>) => void
}>

/** Column names that sort: the highest first, the lowest first, as they came; the wide one holds words, which begin at A. */
export function SortHeader<Column extends string>({ columns, sort, onSort }: SortHeaderProps<Column>) {
  const { text } = useUi()
  return (
    <div role="table" aria-label={text.sort} className="text-micro text-text3">
      <div role="row" className="flex items-center justify-between gap-3 large:flex-wrap large:gap-y-0">
        {columns.map(({ value, label, wide = false }) => {
          const order = sort?.column === value ? sort.order : 'none'
          return (
            <span key={value} role="columnheader" aria-sort={order} className={wide ? 'flex-1' : 'flex-none'}>
              <button
                type="button"
                onClick={() => onSort(nextSort(sort, value, wide ? 'ascending' : 'descending'))}
                className="hit inline-flex min-h-8 items-center gap-1"
              >
                {label}
                {order === 'none' ? null : <SortMark order={order} />}
              </button>
            </span>
          )
        })}
      </div>
    </div>
  )
}

/** The sort after a press on a column: the way it usually goes first, the other way, as it came. Words go from A to Z first. */
export function nextSort<Column extends string>(
  sort: Sort<Column>,
  column: Column,
  first: 'ascending' | 'descending' = 'descending',
): Sort<Column> {
  if (sort?.column !== column) return { column, order: first }
  return sort.order === first ? { column, order: first === 'descending' ? 'ascending' : 'descending' } : null
}

/** The way a column is sorted, drawn and said. */
export function SortMark({ order }: Readonly<{ order: 'ascending' | 'descending' }>) {
  const { text } = useUi()
  const Icon = order === 'descending' ? ArrowDown : ArrowUp
  return (
    <>
      <Icon aria-hidden size={12} />
      <span className="sr-only">{order === 'descending' ? text.sortDescending : text.sortAscending}</span>
    </>
  )
}
