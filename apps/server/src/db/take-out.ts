import type { ClientBase } from 'pg'
import { type Partition, monthlyTables, readPartitions } from './months.ts'

/**
 * Takes rows out of their partitions in the transaction of the owner: deleted, so that whoever reads an earlier snapshot still sees them. What refuses
 * changes is off inside this transaction, which keeps everybody else from writing these partitions. Returns how many rows there were.
 */
export async function takeOut(client: ClientBase, table: string, leaving: string, isSame: string): Promise<number> {
  const moment = monthlyTables.find((each) => each.table === table)?.moment
  if (moment === undefined) throw new Error(`${table} has no months`)
  let count = 0
  for (const { name, from, until } of await partitionsOf(client, table)) {
    const within = `l.${moment} >= ${from ?? 'l.'.concat(moment)} and l.${moment} < ${until}`
    const { rowCount: found } = await client.query(`select from ${leaving} l where ${within} limit 1`)
    if (found === 0) continue
    await client.query(`alter table ${name} disable trigger user`)
    const { rowCount } = await client.query(`delete from ${name} t using ${leaving} l where ${within} and ${isSame}`)
    await client.query(`alter table ${name} enable trigger user`)
    count += rowCount ?? 0
  }
  return count
}

/** Gives the room of deleted rows back to the disk. Only the partition is held, for as long as what is left of it takes to be written anew. */
export async function shrink(client: ClientBase, tables: readonly string[], bounds: readonly [from: number, until: number]): Promise<void> {
  for (const table of tables)
    for (const { name, from, until } of await partitionsOf(client, table))
      if (from === bounds[0] && until === bounds[1]) await client.query(`vacuum (full, analyze) ${name}`)
}

const partitionsOf = async (client: ClientBase, table: string): Promise<readonly Partition[]> =>
  (await readPartitions(client)).filter((each) => each.table === table)
