import { SECOND_MS } from '@rueda/rules/time.ts'
import type { PoolClient, QueryResult, QueryResultRow } from 'pg'

/**
 * Reads in successive snapshots, none of them older than a minute: a snapshot that is held for long keeps the database from clearing away
 * what it still shows. A statement that needs more than its share fails the run.
 */
export interface Snapshots {
  /** Begins another snapshot: all reads from here on belong together, as long as `generation` stays. */
  renew(): Promise<void>
  /** Grows with every snapshot. */
  generation(): number
  query<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<QueryResult<Row>>
  /** Reads from one snapshot, however long it takes. */
  together<Value>(read: () => Promise<Value>): Promise<Value>
  end(): Promise<void>
}

/** Together the minute. */
const MAX_AGE_MS = 10 * SECOND_MS
const MAX_STATEMENT_MS = 50 * SECOND_MS

export function createSnapshots(client: PoolClient, elapsed: () => number): Snapshots {
  let generation = 0
  let begunAt: number | null = null
  let isPinned = false

  const end = async (): Promise<void> => {
    if (begunAt !== null) await client.query('rollback')
    begunAt = null
  }
  const renew = async (): Promise<void> => {
    await end()
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local statement_timeout = ${MAX_STATEMENT_MS}`)
    begunAt = elapsed()
    generation += 1
  }
  const isOld = (): boolean => begunAt === null || elapsed() - begunAt > MAX_AGE_MS

  return {
    renew,
    end,
    generation: () => generation,
    query: async <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) => {
      if (!isPinned && isOld()) await renew()
      try {
        return await client.query<Row>(sql, [...values])
      } catch (error) {
        // After a statement that failed the database answers nothing more in its transaction.
        await end().catch(() => undefined)
        throw error
      }
    },
    together: async (read) => {
      if (isOld()) await renew()
      isPinned = true
      try {
        return await read()
      } finally {
        isPinned = false
      }
    },
  }
}
