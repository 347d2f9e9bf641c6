import type { CalendarDate } from '@rueda/rules/time.ts'
import { type InputRecord, inputOf, marketOfId } from './reruns/input-record.ts'
import { type Rerun, rerun } from './reruns/rerun.ts'
import { venuesOfDays } from './reruns/venues-of-days.ts'
import { type DayToDraw, type RecomputedDay, recomputedDay } from './world/recomputed-day.ts'

/**
 * What an engine's bundle gives whoever loads it (`docs/rules/proof.md` P.44): it draws a finished day's prices and runs its orders again. All
 * that it reaches from here, with the parameters in it, is the engine, and the hash of the file names it.
 */
export const drawDay = (day: DayToDraw): RecomputedDay => recomputedDay(day)

export type DayToRun = Omit<Parameters<typeof venuesOfDays>[0], 'date'> &
  Readonly<{
    instrumentId: string
    date: CalendarDate
    /** Its whole chain, in its order, as it is published. */
    records: readonly InputRecord[]
  }>

export function runDay({ instrumentId, date, records, ...published }: DayToRun): readonly Rerun[] {
  const inputs = records.map((record) => inputOf(record, { instrumentId, tradeDate: date }))
  const instrument = { id: instrumentId, market: marketOfId(instrumentId) }
  return rerun({ instrument, date, inputs }, venuesOfDays({ ...published, date }))
}
