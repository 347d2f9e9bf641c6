import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { DoneUntil, DueJob, JobName } from './due.ts'

/** Reads the record of finished jobs, which is all that a restart has to go by. */
export async function readDone(pool: Pool, market: MarketName): Promise<DoneUntil> {
  const { rows } = await pool.query<{ job: JobName; until: CalendarDate }>(
    'select job, max(due_date) as until from job_runs where market = $1 group by job',
    [market],
  )
  return Object.fromEntries(rows.map(({ job, until }) => [job, until]))
}

/** Written after the job's work; a second time it changes nothing. */
export async function markDone(pool: Pool, { job, market, date, dueAt }: DueJob, now: Instant): Promise<void> {
  await pool.query(`insert into job_runs (job, market, due_date, due_at, finished_at) values ($1, $2, $3, $4, $5) on conflict do nothing`, [
    job,
    market,
    date,
    dueAt,
    now,
  ])
}
