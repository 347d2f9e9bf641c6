import { messageGroups, messageTypes } from '@rueda/rules/messages/types.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf, venueLabel } from './envelope.ts'
import { code, flag, identifier, timestamp } from './fields.ts'

/** A message to a customer (`docs/rules/messages.md` A.3, E.13). Title and content are in the language of the request. */
export const message = z
  .object({
    id: identifier,
    type: z.enum(messageTypes),
    title: z.string(),
    content: z.string(),
    readStatus: flag,
    /** Its subject: "order:<id>", "instrument:US:ARDV". */
    link: z.string().optional(),
    createTimestamp: timestamp,
    venue: venueLabel,
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof message>

const unread = z.object({ unread: z.number().int() })
const groups = Object.keys(messageGroups) as (keyof typeof messageGroups)[]
const MAX_AT_ONCE = 100

export const messages = {
  list: endpoint({
    method: 'GET',
    path: '/userMessage/getMessage',
    access: 'user',
    summary: 'Messages, the newest first, and how many are unread',
    input: z.object({
      ...pageInput,
      readStatus: code([0, 1]).optional(),
      type: z.enum(messageTypes).optional(),
      group: z.enum(groups).optional(),
    }),
    data: pageOf(message).extend(unread.shape),
  }),
  read: endpoint({
    method: 'GET',
    path: '/userMessage/{id}',
    access: 'user',
    summary: 'One message; it counts as read from then on',
    input: z.object({ id: identifier }),
    data: message,
    refusals: ['object.not_found'],
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/userMessage/updateRead',
    access: 'user',
    summary: 'Mark one, some or all messages as read; a second time changes nothing',
    input: z.object({ id: identifier.optional(), ids: z.array(identifier).max(MAX_AT_ONCE).optional(), all: code([0, 1]).optional() }),
    data: unread,
  }),
} as const
