import type { Rename } from '../corporate/action.ts'
import type { CalendarDate } from '../time.ts'
import type { MarketName } from './instrument.ts'

/**
 * The codes of one instrument as time goes by (`docs/rules/corporate-actions.md` P.10). Its id keeps the first code for ever; what is shown
 * is the newest one, and the one before leads to it for a year more. The changes are those of one instrument, oldest first.
 */
type Changes = readonly Pick<Rename, 'exDate' | 'oldCode' | 'newCode'>[]

/**
 * The id of an instrument that is listed now, for ever. Only who lists it knows its first code: a code from outside is looked up among the
 * instruments and never made into an id (`docs/decisions/0035-an-id-keeps-the-first-code.md`).
 */
export const idOfFirstCode = (market: MarketName, firstCode: string): string => `${market}:${firstCode}`

/** The code that an instrument is shown under on a date, the day of a change included. */
export const codeOn = (firstCode: string, changes: Changes, date: CalendarDate): string =>
  changes.findLast(({ exDate }) => exDate <= date)?.newCode ?? firstCode

/** The codes given up within a year before a date, newest first: calls and searches with them find the instrument still. */
export function formerCodesOn(firstCode: string, changes: Changes, date: CalendarDate): readonly string[] {
  const shown = codeOn(firstCode, changes, date)
  const given = changes.filter(({ exDate }) => exDate <= date && date < yearAfter(exDate)).map(({ oldCode }) => oldCode)
  return [...new Set(given.toReversed())].filter((code) => code !== shown)
}

/** The code as the papers of a date name it: both on the day of a change, the new one first. */
export function writtenCodeOn(firstCode: string, changes: Changes, date: CalendarDate): string {
  const change = changes.findLast(({ exDate }) => exDate === date)
  return change === undefined ? codeOn(firstCode, changes, date) : `${change.newCode} (${change.oldCode})`
}

const YEAR_DIGITS = 4

/** The same day of the next year; after a 29th of February, which that year has not, the 1st of March is the first day beyond. */
const yearAfter = (date: CalendarDate): CalendarDate => `${Number(date.slice(0, YEAR_DIGITS)) + 1}${date.slice(YEAR_DIGITS)}`
