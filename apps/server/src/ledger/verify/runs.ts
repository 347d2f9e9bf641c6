import { performance } from 'node:perf_hooks'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { canonical } from '../../http/canonical.ts'
import { keepIntegrity } from '../integrity.ts'
import { verifyBooks } from './verify.ts'

/** The invariants as they were last found: what the back office shows, and what money that leaves waits for. */
export type CheckRun = Readonly<{ id: string; says: string; milliseconds: number; bad: number; offending: readonly unknown[] }>
export type IntegrityRun = Readonly<{ at: Instant; entries: number; accounts: number; clean: boolean; checks: readonly CheckRun[] }>

type Running = Pick<App, 'pool' | 'ids' | 'settings' | 'log'>

/** Runs every invariant and keeps the result. Books that do not verify are the one thing that has to wake somebody. */
export async function runIntegrity(
  { pool, ids, settings, log }: Running,
  now: Instant,
  about: Readonly<{ date?: CalendarDate }> = {},
): Promise<IntegrityRun> {
  const verification = await verifyBooks(pool, settings.DATA_DIR, () => performance.now())
  await keepIntegrity(pool, verification, now)
  const { checks, entries, accounts, clean } = verification
  const shown = checks.map(({ id, says, milliseconds, offending }) => ({
    ...{ id, says, milliseconds: Math.round(milliseconds), bad: offending.length },
    offending: offending.map((row) => JSON.parse(canonical(row)) as unknown),
  }))
  await pool.query('insert into integrity_runs (run_id, at, entries, accounts, clean, checks) values ($1, $2, $3, $4, $5, $6)', [
    ...[ids.next(), now, entries, accounts, clean, JSON.stringify(shown)],
  ])
  const broken = shown.filter(({ bad }) => bad > 0)
  if (!clean) log.error({ ...about, invariants: broken.map(({ id, says }) => `${id}: ${says}`) }, 'the books are not in order')
  return { at: now, entries, accounts, clean, checks: shown }
}

type Row = Readonly<{ at: bigint; entries: bigint; accounts: bigint; clean: boolean; checks: CheckRun[] }>

export async function newestRuns(reader: Reader, most: number): Promise<readonly IntegrityRun[]> {
  const { rows } = await reader.query<Row>('select at, entries, accounts, clean, checks from integrity_runs order by at desc limit $1', [
    most,
  ])
  return rows.map((row) => ({ ...row, at: Number(row.at), entries: Number(row.entries), accounts: Number(row.accounts) }))
}
