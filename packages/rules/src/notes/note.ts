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
type Kept = Readonly<{ ofInstrument: number; inAll: number; mayBeNegative: boolean; now: Instant }>

/** Prices as the ledger keeps them: an integer of 64 bits, in units of 10^-8. */
const MAX_PRICE = 2n ** 63n - 1n
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Letters of Hangul and of Braille that only take room, and say nothing. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/gu

/** Refuses a note too many, one without words that can be seen, and one at a moment that has not been or a price that cannot be. */
export function checkNote(note: Pick<Note, 'at' | 'price' | 'text'>, { ofInstrument, inAll, mayBeNegative, now }: Kept): Result<true> {
  if (!SEEN.test(note.text.replaceAll(BLANK, ''))) return refuse('parameter.invalid', { field: 'text' })
  const size = note.price < 0n ? -note.price : note.price
  if (size > MAX_PRICE || (!mayBeNegative && note.price <= 0n)) return refuse('parameter.invalid', { field: 'price' })
  if (note.at > now) return refuse('parameter.invalid', { field: 'timestamp' })
  if (ofInstrument >= MAX_NOTES_OF_INSTRUMENT) return refuse('note.full', { num: MAX_NOTES_OF_INSTRUMENT })
  if (inAll >= MAX_NOTES) return refuse('note.full', { num: MAX_NOTES })
  return ok(true)
}

/** Whether two notes say the same at the same place: a note that is sent twice is kept once. */
export const isSameNote = (a: Omit<Note, 'id'>, b: Omit<Note, 'id'>): boolean =>
  a.instrumentId === b.instrumentId && a.at === b.at && a.price === b.price && a.text === b.text
