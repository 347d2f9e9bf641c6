import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Panel } from './Page.tsx'
import { type Column, LoadedBlock, type Sorting, Table } from './Table.tsx'
import { useHashValue } from './use-hash.ts'
import { useListKeys } from './use-list-keys.ts'

/** The row whose id stands in the address; null when the list has none of that id. */
type OpenRow<Row> = Readonly<{ id: string; row: Row | null; isLoaded: boolean; close: () => void }>

type RowListProps<Row> = Readonly<{
  label: string
  query: UseQueryResult<readonly Row[]>
  empty?: string
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  sorting?: Sorting
  drawer: (open: OpenRow<Row>) => ReactNode
}>

/** A list whose rows open in a drawer. The address holds the open row, so that it can be shared and found again. */
export function RowList<Row>({ label, query, empty, columns, idOf, sorting, drawer }: RowListProps<Row>) {
  const [openId, open] = useHashValue('open')
  const rows = query.data ?? []
  useListKeys({ ids: rows.map(idOf), openId, open })
  return (
    <>
      <Panel>
        <LoadedBlock query={query} isEmpty={(list) => list.length === 0} {...(empty === undefined ? {} : { empty })}>
          {(list) => (
            <Table
              label={label}
              rows={list}
              columns={columns}
              idOf={idOf}
              chosen={openId}
              onChoose={(row) => open(idOf(row))}
              sorting={sorting}
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
            close: () => open(null),
          })}
    </>
  )
}
