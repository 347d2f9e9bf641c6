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

type Updated<Row> = Readonly<{ key: readonly Column<Row>[]; changing: readonly Column<Row>[] }>

/** Changed rows, found by their key. */
export function updating<Row>(table: string, { key, changing }: Updated<Row>): Writing<Row> {
  const columns = [...key, ...changing]
  const set = changing.map(([name]) => `${name} = row.${name}`).join(', ')
  const text = `update ${table} set ${set} from ${unnested(columns)} where ${isRow(table, key)}`
  return (client, rows) => (rows.length === 0 ? nothing : client.query({ name: `update-${table}`, text, values: arraysOf(columns, rows) }))
}

/**
 * Changed rows of a table with a column `version`, which is part of the key and counted; the function, given how many rows were found and how
 * many were expected, refuses a set of which one was changed meanwhile.
 */
export function updatingVersions<Row>(table: string, { key, changing }: Updated<Row>, expecting: string): Writing<Row> {
  const columns = [...key, ...changing]
  const set = [`version = row.version + 1`, ...changing.map(([name]) => `${name} = row.${name}`)].join(', ')
  const text = `
    with changed as (update ${table} set ${set} from ${unnested(columns)} where ${isRow(table, key)} returning 1)
    select ${expecting}(count(*), $${columns.length + 1}) from changed`
  return (client, rows) =>
    rows.length === 0 ? nothing : client.query({ name: `update-${table}`, text, values: [...arraysOf(columns, rows), rows.length] })
}

const isRow = <Row>(table: string, key: readonly Column<Row>[]): string =>
  key.map(([name]) => `${table}.${name} = row.${name}`).join(' and ')
