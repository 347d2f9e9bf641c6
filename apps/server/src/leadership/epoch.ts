import type { Client } from 'pg'

/**
 * Counts leaderships. Every batch holds its own epoch against the database's under a lock that it shares with the other
 * batches (`hold_epoch`); a new leader takes that lock alone. So no batch of an older epoch is committed after the new one
 * has begun, and the new leader sees all that were.
 */
const EPOCH_LOCK = 7_830_002
const BATCHES_END_WITHIN = '100ms'
const LOCK_NOT_AVAILABLE = '55P03'

/** Adds one and returns the new epoch; null in a database without tables. */
export async function advanceEpoch(client: Client): Promise<bigint | null> {
  if ((await readEpoch(client)) === null) return null
  for (;;) {
    try {
      return await advance(client)
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error
      // A process that stands still in the midst of a batch holds it for ever; the new leader ends it.
      await client.query(END_BATCHES, [EPOCH_LOCK])
    }
  }
}

/** Null in a database without tables. */
export async function readEpoch(client: Client): Promise<bigint | null> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass('leadership') is not null as found")
  if (rows[0]?.found !== true) return null
  const epoch = await client.query<{ epoch: bigint }>('select epoch from leadership')
  return epoch.rows[0]?.epoch ?? null
}

async function advance(client: Client): Promise<bigint> {
  await client.query('begin')
  await client.query(`set local lock_timeout = '${BATCHES_END_WITHIN}'`)
  await client.query('select pg_advisory_xact_lock($1)', [EPOCH_LOCK])
  const { rows } = await client.query<{ epoch: bigint }>('update leadership set epoch = epoch + 1 returning epoch')
  await client.query('commit')
  const [row] = rows
  if (row === undefined) throw new Error('the database has no epoch')
  return row.epoch
}

const END_BATCHES = `
  select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())`
