import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'

/** More events than a venue produces between two starts. */
export const EVENTS_PER_RUN = 1_000_000_000

/** Begins a run of the venue and returns the offset of its sequence numbers, so that they grow over restarts. */
export async function beginRun(pool: Pool, now: Instant): Promise<number> {
  const { rows } = await pool.query<{ run: bigint }>('insert into venue_runs (started_at) values ($1) returning run', [now])
  return Number(rows[0]?.run ?? 0n) * EVENTS_PER_RUN
}
