import type { Pool, PoolClient, QueryResultRow } from 'pg'

/** A source of rows, which is the pool or the connection that holds a snapshot. */
export type Reader = Pool | PoolClient

/** As much of a reader as answers one statement, so that the snapshots of the checks serve too. */
export type Queries = Readonly<{
  query: <Row extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<Readonly<{ rows: Row[] }>>
}>

/**
 * Gives reads that belong together the database at one moment. Two queries on their own may have a commit between them, and
 * then money that has become shares counts twice or not at all.
 */
export async function inSnapshot<Value>(pool: Pool, read: (reader: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    const value = await read(client)
    await client.query('commit')
    return value
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // A connection that failed in a transaction is not trusted with another one.
    client.release(failure)
  }
}
