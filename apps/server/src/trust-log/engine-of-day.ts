import { type CalendarDate, HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../db/snapshot.ts'

/** The engine that drew a day, and since when the log has it. */
export type EngineOfDay = Readonly<{
  engine: string
  /** When the log first said it, and where in the log that goes on; null while no checkpoint covers that. */
  loggedAt: Instant | null
  entry: number | null
  /** The day began under another one. */
  isOther: boolean
}>

/** Markets that begin on the evening before have begun by then. */
const BEGINS_BEFORE_MS = 3 * HOUR_MS

/** What the log says of the engine that draws a day's prices, when that day is over and `engine` runs. */
export async function engineOfDay(reader: Reader, date: CalendarDate, engine: string): Promise<EngineOfDay> {
  const begins = Date.parse(`${date}T00:00:00Z`) - BEGINS_BEFORE_MS
  const { rows } = await reader.query<{ logged: bigint | null; others: boolean }>(SAID, [engine, begins])
  const [said] = rows
  const loggedAt = said === undefined || said.logged === null ? null : Number(said.logged)
  return { engine, loggedAt, entry: await entryOfEngine(reader, engine), isOther: said?.others ?? false }
}

// The one that ran as the day began is the last that was said before it.
const SAID = `
  with starts as (select (entry::jsonb ->> 'at')::bigint as at, entry::jsonb ->> 'engine' as engine from trust_entries where kind = 'start')
  select min(at) filter (where engine = $1) as logged,
         coalesce(bool_or(engine <> $1) filter (where at >= coalesce((select max(at) from starts where at < $2::bigint), 0)), false) as others
  from starts`

/** Where the log that goes on first says an engine; null where it does not. */
export async function entryOfEngine(reader: Reader, engine: string): Promise<number | null> {
  const { rows } = await reader.query<{ place: bigint | null }>(
    `select min(entry_index) as place from trust_entries
     where kind = 'start' and entry::jsonb ->> 'engine' = $1 and log = (select log from trust_logs where ended_at is null)`,
    [engine],
  )
  return rows[0]?.place === null || rows[0] === undefined ? null : Number(rows[0].place)
}
