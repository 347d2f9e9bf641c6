import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Panel } from './Page.tsx'
import { type Column, LoadedBlock, type Selection, type Sorting, Table } from './Table.tsx'
import { useHashValue } from './use-hash.ts'
import { useListKeys } from './use-list-keys.ts'

/** The row whose id stands in the address; null when the list has none of that id. */
type OpenRow<Row> = Readonly<{
  id: string
  row: Row | null
  isLoaded: boolean
  /** Opened by the Enter key, to work on it; a press with the mouse only shows it. */
  byKey: boolean
  close: () => void
}>

type RowListProps<Row> = Readonly<{
  label: string
  query: UseQueryResult<readonly Row[]>
  empty?: string
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  sorting?: Sorting
  /** Rows that can be chosen to do the same with all of them. */
  selection?: Selection<Row> | undefined
  /** Stands over the rows, such as what can be done with the chosen ones. */
  above?: ReactNode
  drawer: (open: OpenRow<Row>) => ReactNode
}>

/** A list whose rows open in a drawer. The address holds the open row, so that it can be shared and found again. */
export function RowList<Row>({ label, query, empty, columns, idOf, sorting, selection, above, drawer }: RowListProps<Row>) {
  const [openId, open] = useHashValue('open')
  const rows = query.data ?? []
  const [enteredId, setEntered] = useState<string | null>(null)
  const ids = rows.map(idOf)
  const show = (id: string | null, byKey = false): void => {
    setEntered(byKey ? id : null)
    open(id)
  }
  const select = selection === undefined ? null : selection.toggle
  const { cursor, point } = useListKeys({ ids, openId, open: show, enter: (id) => show(id, true), select })
  return (
    <>
      <Panel>
        {above}
        <LoadedBlock query={query} isEmpty={(list) => list.length === 0} {...(empty === undefined ? {} : { empty })}>
          {(list) => (
            <Table
              label={label}
              rows={list}
              columns={columns}
              idOf={idOf}
              chosen={openId}
              cursor={cursor}
              onChoose={(row, byKey) => {
                point(idOf(row))
                show(idOf(row), byKey)
              }}
              sorting={sorting}
              selection={selection}
            />
          )}
        </LoadedBlock>
      </Panel>
      {openId === null
        ? null
        : drawer({
            id: openId,
            row: rows.find((row) => idOf(row) === openId) ?? null,
            isLoaded: query.isSuccess,
            byKey: enteredId === openId,
            close: () => show(null),
          })}
    </>
  )
}
