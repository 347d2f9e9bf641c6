import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { ArrowDown, Inbox } from 'lucide-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from './api.ts'
import { moment } from './moments.ts'
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

/** Rows chosen to do the same with all of them. */
export type Selection<Row> = Readonly<{
  selected: ReadonlySet<string>
  toggle: (id: string) => void
  /** Selects every row, or none where all are. */
  toggleAll: () => void
  areAllSelected: boolean
  nameOf: (row: Row) => string
}>

type TableProps<Row> = Readonly<{
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  chosen?: string | null
  /** The row that the keys of the list are at. */
  cursor?: string | null
  onChoose?: (row: Row, byKey: boolean) => void
  /** Selects the rows that open something; left out, all do. */
  canChoose?: (row: Row) => boolean
  sorting?: Sorting | undefined
  selection?: Selection<Row> | undefined
}>

/** Rows of forty pixels; a row that opens something does so by the keyboard too. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, columns, idOf, chosen = null, cursor = null, onChoose, canChoose, sorting, selection } = props
  return (
    <table className="console" aria-label={label}>
      <thead>
        <tr>
          {selection === undefined ? null : <SelectAll selection={selection} />}
          {columns.map((column) => (
            <Head key={column.label} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const choose = onChoose !== undefined && (canChoose?.(row) ?? true) ? (byKey: boolean) => onChoose(row, byKey) : undefined
          return (
            <tr
              key={idOf(row)}
              data-row={idOf(row)}
              data-cursor={cursor === idOf(row)}
              data-pressable={choose !== undefined}
              aria-selected={chosen === idOf(row)}
              tabIndex={choose === undefined ? undefined : 0}
              onClick={() => choose?.(false)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.repeat && event.target === event.currentTarget) choose?.(true)
              }}
            >
              {selection === undefined ? null : <SelectOne row={row} id={idOf(row)} selection={selection} />}
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

const SELECT_CELL = 'w-10 text-center'

const SelectOne = <Row,>({ row, id, selection }: Readonly<{ row: Row; id: string; selection: Selection<Row> }>) => (
  // The rest of the row opens it.
  <td className={SELECT_CELL} onClick={(event) => event.stopPropagation()}>
    <input
      type="checkbox"
      aria-label={selection.nameOf(row)}
      checked={selection.selected.has(id)}
      onChange={() => selection.toggle(id)}
      className="size-4 accent-(--accent-fill)"
    />
  </td>
)

const SelectAll = ({
  selection: { areAllSelected, toggleAll },
}: Readonly<{ selection: Pick<Selection<never>, 'areAllSelected' | 'toggleAll'> }>) => (
  <th scope="col" className={SELECT_CELL}>
    <input
      type="checkbox"
      aria-label={say('app.selectAll')}
      checked={areAllSelected}
      onChange={toggleAll}
      className="size-4 accent-(--accent-fill)"
    />
  </th>
)

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

/** Shows the states of a query: under way, failed with a way to retry, empty, there, and there but no longer fresh. */
export function LoadedBlock<Data>({ query, isEmpty = () => false, empty = say('app.empty'), children }: LoadedProps<Data>) {
  const { data, error } = query
  if (data === undefined) {
    if (error !== null) return <Retry reason={reasonOf(error)} onRetry={() => void query.refetch()} busy={query.isFetching} />
    if (query.isPaused) return <Retry onRetry={() => void query.refetch()} />
    return <p className="p-6 text-center text-label text-text3">{say('app.loading')}</p>
  }
  const shown = isEmpty(data) ? <EmptyState icon={Inbox} text={empty} /> : children(data)
  if (error === null && !query.isPaused) return shown
  return (
    <>
      <Stale query={query} />
      {shown}
    </>
  )
}

/** What the server said; a browser's own words about a lost connection are nobody's language. */
const reasonOf = (error: Error) => (error instanceof ApiError ? { message: error.message } : 'network')

/** Says that what stands below was read a while ago. What is known is better than nothing, as long as it is not taken for news. */
const Stale = ({ query }: Readonly<{ query: UseQueryResult<unknown> }>) => (
  <div className="p-3">
    <InlineMessage
      tone="warn"
      title={say('app.stale', { when: moment(query.dataUpdatedAt) })}
      action={
        <Button tone="secondary" busy={query.isFetching && !query.isPaused} onPress={() => void query.refetch()}>
          {say('app.again')}
        </Button>
      }
    >
      {query.error instanceof ApiError ? query.error.message : undefined}
    </InlineMessage>
  </div>
)
