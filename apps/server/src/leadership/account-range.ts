import { ok } from '@rueda/rules/result.ts'
import type { Client, Pool, PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { inTransaction } from '../db/transaction.ts'
import { type Held, type Lease, takeLease } from './lease.ts'

/**
 * A range of accounts, by the hash of their numbers (`rangeOfAccount`), which one process at a time writes. Its lock is this number and that of the
 * range, and the lock that its batches share (`hold_range`) the other one; there are fewer ranges than lie between them.
 */
const OWNER_LOCK = 7_831_000
const BATCH_LOCK = 7_832_000

type RangeHeld = Held & Readonly<{ range: number }>
export type OwnRange = Readonly<{ range: number; lease: Lease }>

const heldOf = (range: number): RangeHeld => ({
  range,
  lock: OWNER_LOCK + range,
  counter: {
    lock: BATCH_LOCK + range,
    read: 'select epoch from account_ranges where range = $1',
    count: 'update account_ranges set epoch = epoch + 1 where range = $1 returning epoch',
    values: [range],
  },
})

type Options = Readonly<{
  connection: PoolConfig
  log: Pick<Logger, 'info' | 'warn'>
  /** Called once when every range has its process, before waiting for one as a standby. */
  onStandby: () => Promise<void>
}>

/** Resolves when this process holds a range; the core that leads says how many there are. */
export async function takeAccountRange(options: Options): Promise<OwnRange> {
  const { lease, held } = await takeLease({
    ...options,
    choices: async (client) => (await readRanges(client)).map(({ range }) => heldOf(range)),
    texts: {
      connection: 'rueda accounts',
      waits: 'every range of accounts has its process; this one waits as a standby',
      holds: 'this process holds a range of accounts now',
      broke: 'the connection that holds the range of accounts broke; this process asks for it again',
      lost: 'another process holds this range of accounts, or there are no longer as many ranges',
    },
  })
  return { range: held.range, lease }
}

type RangeRow = Readonly<{ range: number; epoch: bigint }>
const UNDEFINED_TABLE = '42P01'

/** None in a database without tables, or in one whose core writes all accounts by itself. */
async function readRanges(client: Client): Promise<readonly RangeRow[]> {
  try {
    return (await client.query<RangeRow>('select range, epoch from account_ranges order by range')).rows
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}

/**
 * Makes as many ranges as there are to be. Where there were others, whoever held one of those holds nothing any more. Called by the leader, in whose
 * epoch no other process has written yet.
 */
export async function settleRanges(pool: Pool, count: number): Promise<void> {
  const { rows } = await pool.query<{ known: number }>('select count(*)::integer as known from account_ranges')
  if (rows[0]?.known === count) return
  await inTransaction(pool, async (client) => {
    await client.query('delete from account_ranges where range >= $1', [count])
    await client.query('update account_ranges set epoch = epoch + 1')
    await client.query(
      'insert into account_ranges (range, epoch) select number, 0 from generate_series(0, $1 - 1) number on conflict do nothing',
      [count],
    )
    return ok(null)
  })
}

/** The epoch of a range now; null where there is no such range. */
export async function epochOfRange(pool: Pool, range: number): Promise<bigint | null> {
  const { rows } = await pool.query<{ epoch: bigint }>('select epoch from account_ranges where range = $1', [range])
  return rows[0]?.epoch ?? null
}
