import type { Client } from 'pg'

/**
 * Counts who has held something that one process at a time holds. Every batch holds the epoch it was decided in against the database's under a
 * lock that it shares with the other batches (`hold_epoch`, `hold_range`); whoever comes next takes that lock alone. So no batch of an older
 * epoch is committed after the new one has begun, and the new holder sees all that were.
 */
export type EpochCounter = Readonly<{
  /** The number of the lock that batches share. */
  lock: number
  /** Returns the epoch as `epoch`; no row where there is nothing to hold. */
  read: string
  /** Adds one, and returns the new epoch as `epoch`. */
  count: string
  values: readonly number[]
}>

const BATCHES_END_WITHIN = '100ms'
const LOCK_NOT_AVAILABLE = '55P03'
const UNDEFINED_TABLE = '42P01'

/** Adds one and returns the new epoch; null where there is nothing to hold yet, as in a database without tables. */
export async function advanceEpoch(client: Client, counter: EpochCounter): Promise<bigint | null> {
  if ((await readEpoch(client, counter)) === null) return null
  for (;;) {
    try {
      return await advance(client, counter)
    } catch (error) {
      await client.query('rollback')
      if (!isCode(error, LOCK_NOT_AVAILABLE)) throw error
      // A process that stands still in the midst of a batch holds it for ever; the new holder ends it.
      await client.query(END_BATCHES, [counter.lock])
    }
  }
}

/** Null where there is nothing to hold. */
export async function readEpoch(client: Client, { read, values }: EpochCounter): Promise<bigint | null> {
  try {
    const { rows } = await client.query<{ epoch: bigint }>(read, [...values])
    return rows[0]?.epoch ?? null
  } catch (error) {
    if (isCode(error, UNDEFINED_TABLE)) return null
    throw error
  }
}

async function advance(client: Client, { lock, count, values }: EpochCounter): Promise<bigint> {
  await client.query('begin')
  await client.query(`set local lock_timeout = '${BATCHES_END_WITHIN}'`)
  await client.query('select pg_advisory_xact_lock($1)', [lock])
  const { rows } = await client.query<{ epoch: bigint }>(count, [...values])
  await client.query('commit')
  const [row] = rows
  if (row === undefined) throw new Error('the database has no epoch')
  return row.epoch
}

const isCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code

const END_BATCHES = `
  select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())`
