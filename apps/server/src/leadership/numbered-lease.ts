import { ok } from '@rueda/rules/result.ts'
import type { Client, Pool, PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { inTransaction } from '../db/transaction.ts'
import { type Held, type Lease, type LeaseTexts, takeLease } from './lease.ts'

/** A table with one row for each of several things of a kind, numbered from zero, that one process at a time holds; its rows are numbers and epochs. */
export type NumberedTable = Readonly<{
  table: 'account_ranges' | 'market_groups'
  /** The column of the number. */
  number: 'range' | 'number'
  /** With the number added, the lock of whoever holds it, and the one that its batches share; there are fewer numbers than lie between them. */
  ownerLock: number
  batchLock: number
  texts: LeaseTexts
}>

export type NumberedLease = Readonly<{ number: number; lease: Lease }>

type Options = Readonly<{
  connection: PoolConfig
  log: Pick<Logger, 'info' | 'warn'>
  /** Called once when each of them has its process, before waiting for one as a standby. */
  onStandby: () => Promise<void>
}>

/** Resolves when this process holds one of them; the core that leads says how many there are. */
export async function takeNumbered(kind: NumberedTable, options: Options): Promise<NumberedLease> {
  const { lease, held } = await takeLease({
    ...options,
    choices: async (client) => (await readNumbers(client, kind)).map((number) => heldOf(kind, number)),
    texts: kind.texts,
  })
  return { number: held.number, lease }
}

type NumberHeld = Held & Readonly<{ number: number }>

const heldOf = ({ table, number: column, ownerLock, batchLock }: NumberedTable, number: number): NumberHeld => ({
  number,
  lock: ownerLock + number,
  counter: {
    lock: batchLock + number,
    read: `select epoch from ${table} where ${column} = $1`,
    count: `update ${table} set epoch = epoch + 1 where ${column} = $1 returning epoch`,
    values: [number],
  },
  isWatched: true,
})

const UNDEFINED_TABLE = '42P01'

/** None in a database without tables, or in one whose core does all of it by itself. */
async function readNumbers(client: Client, { table, number: column }: NumberedTable): Promise<readonly number[]> {
  try {
    const { rows } = await client.query<{ number: number }>(`select ${column} as number from ${table} order by ${column}`)
    return rows.map(({ number }) => number)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}

/**
 * Makes as many as there are to be. Where there were others, whoever held one of those holds nothing any more. Called by the leader, in whose
 * epoch no other process has done anything yet.
 */
export async function settleNumbers(pool: Pool, { table, number: column }: NumberedTable, count: number): Promise<void> {
  const { rows } = await pool.query<{ known: number }>(`select count(*)::integer as known from ${table}`)
  if (rows[0]?.known === count) return
  await inTransaction(pool, async (client) => {
    const { rows: known } = await client.query<{ last: bigint }>(`select coalesce(max(epoch), 0)::bigint as last from ${table}`)
    await client.query(`delete from ${table} where ${column} >= $1`, [count])
    await client.query(`update ${table} set epoch = epoch + 1`)
    await client.query(
      // No epoch comes twice, also of what was there before and comes back.
      `insert into ${table} (${column}, epoch) select made, $2::bigint from generate_series(0, $1 - 1) made on conflict do nothing`,
      [count, known[0]?.last ?? 0n],
    )
    return ok(null)
  })
}

/** The epoch of one of them now; null where there is no such one. */
export async function epochOfNumber(pool: Pool, { table, number: column }: NumberedTable, number: number): Promise<bigint | null> {
  const { rows } = await pool.query<{ epoch: bigint }>(`select epoch from ${table} where ${column} = $1`, [number])
  return rows[0]?.epoch ?? null
}
