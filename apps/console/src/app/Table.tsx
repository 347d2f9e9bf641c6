import { EmptyState } from '@rueda/ui/EmptyState.tsx'
import { Retry } from '@rueda/ui/Retry.tsx'
import { Inbox } from 'lucide-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { say } from './words.ts'

export type Column<Row> = Readonly<{ label: string; show: (row: Row) => ReactNode; numeric?: boolean }>

type TableProps<Row> = Readonly<{
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  chosen?: string | null
  onChoose?: (row: Row) => void
  /** Where only some of the rows open something; left out, all do. */
  canChoose?: (row: Row) => boolean
}>

/** Rows of forty pixels; a row that opens something does so by the keyboard too. */
export function Table<Row>({ label, rows, columns, idOf, chosen = null, onChoose, canChoose }: TableProps<Row>) {
  return (
    <table className="console" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" style={column.numeric === true ? { textAlign: 'right' } : undefined}>
              {column.label}
            </th>
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
                <td key={column.label} className={column.numeric === true ? 'num text-right' : undefined}>
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

type LoadedProps<Data> = Readonly<{
  query: UseQueryResult<Data>
  isEmpty?: (data: Data) => boolean
  empty?: string
  children: (data: Data) => ReactNode
}>

/** The states of what is loaded: under way, failed with the way to try again, empty, there. */
export function LoadedBlock<Data>({ query, isEmpty = () => false, empty = say('app.empty'), children }: LoadedProps<Data>) {
  if (query.isError) return <Retry reason={{ message: query.error.message }} onRetry={() => void query.refetch()} busy={query.isFetching} />
  if (query.data === undefined) return <p className="p-6 text-center text-label text-text3">{say('app.loading')}</p>
  return isEmpty(query.data) ? <EmptyState icon={Inbox} text={empty} /> : children(query.data)
}
