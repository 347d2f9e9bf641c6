import { type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'

/** A customer's own words at a moment and a price of an instrument's chart (`docs/rules/notes.md`). */
export type Note = Readonly<{
  id: string
  instrumentId: string
  at: Instant
  /** In units of 10^-8. */
  price: bigint
  text: string
}>

export const MAX_NOTE_LENGTH = 200
export const MAX_NOTES_OF_INSTRUMENT = 50
export const MAX_NOTES = 500

/** What its owner keeps besides it: of the same instrument, and in all. */
type Kept = Readonly<{ ofInstrument: number; inAll: number; now: Instant }>

/** Refuses a note too many, and one at a moment that has not been. */
export function checkNote(note: Pick<Note, 'at'>, { ofInstrument, inAll, now }: Kept): Result<true> {
  if (note.at > now) return refuse('parameter.invalid', { field: 'timestamp' })
  if (ofInstrument >= MAX_NOTES_OF_INSTRUMENT) return refuse('note.full', { num: MAX_NOTES_OF_INSTRUMENT })
  if (inAll >= MAX_NOTES) return refuse('note.full', { num: MAX_NOTES })
  return ok(true)
}

/** Whether two notes say the same at the same place: a note that is sent twice is kept once. */
export const isSameNote = (a: Omit<Note, 'id'>, b: Omit<Note, 'id'>): boolean =>
  a.instrumentId === b.instrumentId && a.at === b.at && a.price === b.price && a.text === b.text
