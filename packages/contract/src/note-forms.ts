import { MAX_NOTE_LENGTH } from '@rueda/rules/notes/note.ts'
import { z } from 'zod'
import { text } from './fields.ts'

/** The words of a note; apart from the endpoints, for the app's form. */
export const noteText = text(MAX_NOTE_LENGTH)
/**
 * What the app's form holds: the words, the moment, and the price, which follows the bar of the moment until one is typed. The moment and not
 * the place of a bar: another range of the chart has other bars.
 */
export const writtenNote = z.object({ text: noteText, moment: z.number().int(), price: z.string(), isPriceTyped: z.boolean() })
export type WrittenNote = z.output<typeof writtenNote>
