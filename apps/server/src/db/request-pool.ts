import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { openSeparatePool } from './separate-pool.ts'

/**
 * Opens the connections that answer customers and staff: a statement that takes too long is given up, so that a few of them
 * cannot hold all connections. The start, the write path and the jobs of the day have others and take as long as they need.
 */
export const openRequestPool = (pool: Pool, statementSeconds: number): Pool =>
  openSeparatePool(pool, { statement_timeout: statementSeconds * SECOND_MS })
