import { messageTopics, messageWays } from '@rueda/rules/messages/topics.ts'
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

/** One way of one topic: whether it is on, and whether it always is. */
const way = z.object({ on: flag, always: flag })
const choices = z
  .object({
    topics: z.array(z.object({ topic: z.enum(messageTopics), app: way, mail: way })),
    /** What stands in the way of mails: this house sends none, or nobody has registered an address. */
    mailLacks: z.enum(['house', 'address']).nullable(),
  })
  .meta({ id: 'MessageChoices' })

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
  choices: endpoint({
    method: 'GET',
    path: '/notification/choices',
    access: 'user',
    summary: 'Which messages come, in the app and by mail, topic by topic',
    input: z.object({}),
    data: choices,
  }),
  choose: endpoint({
    method: 'POST',
    path: '/notification/choose',
    access: 'user',
    summary: 'Switch one way of one topic on or off; what always comes cannot be switched',
    input: z.object({ topic: z.enum(messageTopics), way: z.enum(messageWays), on: flag }),
    data: choices,
    refusals: ['message.always_sent', 'message.no_mail'],
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
