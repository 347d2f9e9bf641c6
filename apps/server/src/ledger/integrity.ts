import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Reader } from '../db/snapshot.ts'
import type { Verification } from './verify/verify.ts'

/** Keeps what the verifier found, so that everybody who lets money leave can ask whether the books were in order. */
export async function keepIntegrity(pool: Pool, { checks }: Verification, now: Instant): Promise<void> {
  const columns = [
    checks.map(({ id }) => id),
    checks.map(({ says }) => says),
    checks.map(({ offending }) => offending.length),
    checks.map(({ milliseconds }) => Math.round(milliseconds)),
  ]
  await pool.query(KEEP, [now, ...columns])
}

const KEEP = `
  insert into integrity_checks (run_at, id, says, offending, milliseconds)
  select $1, row.* from unnest($2::text[], $3::text[], $4::integer[], $5::integer[]) as row
  on conflict (run_at, id) do nothing`

/** Money leaves only while the newest check of the books found nothing; books that were never checked are new ones. */
export async function isMoneyOutPaused(reader: Reader): Promise<boolean> {
  const { rows } = await reader.query<{ broken: boolean }>(
    'select exists (select from integrity_checks where run_at = (select max(run_at) from integrity_checks) and offending > 0) as broken',
  )
  return rows[0]?.broken ?? false
}
