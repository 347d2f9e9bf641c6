import { MAX_NOTE_LENGTH } from '@rueda/rules/notes/note.ts'
import { z } from 'zod'
import { text } from './fields.ts'

/** The words of a note; apart from the endpoints, for the app's form. */
export const noteText = text(MAX_NOTE_LENGTH)
/** What the app's form holds: the words, the place of the bar among those of the chart, and the price, empty for the bar's own. */
export const writtenNote = z.object({ text: noteText, bar: z.number().int(), price: z.string() })
export type WrittenNote = z.output<typeof writtenNote>
