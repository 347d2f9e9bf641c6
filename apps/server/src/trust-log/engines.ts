import { firstClaimedDate, isLoggedBefore } from '@rueda/proof/day.ts'
import { type LogEntry, decodeEntry } from '@rueda/proof/entries.ts'
import { type SaidEngine, engineFor, oldestDateAt } from '@rueda/proof/engine.ts'
import { utf8 } from '@rueda/proof/bytes.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Reader } from '../db/snapshot.ts'
import { TRUST_FOLDER } from '../storage/keys.ts'
import type { FileStore } from '../storage/store.ts'
import { openLogFiles } from './log-files.ts'
import { lineOf } from './log.ts'
import { sayLater } from './log-store.ts'
import type { Engine } from './own-engine.ts'

/** Engines that the log names (`docs/rules/proof.md` P.44), and their files, which stay for ever. */
export const ENGINES_FOLDER = 'engines'
export const engineFile = (hash: string): string => `${hash}.mjs`

const filesOf = (store: FileStore) => openLogFiles(store, `${TRUST_FOLDER}/${ENGINES_FOLDER}`)

/** Null where it is not there. */
export const readEngineFile = (store: FileStore, hash: string): Promise<Uint8Array | null> => filesOf(store).read(engineFile(hash))

/** Keeps the engine that serves from here on, and says it where the log names another one for today; the file is there before it is named. */
export async function beginEngine(pool: Pool, store: FileStore, engine: Engine, at: Instant): Promise<void> {
  await keepFile(store, engine)
  const firstDate = oldestDateAt(at)
  if (engineFor(await saidInThisLog(pool), firstDate)?.engine !== engine.hash) await sayEngine(pool, engine, { firstDate, at })
}

/**
 * Names the engine of a version that is to serve a week from now, while the one before still does. An engine that the log names already, for today
 * or for later, is not named again, and keeps the date that it has.
 */
export async function announceEngine(pool: Pool, store: FileStore, engine: Engine, at: Instant): Promise<Announced> {
  await keepFile(store, engine)
  const newest = engineFor(await saidInThisLog(pool), END_OF_TIME)
  if (newest?.engine === engine.hash) return { firstDate: newest.firstDate, isServing: newest.firstDate <= oldestDateAt(at) }
  const firstDate = firstClaimedDate(at)
  await sayEngine(pool, engine, { firstDate, at })
  return { firstDate, isServing: false }
}
export type Announced = Readonly<{ firstDate: CalendarDate; isServing: boolean }>
const END_OF_TIME: CalendarDate = '9999-12-31'

async function keepFile(store: FileStore, { hash, bytes }: Engine): Promise<void> {
  const kept = await readEngineFile(store, hash)
  // What a hand has spoiled is mended: the name tells what the file has to be.
  if (kept === null || !Buffer.from(bytes).equals(kept)) await filesOf(store).replace({ path: engineFile(hash), bytes })
}

async function sayEngine(
  pool: Pool,
  { hash }: Engine,
  { firstDate, at }: Readonly<{ firstDate: CalendarDate; at: Instant }>,
): Promise<void> {
  const entry: LogEntry = { kind: 'engine', at, engine: hash, firstDate, isEmergency: !isLoggedBefore(firstDate, at) }
  await sayLater(pool, lineOf(entry), at)
}

const saidInThisLog = async (pool: Pool): Promise<readonly SaidEngine[]> => (await pool.query<EntryRow>(OF_THIS_LOG)).rows.flatMap(engineIn)

type EntryRow = Readonly<{ entry: string }>
const OF_THIS_LOG = `
  select entry from (
    select false as waits, entry_index as place, entry from trust_entries
    where kind = 'engine' and log = (select log from trust_logs where ended_at is null)
    union all
    select true, id, entry from trust_waiting where entry::jsonb ->> 'kind' = 'engine') said
  order by waits, place`

/** An engine as a log has it, with its place where that log goes on. */
export type LoggedEngine = SaidEngine & Readonly<{ place: number | null }>

/** Those that a checkpoint covers, of all logs, in the order in which they were said. */
export async function readEngines(reader: Reader): Promise<readonly LoggedEngine[]> {
  const { rows } = await reader.query<EntryRow & Readonly<{ place: bigint | null }>>(LOGGED)
  return rows.flatMap((row) => engineIn(row).map((said) => ({ ...said, place: row.place === null ? null : Number(row.place) })))
}
const LOGGED = `
  select case when log = (select log from trust_logs where ended_at is null) then entry_index end as place, entry
  from trust_entries where kind = 'engine' order by log, entry_index`

function engineIn({ entry }: EntryRow): readonly SaidEngine[] {
  const read = decodeEntry(utf8(entry))
  return read.ok && read.value.kind === 'engine' ? [read.value] : []
}

type FinishedDay = Readonly<{ date: CalendarDate; engine: string; entry: number | null }>

/** Where the log that goes on names the engine of a finished day: before it says the day, and else where a start names it first. */
export async function readEnginePlaces(reader: Reader): Promise<(day: FinishedDay) => number | null> {
  const engines = (await readEngines(reader)).filter(({ place }) => place !== null)
  const { rows } = await reader.query<{ engine: string; place: bigint }>(STARTS)
  const starts = new Map(rows.map(({ engine, place }) => [engine, Number(place)]))
  return ({ date, engine, entry }) => {
    const named = engineFor(
      engines.filter(({ place }) => entry === null || Number(place) < entry),
      date,
    )
    return named?.engine === engine ? named.place : (starts.get(engine) ?? null)
  }
}
const STARTS = `
  select entry::jsonb ->> 'engine' as engine, min(entry_index) as place from trust_entries
  where kind = 'start' and log = (select log from trust_logs where ended_at is null) group by 1`
