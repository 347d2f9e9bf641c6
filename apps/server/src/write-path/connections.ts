import type { Pool } from 'pg'
import { openSeparatePool } from '../db/separate-pool.ts'

/**
 * The write path has connections of its own to the database of the pool it is given, which never plan a statement
 * twice. The sets of a batch are looked up row by row in an index whatever their size; a plan made while the tables
 * were still empty must not read whole tables later.
 */
const PLANNING = [
  'plan_cache_mode=force_generic_plan',
  'join_collapse_limit=1',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_material=off',
  // Rows weigh more than pages: going through a whole index looks cheap only while a table is nearly empty.
  'cpu_tuple_cost=1',
  'random_page_cost=0',
]

const MAX_DECISION_MS = 3_000

export const openWritingPool = (pool: Pool, connections: number): Pool =>
  openSeparatePool(pool, {
    max: connections,
    idleTimeoutMillis: 0,
    // A batch is decided in a few milliseconds: a process that stops in its midst must not hold its customers' accounts for long.
    idle_in_transaction_session_timeout: MAX_DECISION_MS,
    options: [pool.options.options ?? '', ...PLANNING.map((setting) => `-c ${setting}`)].join(' ').trim(),
  })
