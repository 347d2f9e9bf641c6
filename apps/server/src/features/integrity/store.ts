import type { Reader } from '../../db/snapshot.ts'

type Row = Readonly<{ job: string; market: string; due_date: string; due_at: bigint; finished_at: bigint }>
const NEWEST = 50

/** The jobs that were done last, in every market. */
export async function newestJobs(reader: Reader) {
  const { rows } = await reader.query<Row>(`select * from job_runs order by finished_at desc, job, market limit ${NEWEST}`)
  return rows.map((row) => ({
    job: row.job,
    market: row.market,
    dueDate: row.due_date,
    dueTimestamp: Number(row.due_at),
    doneTimestamp: Number(row.finished_at),
  }))
}
