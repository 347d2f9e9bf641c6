import type { Pool, PoolClient } from 'pg'
import type { Result } from '@rueda/rules/result.ts'

/** Runs one transaction; a refusal rolls it back, as a failure does. */
export async function inTransaction<Value>(pool: Pool, work: (client: PoolClient) => Promise<Result<Value>>): Promise<Result<Value>> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query(result.ok ? 'commit' : 'rollback')
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    // A connection that failed in a transaction is not trusted with another one.
    client.release(true)
    throw error
  }
}
