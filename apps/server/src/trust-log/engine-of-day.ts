import { engineFor, isEngineEarly } from '@rueda/proof/engine.ts'
import { type CalendarDate, HOUR_MS } from '@rueda/rules/time.ts'
import type { Reader } from '../db/snapshot.ts'
import { readEngines } from './engines.ts'

/** What the log says of the engine that drew a day. */
export type EngineOfDay = Readonly<{
  /** It was named for that day early enough for a claim. */
  isEarly: boolean
  /** The day began under another one, or another one was named for it. */
  isOther: boolean
}>

/** Markets that begin on the evening before have begun by then. */
const BEGINS_BEFORE_MS = 3 * HOUR_MS

/** What the log says of the engine that draws a day's prices, when that day is over and `engine` runs. */
export async function engineOfDay(reader: Reader, date: CalendarDate, engine: string): Promise<EngineOfDay> {
  const engines = await readEngines(reader)
  const named = engineFor(engines, date)
  const begins = Date.parse(`${date}T00:00:00Z`) - BEGINS_BEFORE_MS
  const { rows } = await reader.query<{ others: boolean }>(SAID, [engine, begins])
  const isOther = rows[0]?.others === true || (named !== null && named.engine !== engine)
  return { isEarly: isEngineEarly(engines, { date, engine }), isOther }
}

// The one that ran as the day began is the last that was said before it.
const SAID = `
  with starts as (select (entry::jsonb ->> 'at')::bigint as at, entry::jsonb ->> 'engine' as engine from trust_entries where kind = 'start')
  select coalesce(bool_or(engine <> $1) filter (where at >= coalesce((select max(at) from starts where at < $2::bigint), 0)), false) as others
  from starts`
