import type { LogEntry } from '@rueda/proof/entries.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { createHash } from 'node:crypto'
import type { Reader } from '../db/snapshot.ts'
import { readClosedDays } from '../venue/closed-days.ts'
import { lineOf } from './log.ts'
import { sayLater } from './log-store.ts'

/** What the server says of itself: its levers when it begins, its end, and the time between in which nobody was answered. */

type Levers = Readonly<{
  version: string
  engine: string
  /** Every setting that touches prices, orders or time, as text. */
  settings: Readonly<Record<string, string>>
  isSeedSet: boolean
  scenario: string | null
}>

/** Said at every start, after the gap that it ends. */
export async function sayStart(pool: Pool, levers: Levers, at: Instant): Promise<void> {
  const gap = await gapBefore(pool, at)
  if (gap !== null) await sayLater(pool, lineOf(gap), at)
  const { version, engine, settings, isSeedSet, scenario } = levers
  const closedDays = (await readClosedDays(pool)).map(({ market, date }) => ({ market, date }))
  const scenarioHash = scenario === null ? null : createHash('sha256').update(scenario).digest('hex')
  const start: LogEntry = { kind: 'start', at, version, engine, settings, closedDays, isSeedSet, scenario: scenarioHash }
  await sayLater(pool, lineOf(start), at)
}

export const sayStop = (pool: Pool, at: Instant): Promise<unknown> => sayLater(pool, lineOf({ kind: 'stop', at, reason: 'asked' }), at)

/** The time since the server's last word; null at its first start, and where the machine's clock went back. */
async function gapBefore(reader: Reader, at: Instant): Promise<LogEntry | null> {
  const { rows } = await reader.query<{ kind: string | null; said: bigint | null; signed: bigint | null }>(LAST_WORD)
  const [last] = rows
  const isStopped = last?.kind === 'stop'
  // A server that crashed was last there, as far as anybody can tell, when it said something or signed.
  const from = isStopped ? Number(last.said) : Math.max(Number(last?.said ?? 0n), Number(last?.signed ?? 0n))
  return from === 0 || from >= at ? null : { kind: 'gap', at, from, until: at, reason: isStopped ? 'stopped' : 'crashed' }
}

/** Keys, engines and the beginning of a successor are said before a start or beside a server: none of them shows that it was there. */
const LAST_WORD = `
  select entry::jsonb ->> 'kind' as kind, (entry::jsonb ->> 'at')::bigint as said, (select max(at) from trust_checkpoints) as signed
  from (
    select true as waits, 0 as log, id as place, entry from trust_waiting
    union all
    select false, log, entry_index, entry from trust_entries
  ) words where entry::jsonb ->> 'kind' not in ('successor', 'key', 'engine') order by waits desc, log desc, place desc limit 1`
