import type { Reader } from './snapshot.ts'

/** A part of a list: the rows asked for, after some that are left out. */
export type Slice = Readonly<{ limit: number; offset: number }>
export type Listed<Row> = Readonly<{ list: readonly Row[]; total: number }>

type Asked = Slice &
  Readonly<{
    table: string
    /** Of the rows, by the numbers of the values. */
    where: string
    values: readonly unknown[]
    /** Ends with what no two rows share, so that no page repeats or leaves out a row. */
    order: string
  }>

/** One page of a table, and how many rows there are in all. */
export async function readPage<Record extends object>(
  reader: Reader,
  { table, where, values, order, limit, offset }: Asked,
): Promise<Listed<Record>> {
  const [limitAt, offsetAt] = [values.length + 1, values.length + 2]
  const { rows } = await reader.query<Record>(
    `select * from ${table} where ${where} order by ${order} limit $${limitAt} offset $${offsetAt}`,
    [...values, limit, offset],
  )
  const counted = await reader.query<{ total: bigint }>(`select count(*) as total from ${table} where ${where}`, [...values])
  return { list: rows, total: Number(counted.rows[0]?.total ?? 0n) }
}

/** The same rows as values. */
export const mapListed = <From, To>({ list, total }: Listed<From>, read: (row: From) => To): Listed<To> => ({ list: list.map(read), total })
