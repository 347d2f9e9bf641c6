import { type SaidEngine, engineFor, isEngineEarly, oldestDateAt } from '@rueda/proof/engine.ts'
import { type LogEntry, decodeEntry } from '@rueda/proof/entries.ts'
import { utf8 } from '@rueda/proof/bytes.ts'
import { createHash } from 'node:crypto'
import { readEngineFile } from '../../../trust-log/engines.ts'
import type { FileStore } from '../../../storage/store.ts'
import type { Findings } from './findings.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * ENGINE-1 to -3: what draws prices and matches is named in the log before it serves (`docs/rules/proof.md` P.44). The log is read from its first word
 * on as somebody outside reads it; it has few of these.
 */
type Parts = Readonly<{ snapshots: Snapshots; findings: Findings; files: FileStore | null }>

export async function verifyEngines({ snapshots, findings, files }: Parts): Promise<void> {
  const { rows: logged } = await snapshots.query<Row>(LOGGED)
  const rows = [...logged]
  // What waits is said behind everything: where it cannot be read, what the log has is looked at all the same.
  await findings.attempt('ENGINE-1', async () => void rows.push(...(await snapshots.query<Row>(WAITING)).rows))
  const claimed = new Set((await snapshots.query<{ day: string }>(CLAIMED)).rows.map(({ day }) => day))
  const read = readLogs(rows, claimed)
  findings.add('ENGINE-1', read.unnamed)
  findings.add('ENGINE-2', read.claimedTooSoon)
  if (files !== null) await findings.measure('ENGINE-3', () => missingFiles(files, read.engines))
}

type Row = Readonly<{ log: number; entry: string }>
const LOGGED = "select log, entry from trust_entries where kind in ('engine', 'start', 'day-key') order by log, entry_index"
const WAITING = `
  select (select max(log) from trust_logs) as log, entry from trust_waiting
  where entry::jsonb ->> 'kind' in ('engine', 'start', 'day-key') order by id`
const CLAIMED = "select market || ' ' || trade_date as day from day_keys where unclaimed is null"

type Read = Readonly<{ unnamed: object[]; claimedTooSoon: object[]; engines: ReadonlySet<string> }>

function readLogs(rows: readonly Row[], claimed: ReadonlySet<string>): Read {
  const everywhere: SaidEngine[] = []
  const unnamed: object[] = []
  const claimedTooSoon: object[] = []
  const engines = new Set<string>()
  for (const ofLog of Map.groupBy(rows, ({ log }) => log).values()) {
    const named: SaidEngine[] = []
    /** Before engines were named a start alone told them. */
    const started = new Set<string>()
    for (const { log, entry } of ofLog) {
      const read = decodeEntry(utf8(entry))
      if (!read.ok) continue
      const said = read.value
      if (said.kind === 'engine') {
        for (const list of [named, everywhere]) list.push(said)
        engines.add(said.engine)
      } else if (said.kind === 'start') {
        if (named.length === 0) started.add(said.engine)
        const serving = engineFor(named, oldestDateAt(said.at))
        if (serving !== null && serving.engine !== said.engine)
          unnamed.push({ log, at: said.at, engine: said.engine, named: serving.engine })
      } else if (said.kind === 'day-key') {
        const { market, date, engine } = said
        if (named.length > 0 && !started.has(engine) && !named.some((each) => each.engine === engine))
          unnamed.push({ log, market, date, engine })
        if (claimed.has(`${market} ${date}`) && !mayBeClaimed(everywhere, said)) claimedTooSoon.push({ log, market, date, engine })
      }
    }
  }
  return { unnamed, claimedTooSoon, engines }
}

/** Days from before engines were named rest on what a start said. */
const mayBeClaimed = (said: readonly SaidEngine[], day: Extract<LogEntry, { kind: 'day-key' }>): boolean =>
  engineFor(said, day.date) === null || isEngineEarly(said, day)

async function missingFiles(files: FileStore, engines: ReadonlySet<string>): Promise<readonly object[]> {
  const faults: object[] = []
  for (const engine of engines) {
    const bytes = await readEngineFile(files, engine)
    if (bytes === null) faults.push({ engine, fault: 'its file is missing' })
    else if (createHash('sha256').update(bytes).digest('hex') !== engine) faults.push({ engine, fault: 'its file is another one' })
  }
  return faults
}
