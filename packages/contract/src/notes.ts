import { MAX_NOTE_LENGTH } from '@rueda/rules/notes/note.ts'
import { z } from 'zod'
import { markets } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './envelope.ts'
import { decimal, identifier, signedPrice, ticker, timestamp } from './fields.ts'
import { noteText } from './note-forms.ts'

/** Notes on a chart, kept with the account (`docs/rules/notes.md`). */
const LAST_MOMENT = 9_999_999_999_999

export const note = z
  .object({
    id: identifier,
    text: z.string().max(MAX_NOTE_LENGTH),
    price: decimal,
    /** The moment on the chart. */
    noteTimestamp: timestamp,
    modifyTimeTimestamp: timestamp,
  })
  .meta({ id: 'ChartNote' })
export type ChartNote = z.output<typeof note>

const instrument = { stockCode: ticker, market: z.enum(markets).default('US') }

export const notes = {
  list: endpoint({
    method: 'POST',
    path: '/chart/notes',
    access: 'user',
    summary: "The customer's notes on the chart of an instrument, the oldest moment first, and how many there may be",
    input: z.object(instrument),
    data: z.object({ list: z.array(note), most: z.number().int() }),
    refusals: ['instrument.unknown'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/chart/notes/save',
    access: 'user',
    summary: 'Put a note on a chart, or change and move one; the same words at the same place twice are one note',
    input: z.object({
      id: identifier.optional(),
      ...instrument,
      timestamp: wholeNumber(0, LAST_MOMENT),
      price: signedPrice,
      text: noteText,
    }),
    data: note,
    refusals: ['object.not_found', 'instrument.unknown', 'note.full'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/chart/notes/delete',
    access: 'user',
    summary: 'Delete a note; one that is gone already is fine',
    input: z.object({ id: identifier }),
    data: z.literal(true),
  }),
} as const
