import { cannedReplies } from '@rueda/rules/support/replies.ts'
import { MAX_MESSAGE, supportTopics } from '@rueda/rules/support/thread.ts'
import { z } from 'zod'
import { languages } from '../codes.ts'
import { pageInput, pageOf } from '../envelope.ts'
import { flag, identifier, lines, timestamp } from '../fields.ts'
import { supportMessage } from '../support.ts'
import { reviewCase } from './cases.ts'
import { staffEndpoint, why } from './endpoint.ts'

/** The staff's side of the conversations with customers. Whoever has claimed one reads it, answers and closes it. */
const conversation = z
  .object({
    case: reviewCase,
    topic: z.enum(supportTopics),
    status: z.enum(['waiting', 'answered', 'closed']),
    /** Since when the customer waits for an answer; null where it is theirs to write. */
    waitingTimestamp: timestamp.nullable(),
    lastTimestamp: timestamp,
    locale: z.enum(languages),
  })
  .meta({ id: 'SupportConversation' })
export type SupportConversation = z.output<typeof conversation>

export const staffMessage = supportMessage
  .extend({ staffName: z.string().nullable(), link: z.string().nullable() })
  .meta({ id: 'StaffSupportMessage' })

const claimed = ['object.not_found', 'staff.role_missing', 'case.not_claimed', 'case.closed'] as const

export const supportDesk = {
  list: staffEndpoint({
    method: 'GET',
    path: '/support',
    power: 'support.see',
    summary: 'Conversations, those that wait longest first; what they say is not in it',
    input: z.object({
      ...pageInput,
      state: z.enum(['waiting', 'answered', 'mine', 'closed']).default('waiting'),
      topic: z.enum(supportTopics).optional(),
    }),
    data: pageOf(conversation),
  }),
  open: staffEndpoint({
    method: 'GET',
    path: '/support/conversation',
    power: 'support.open',
    summary: 'What was written, for whoever has claimed the conversation; the customer sees that it was opened',
    input: z.object({ id: identifier }),
    data: z.object({
      accountId: z.string(),
      customer: z.object({
        email: z.string(),
        locale: z.enum(languages),
        kycStatus: z.string(),
        frozen: flag,
        createTimestamp: timestamp,
      }),
      messages: z.array(staffMessage),
      linksEndTimestamp: timestamp,
      /** For colleagues only; no customer is ever shown one. */
      notes: z.array(z.object({ text: z.string(), staffName: z.string(), timestamp })),
    }),
    refusals: claimed,
  }),
  replies: staffEndpoint({
    method: 'GET',
    path: '/support/replies',
    power: 'support.see',
    summary: 'The replies that are kept, in all eight languages',
    input: z.object({}),
    data: z.array(z.object({ reply: z.enum(cannedReplies), texts: z.record(z.enum(languages), z.string()) })),
  }),
  colleagues: staffEndpoint({
    method: 'GET',
    path: '/support/colleagues',
    power: 'support.see',
    summary: 'Who else answers customers',
    input: z.object({}),
    data: z.array(z.object({ staffId: identifier, name: z.string() })),
  }),
  reply: staffEndpoint({
    method: 'POST',
    path: '/support/reply',
    power: 'support.answer',
    summary: 'Answer in own words or with a kept reply, which is sent in the customer’s language',
    input: z.object({
      id: identifier,
      text: lines(MAX_MESSAGE).optional(),
      reply: z.enum(cannedReplies).optional(),
      /** Said after the warning that the text speaks of passwords, codes or cards. */
      heedless: flag.optional(),
    }),
    data: z.object({ id: identifier }),
    refusals: [...claimed, 'support.asks_secret'],
  }),
  note: staffEndpoint({
    method: 'POST',
    path: '/support/note',
    power: 'support.note',
    summary: 'Write something down for colleagues; the customer never sees it',
    input: z.object({ id: identifier, text: lines(MAX_MESSAGE) }),
    data: z.object({ id: identifier }),
    refusals: claimed,
  }),
  handOver: staffEndpoint({
    method: 'POST',
    path: '/support/handover',
    power: 'support.handOver',
    summary: 'Put a conversation into the hand of a colleague who answers customers',
    input: z.object({ ...why, id: identifier, staffId: identifier }),
    data: reviewCase,
    refusals: [...claimed, 'support.colleague'],
  }),
  close: staffEndpoint({
    method: 'POST',
    path: '/support/close',
    power: 'support.close',
    summary: 'Close a conversation; the customer’s next message opens it again',
    input: z.object({ ...why, id: identifier }),
    data: z.object({ status: z.literal('closed') }),
    refusals: claimed,
  }),
} as const
