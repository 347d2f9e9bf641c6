import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useUi } from '../provider/context.tsx'
import { localeOf } from '../formats/languages.ts'
import { classes } from '../look/classes.ts'
import { arrowTarget } from './arrow-target.ts'
import { type Sort, SortMark, nextSort } from './SortHeader.tsx'

export type TableColumn<Row> = Readonly<{
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** What its rows are sorted by; a column without one does not sort. Null goes last. */
  sortBy?: ((row: Row) => number | string | null) | undefined
  /** Left out of a narrow pane (`@max-[840px]`), where another column says it as well. */
  onlyInWide?: boolean | undefined
  /** What its figures are, where its name alone leaves that open. */
  hint?: string | undefined
  /** Words begin at the left; figures end at the right, which is the usual. */
  words?: boolean | undefined
}>

/** How the rows stand, in words: as they came, and by a column that was chosen. */
export type TableOrder = Readonly<{ usual: string; chosen: string }>

type SortableTableProps<Row> = Readonly<{
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** What can be done with a row, at its end. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** Over the actions: what is done with the table as a whole. Without actions its column is there all the same. */
  tools?: ReactNode | undefined
  /** Where whoever reads the rows sorts them: the sort chosen, and what is told of another. */
  sorting?: Readonly<{ sort: Sort<string>; onSort: (sort: Sort<string>) => void }> | undefined
  /** Said over the table. */
  order?: TableOrder | undefined
  /** Columns of one width, so that tables under one another line up. */
  even?: boolean | undefined
  /** The row of what is in view elsewhere. */
  isChosen?: ((row: Row) => boolean) | undefined
}>

/**
 * A table for a wide screen: figures in columns that sort, and the actions of a row at its end. From what opens a row, or from its actions,
 * the arrows go to the same of the next row.
 */
export function SortableTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  actions,
  tools,
  sorting,
  order,
  even = false,
  isChosen,
}: SortableTableProps<Row>) {
  const { language, text } = useUi()
  const [own, setOwn] = useState<Sort<string>>(null)
  const { sort, onSort: setSort } = sorting ?? { sort: own, onSort: setOwn }
  const shown = sorting === undefined ? sortedRows(rows, columns, sort, new Intl.Collator(localeOf(language)).compare) : rows
  const hasEnd = actions !== undefined || tools !== undefined
  return (
    <table aria-label={label} className={classes('num w-full text-meta', even && 'table-fixed')}>
      {order === undefined ? null : (
        <caption className="px-edge pt-1.5 pb-0.5 text-left text-micro font-normal text-text3">
          <span role="status">{sort === null ? order.usual : order.chosen}</span>
        </caption>
      )}
      <thead className="sticky top-0 z-10 bg-(--table-head,var(--bg))">
        <tr className="text-micro text-text3">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              title={column.hint}
              aria-sort={sort?.column === column.key ? sort.order : undefined}
              className={classes(
                'h-8 px-1.5 font-medium whitespace-nowrap first:pl-edge last:pr-edge @max-[840px]:not-first:pl-1 @max-[840px]:not-last:pr-1',
                column.onlyInWide === true && '@max-[840px]:hidden',
                column.words === true ? 'text-left' : 'text-right',
              )}
            >
              {column.sortBy === undefined ? (
                column.label
              ) : (
                <button
                  type="button"
                  onClick={() => setSort(nextSort(sort, column.key, column.words === true ? 'ascending' : 'descending'))}
                  className="inline-flex h-8 items-center gap-1 whitespace-nowrap hover:text-text1"
                >
                  {column.label}
                  {sort?.column === column.key ? <SortMark order={sort.order} /> : null}
                </button>
              )}
            </th>
          ))}
          {hasEnd ? (
            <th scope="col" className="sticky right-0 h-8 bg-(--table-head,var(--bg)) pr-2 text-right">
              {actions === undefined ? null : <span className="sr-only">{text.more}</span>}
              <span className="-my-2 inline-flex align-middle">{tools}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody onKeyDown={goThroughRows}>
        {shown.map((row) => (
          <tr
            key={keyOf(row)}
            aria-current={isChosen?.(row) === true ? 'true' : undefined}
            className="border-t border-line bg-(--table-head,var(--bg)) hover:bg-s1 aria-[current]:bg-s2"
          >
            {columns.map((column) => (
              <td
                key={column.key}
                className={classes(
                  'h-9 px-1.5 whitespace-nowrap first:pl-edge last:pr-edge @max-[840px]:not-first:pl-1 @max-[840px]:not-last:pr-1',
                  column.onlyInWide === true && '@max-[840px]:hidden',
                  column.words === true ? 'text-left' : 'text-right',
                )}
              >
                {column.cell(row)}
              </td>
            ))}
            {hasEnd ? <td className="sticky right-0 bg-inherit py-1 pr-3 pl-1.5 text-right whitespace-nowrap">{actions?.(row)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Up and down go to the row before and after, first and last to the ends, to what stands at the same place of it. */
function goThroughRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const { target, currentTarget } = event
  if (!(target instanceof HTMLElement)) return
  const rows = [...currentTarget.querySelectorAll('tr')]
  const at = rows.findIndex((row) => row.contains(target))
  const [from, to] = [rows[at], rows[arrowTarget(event, at, rows.length) ?? NOWHERE]]
  if (from === undefined || to === undefined) return
  event.preventDefault()
  const place = pressable(from).indexOf(target)
  const there = pressable(to)
  ;(there[place] ?? there[0])?.focus()
}

const NOWHERE = -1
const pressable = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]

/** Rows in the order of a column; without one as they came. What is not known comes last in either order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Pick<TableColumn<Row>, 'key' | 'sortBy'>[],
  sort: Sort<string>,
  compare: (one: string, other: string) => number,
): readonly Row[] {
  const value = columns.find(({ key }) => key === sort?.column)?.sortBy
  if (sort === null || value === undefined) return rows
  const way = sort.order === 'ascending' ? 1 : -1
  return [...rows].sort((one, other) => {
    const [left, right] = [value(one), value(other)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return way * (typeof left === 'string' ? compare(left, String(right)) : left - Number(right))
  })
}
