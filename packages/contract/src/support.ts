import { MAX_MESSAGE, recordKinds, supportTopics } from '@rueda/rules/support/thread.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './envelope.ts'
import { decimal, flag, identifier, lines, timestamp } from './fields.ts'
import { fileUrl } from './files.ts'

/** The conversation with the staff (`docs/rules/support.md` A.109): people answer, and nothing pretends to be one. */
const RECORD = new RegExp(`^(${recordKinds.join('|')}):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`, 'u')
export const recordReference = z.string().regex(RECORD)

/** One of the customer's own records, as a card beside a message. */
export const recordCard = z
  .object({
    /** "order:<id>". */
    ref: z.string(),
    kind: z.enum(recordKinds),
    number: z.string(),
    /** As the record's own list has it, in words of the wire: "filled", "pending". */
    status: z.string(),
    /** Of an order its ticker, of money where it came from or went. */
    subject: z.string(),
    side: z.enum(['buy', 'sell']).nullable(),
    /** Of an order its quantity, of money the amount. */
    amount: decimal,
    currency: z.string().nullable(),
    createTimestamp: timestamp,
  })
  .meta({ id: 'RecordCard' })
export type RecordCard = z.output<typeof recordCard>

export const supportMessage = z
  .object({
    id: identifier,
    author: z.enum(['customer', 'staff']),
    text: z.string().nullable(),
    /** Opened by `/file/link`. */
    image: z.string().nullable(),
    record: recordCard.nullable(),
    /** Staff spoke of passwords or codes: the app warns beside it. */
    warned: flag,
    createTimestamp: timestamp,
  })
  .meta({ id: 'SupportMessage' })
export type SupportMessage = z.output<typeof supportMessage>

const MAX_SHOWN = 100

export const support = {
  thread: endpoint({
    method: 'GET',
    path: '/service/contact',
    access: 'user',
    summary: 'The conversation with the staff, its newest messages last, and when somebody is there',
    input: z.object({ before: identifier.optional(), pageSize: wholeNumber(1, MAX_SHOWN).default(MAX_SHOWN) }),
    data: z.object({
      status: z.enum(['none', 'waiting', 'answered', 'closed']),
      topic: z.enum(supportTopics).nullable(),
      messages: z.array(supportMessage),
      hasEarlier: flag,
      unread: z.number().int(),
      open: flag,
      /** From when on somebody is there; null while somebody is. */
      opensTimestamp: timestamp.nullable(),
      /** When people answer: weekdays with Monday as 1, one after the other, and times of the clock at that offset. */
      hours: z.object({ days: z.array(z.number().int()), opens: z.string(), closes: z.string(), utcOffset: z.string() }),
      /** The median wait for a first answer in the last thirty days; null while nobody has waited for one. */
      typicalWaitMinutes: z.number().int().nullable(),
    }),
  }),
  records: endpoint({
    method: 'GET',
    path: '/service/records',
    access: 'user',
    summary: 'The newest orders, deposits and withdrawals, to put beside a message',
    input: z.object({ kind: z.enum(recordKinds) }),
    data: z.array(recordCard),
  }),
  send: endpoint({
    method: 'POST',
    path: '/service/send',
    access: 'user',
    idempotent: true,
    summary: 'Write to the staff: a text, a picture of one’s own, or one of one’s own records',
    input: z.object({
      topic: z.enum(supportTopics).optional(),
      text: lines(MAX_MESSAGE).optional(),
      image: fileUrl.optional(),
      record: recordReference.optional(),
    }),
    data: z.object({ id: identifier, createTimestamp: timestamp }),
    refusals: ['support.too_many'],
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/service/read',
    access: 'user',
    summary: 'What the staff wrote up to this message has been read',
    input: z.object({ through: identifier }),
    data: z.object({ unread: z.number().int() }),
  }),
} as const
