import type { Pool, PoolClient } from 'pg'
import { StartRefused } from '../db/start-refused.ts'

/** There is one market in a database, so one server keeps it: the one that holds this advisory lock. */
const VENUE_LOCK = 7_830_001
const TRY_EVERY_MS = 250
const PATIENCE_MS = 5_000

export type Leadership = Readonly<{
  /** Called once, when the connection that holds the lock is lost. */
  onLost: (listener: (error: Error) => void) => void
  resign: () => Promise<void>
}>

/** Becomes the keeper of the market; waits a little for a server that is just going down, then refuses. */
export async function becomeLeader(pool: Pool, patienceMs: number = PATIENCE_MS): Promise<Leadership> {
  const client = await pool.connect()
  try {
    for (let waited = 0; !(await tryLock(client)); waited += TRY_EVERY_MS) {
      if (waited >= patienceMs)
        throw new StartRefused('Another server already runs the market of this database. Stop it first, or use other data.')
      await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS))
    }
  } catch (error) {
    client.release()
    throw error
  }
  return leadershipOn(client)
}

async function tryLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [VENUE_LOCK])
  return rows[0]?.locked === true
}

function leadershipOn(client: PoolClient): Leadership {
  let held = true
  let tellLost: (error: Error) => void = () => {}
  client.on('error', (error) => {
    if (!held) return
    held = false
    // Given back as broken: the pool throws it away.
    client.release(error)
    tellLost(error)
  })
  return {
    onLost: (listener) => {
      tellLost = listener
    },
    resign: async () => {
      if (!held) return
      held = false
      await client.query('select pg_advisory_unlock($1)', [VENUE_LOCK]).then(
        () => client.release(),
        (error: Error) => client.release(error),
      )
    },
  }
}
