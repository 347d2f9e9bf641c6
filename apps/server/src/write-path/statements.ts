import type { PoolClient } from 'pg'
import { type Column, arraysOf, copyLines, unnested } from './columns.ts'
import { copyIn } from './copy.ts'

/** Writes rows of one table, all in one statement; without rows it sends nothing to the database. */
export type Writing<Row> = (client: PoolClient, rows: readonly Row[]) => Promise<unknown>

const nothing = Promise.resolve()

/** New rows, by COPY. */
export function inserting<Row>(table: string, columns: readonly Column<Row>[]): Writing<Row> {
  const text = `copy ${table} (${columns.map(([name]) => name).join(', ')}) from stdin`
  return (client, rows) => (rows.length === 0 ? nothing : copyIn(client, text, copyLines(columns, rows)))
}

/** Changed rows, found by their key. */
export function updating<Row>(
  table: string,
  { key, changing }: Readonly<{ key: readonly Column<Row>[]; changing: readonly Column<Row>[] }>,
): Writing<Row> {
  const columns = [...key, ...changing]
  const set = changing.map(([name]) => `${name} = row.${name}`).join(', ')
  const where = key.map(([name]) => `${table}.${name} = row.${name}`).join(' and ')
  const text = `update ${table} set ${set} from ${unnested(columns)} where ${where}`
  return (client, rows) => (rows.length === 0 ? nothing : client.query({ name: `update-${table}`, text, values: arraysOf(columns, rows) }))
}
