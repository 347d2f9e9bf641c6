import { DatabaseError, type Pool, type PoolClient } from 'pg'
import type { Result } from '@rueda/rules/result.ts'
import { noteCarriedOut } from './carried-out.ts'
import { UnknownOutcome } from './unknown-outcome.ts'

/** Runs one transaction; a refusal rolls it back, as a failure does. Throws `UnknownOutcome` where the connection breaks with the commit. */
export async function inTransaction<Value>(pool: Pool, work: (client: PoolClient) => Promise<Result<Value>>): Promise<Result<Value>> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    if (result.ok) await commit(client)
    else await client.query('rollback')
    client.release()
    if (result.ok) noteCarriedOut()
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    // A connection that failed in a transaction is not trusted with another one.
    client.release(true)
    throw error
  }
}

/** The classes of PostgreSQL for a connection that is gone and a server that goes; any other word of it says that nothing was committed. */
const BROKE = /^(08|57P)/u

async function commit(client: PoolClient): Promise<void> {
  try {
    await client.query('commit')
  } catch (error) {
    const isSaid = error instanceof DatabaseError && !BROKE.test(error.code ?? '')
    throw isSaid ? error : new UnknownOutcome(error)
  }
}
