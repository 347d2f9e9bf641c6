import { isLoggedBefore } from './day.ts'

/**
 * The engine of a day is the one that the log named for it a week before (`docs/rules/proof.md` P.44): an entry that comes later, be it of an engine that
 * served before, begins a week of its own, so that nobody has two engines to choose a day from.
 */
export type SaidEngine = Readonly<{ engine: string; firstDate: string; at: number }>

/** What serves a date by what the log said, in its order; of an engine that was said again, where it was said first. */
export function engineFor<Said extends SaidEngine>(said: readonly Said[], date: string): Said | null {
  const serving = said.filter(({ firstDate }) => firstDate <= date)
  const newest = serving.at(-1)
  if (newest === undefined) return null
  const other = serving.findLastIndex(({ engine }) => engine !== newest.engine)
  return serving[other + 1] ?? newest
}

/** Whether the log named the engine of a day early enough for the day to be claimed. */
export function isEngineEarly(said: readonly SaidEngine[], { date, engine }: Readonly<{ date: string; engine: string }>): boolean {
  const named = engineFor(said, date)
  return named !== null && named.engine === engine && isLoggedBefore(date, named.at)
}

const DATE_LENGTH = 'yyyy-mm-dd'.length
const HOUR_MS = 3_600_000
/** Nowhere on Earth does a day end later after its midnight in Greenwich. */
const LATEST_HOURS = 12

/** The first date that whoever begins to serve at a moment may serve: the oldest that it is anywhere. */
export const oldestDateAt = (at: number): string => new Date(at - LATEST_HOURS * HOUR_MS).toISOString().slice(0, DATE_LENGTH)
