import { setTimeout as pause } from 'node:timers/promises'
import { type CalendarDate, type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Reader } from '../../../db/snapshot.ts'
import type { Ids } from '../../../deps.ts'
import { canonical } from '../../../http/canonical.ts'
import type { Verifier } from './verifier.ts'
import { MAX_SHOWN } from './findings.ts'
import type { Scope, Verification } from './verify.ts'

/** The last results of the invariants, for the back office and for the release of outgoing money. */
export type CheckRun = Readonly<{ id: string; says: string; milliseconds: number; bad: number; offending: readonly unknown[] }>
export type IntegrityRun = Readonly<{
  at: Instant
  scope: Scope
  entries: number
  accounts: number
  clean: boolean
  checks: readonly CheckRun[]
}>

export interface IntegrityRuns {
  /** Checks the invariants and keeps the result. */
  run(scope: Scope, now: Instant, about?: Readonly<{ date?: CalendarDate }>): Promise<IntegrityRun>
  stop(): Promise<void>
}

type Parts = Readonly<{ pool: Pool; ids: Ids; log: Logger; verifier: Verifier }>

/** A ledger that does not verify is the one thing that has to wake somebody. Staff's own connections cannot write a result. */
export function createIntegrityRuns({ pool, ids, log, verifier }: Parts): IntegrityRuns {
  let previous: Promise<unknown> = Promise.resolve()
  const stopping = new AbortController()
  /** Each begins from the checkpoint of the one before; a full run needs none. */
  const verify = async (scope: Scope): Promise<Verification> => {
    if (scope === 'full') return verifier.verify(scope)
    const mine = previous.then(() => verifier.verify(scope))
    previous = mine.catch(() => undefined)
    return mine
  }
  const run: IntegrityRuns['run'] = async (scope, now, about = {}) => {
    const { checks, entries, accounts, clean } = await settled(await verify(scope), () => verify(scope), stopping.signal)
    const shown = checks.map(({ id, says, milliseconds, offending }) => ({
      ...{ id, says, milliseconds: Math.round(milliseconds), bad: offending.length },
      offending: offending.map((row) => JSON.parse(canonical(row)) as unknown),
    }))
    await pool.query(KEEP, [ids.next(), now, scope, entries, accounts, clean, JSON.stringify(shown)])
    const broken = shown.filter(({ bad }) => bad > 0)
    if (!clean) log.error({ ...about, invariants: broken.map(({ id, says }) => `${id}: ${says}`) }, 'the books are not in order')
    return { at: now, scope, entries, accounts, clean, checks: shown }
  }
  const stop = async (): Promise<void> => {
    stopping.abort()
    await verifier.stop()
  }
  return { run, stop }
}

/**
 * Checks that compare two commits: of a trade between customers a look in between sees one side alone. Everything else is of one commit, and
 * a fault of it is told at once.
 */
const OF_TWO_COMMITS: ReadonlySet<string> = new Set(['INV-21b'])
const BETWEEN_LOOKS_MS = 2 * SECOND_MS

/**
 * What is wrong, where the first look found nothing but sides of trades whose other side may be on its way: those that a second look finds as
 * well, row by row. Where there is no second look, or where either has more to show than it keeps, what was found stands.
 */
async function settled(first: Verification, again: () => Promise<Verification>, stopping: AbortSignal): Promise<Verification> {
  const found = first.checks.filter(({ offending }) => offending.length > 0)
  if (found.length === 0 || !found.every(({ id, offending }) => OF_TWO_COMMITS.has(id) && offending.length < MAX_SHOWN)) return first
  let second: Verification
  try {
    await pause(BETWEEN_LOOKS_MS, undefined, { signal: stopping })
    second = await again()
  } catch {
    return first
  }
  const seen = new Set(found.flatMap(({ offending }) => offending.map(canonical)))
  const stands = (row: object): boolean => seen.has(canonical(row))
  const checks = second.checks.map((check) =>
    OF_TWO_COMMITS.has(check.id) && check.offending.length < MAX_SHOWN ? { ...check, offending: check.offending.filter(stands) } : check,
  )
  return { ...second, checks, clean: checks.every(({ offending }) => offending.length === 0) }
}

const KEEP = 'insert into integrity_runs (run_id, at, scope, entries, accounts, clean, checks) values ($1, $2, $3, $4, $5, $6, $7)'

type Row = Readonly<{ at: bigint; scope: Scope; entries: bigint; accounts: bigint; clean: boolean; checks: CheckRun[] }>

export async function newestRuns(reader: Reader, most: number): Promise<readonly IntegrityRun[]> {
  const { rows } = await reader.query<Row>(
    'select at, scope, entries, accounts, clean, checks from integrity_runs order by at desc, run_id desc limit $1',
    [most],
  )
  return rows.map((row) => ({ ...row, at: Number(row.at), entries: Number(row.entries), accounts: Number(row.accounts) }))
}
