import { setTimeout as pause } from 'node:timers/promises'
import { type CalendarDate, type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Reader } from '../../../db/snapshot.ts'
import type { Ids } from '../../../deps.ts'
import { canonical } from '../../../http/canonical.ts'
import type { Verifier } from './verifier.ts'
import type { Check, Scope, Verification } from './verify.ts'

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
  /** Each begins from the checkpoint of the one before; a full run needs none. */
  const verify = async (scope: Scope): Promise<Verification> => {
    if (scope === 'full') return verifier.verify(scope)
    const mine = previous.then(() => verifier.verify(scope))
    previous = mine.catch(() => undefined)
    return mine
  }
  const run: IntegrityRuns['run'] = async (scope, now, about = {}) => {
    const first = await verify(scope)
    const { checks, entries, accounts, clean } = first.clean ? first : await lookedAtAgain(first, () => verify(scope))
    const shown = checks.map(({ id, says, milliseconds, offending }) => ({
      ...{ id, says, milliseconds: Math.round(milliseconds), bad: offending.length },
      offending: offending.map((row) => JSON.parse(canonical(row)) as unknown),
    }))
    await pool.query(KEEP, [ids.next(), now, scope, entries, accounts, clean, JSON.stringify(shown)])
    const broken = shown.filter(({ bad }) => bad > 0)
    if (!clean) log.error({ ...about, invariants: broken.map(({ id, says }) => `${id}: ${says}`) }, 'the books are not in order')
    return { at: now, scope, entries, accounts, clean, checks: shown }
  }
  return { run, stop: () => verifier.stop() }
}

/**
 * What two looks have found. The two sides of a trade between customers are two commits, and a look between them sees one side alone; what is
 * wrong is so a moment later as well.
 */
async function lookedAtAgain(first: Verification, verify: () => Promise<Verification>): Promise<Verification> {
  await pause(BETWEEN_LOOKS_MS)
  const second = await verify()
  const seen = new Set(first.checks.flatMap(({ id, offending }) => offending.map((row) => faultOf(id, row))))
  const checks = second.checks.map((check) => ({ ...check, offending: check.offending.filter((row) => seen.has(faultOf(check.id, row))) }))
  return { ...second, checks, clean: checks.every(({ offending }) => offending.length === 0) }
}
const BETWEEN_LOOKS_MS = 2 * SECOND_MS

/** The same fault at both looks: of one check and one account, whose figures may have gone on in between. */
function faultOf(id: string, row: Check['offending'][number]): string {
  const { account_id: column, accountId = column } = row as Readonly<{ account_id?: unknown; accountId?: unknown }>
  return canonical({ id, accountId })
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
