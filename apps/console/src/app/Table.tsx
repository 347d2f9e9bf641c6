import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { ArrowDown, Inbox } from 'lucide-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { say } from './words.ts'

export type Column<Row> = Readonly<{
  label: string
  show: (row: Row) => ReactNode
  numeric?: boolean
  /** Left out in a narrow window, because the row says the same elsewhere. */
  isExtra?: boolean
  /** The order that a press on this column's head requests. */
  sort?: string
}>

/** The order of the rows, and the way to request another. Each order has one direction: the most important row stands first. */
export type Sorting = Readonly<{ by: string; onSort: (by: string) => void }>

type TableProps<Row> = Readonly<{
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  chosen?: string | null
  onChoose?: (row: Row) => void
  /** Picks the rows that open something; left out, all do. */
  canChoose?: (row: Row) => boolean
  sorting?: Sorting | undefined
}>

/** Rows of forty pixels; a row that opens something does so by the keyboard too. */
export function Table<Row>({ label, rows, columns, idOf, chosen = null, onChoose, canChoose, sorting }: TableProps<Row>) {
  return (
    <table className="console" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.label} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const choose = onChoose !== undefined && (canChoose?.(row) ?? true) ? () => onChoose(row) : undefined
          return (
            <tr
              key={idOf(row)}
              data-pressable={choose !== undefined}
              aria-selected={chosen === idOf(row)}
              tabIndex={choose === undefined ? undefined : 0}
              onClick={choose}
              onKeyDown={(event) => (event.key === 'Enter' ? choose?.() : undefined)}
            >
              {columns.map((column) => (
                <td key={column.label} className={classesOf(column)}>
                  {column.show(row)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const classesOf = <Row,>({ numeric = false, isExtra = false }: Column<Row>): string =>
  classes(numeric && 'num text-right', isExtra && 'extra')

function Head<Row>({ column, sorting }: Readonly<{ column: Column<Row>; sorting: Sorting | undefined }>) {
  const { label, sort } = column
  if (sorting === undefined || sort === undefined) {
    return (
      <th scope="col" className={classesOf(column)}>
        {label}
      </th>
    )
  }
  const isSorted = sorting.by === sort
  return (
    <th scope="col" className={classesOf(column)} aria-sort={isSorted ? 'descending' : 'none'}>
      <button
        type="button"
        onClick={() => sorting.onSort(sort)}
        className={`inline-flex items-center gap-1 ${isSorted ? 'text-accent' : 'hover:text-text1'}`}
      >
        {label}
        {isSorted ? <ArrowDown aria-hidden size={12} strokeWidth={2.25} /> : null}
      </button>
    </th>
  )
}

type LoadedProps<Data> = Readonly<{
  query: UseQueryResult<Data>
  isEmpty?: (data: Data) => boolean
  empty?: string
  children: (data: Data) => ReactNode
}>

/** Shows the states of a query: under way, failed with a way to retry, empty, there. */
export function LoadedBlock<Data>({ query, isEmpty = () => false, empty = say('app.empty'), children }: LoadedProps<Data>) {
  if (query.isError) return <Retry reason={{ message: query.error.message }} onRetry={() => void query.refetch()} busy={query.isFetching} />
  if (query.data === undefined) return <p className="p-6 text-center text-label text-text3">{say('app.loading')}</p>
  return isEmpty(query.data) ? <EmptyState icon={Inbox} text={empty} /> : children(query.data)
}
