import { complaintOutcomes, complaintStatuses } from '@rueda/rules/complaints/complaint.ts'
import { MAX_MESSAGE, supportTopics } from '@rueda/rules/support/thread.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { flag, identifier, lines, timestamp } from './fields.ts'
import { recordCard, recordReference } from './support.ts'

/** Complaints about the house (`docs/rules/support.md` P.14): made of a conversation, answered by two persons, counted for everybody. */
export const complaint = z
  .object({
    id: identifier,
    /** The reference for customers and staff: "C20261121-7K3QF9M2XA". */
    number: z.string(),
    topic: z.enum(supportTopics),
    record: recordCard.nullable(),
    status: z.enum(complaintStatuses),
    text: z.string(),
    fileTimestamp: timestamp,
    acknowledgeByTimestamp: timestamp,
    answerByTimestamp: timestamp,
    acknowledgeTimestamp: timestamp.nullable(),
    answerTimestamp: timestamp.nullable(),
    withdrawTimestamp: timestamp.nullable(),
    /** The house's deadline has passed: without an answer, or before it came. */
    late: flag,
    outcome: z.enum(complaintOutcomes).nullable(),
    /** The reasons of the two persons, in the customer's language. */
    answer: z.string().nullable(),
  })
  .meta({ id: 'Complaint' })
export type WireComplaint = z.output<typeof complaint>

export const complaints = {
  counts: endpoint({
    method: 'GET',
    path: '/complaint/counts',
    access: 'public',
    summary: 'How many complaints wait, and how many were answered in time: for anybody to see',
    input: z.object({}),
    data: z.object({
      open: z.number().int(),
      /** Of those that wait, past their deadline. */
      overdue: z.number().int(),
      /** Answered since then, and so many of them in time. */
      answered: z.number().int(),
      answeredInTime: z.number().int(),
      sinceTimestamp: timestamp,
      asOfTimestamp: timestamp,
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/complaint/list',
    access: 'user',
    summary: 'The customer’s own complaints, the newest first, with their deadlines and answers',
    input: z.object(pageInput),
    data: pageOf(complaint),
  }),
  file: endpoint({
    method: 'POST',
    path: '/complaint/file',
    access: 'user',
    idempotent: true,
    summary: 'Make the conversation with the staff a complaint',
    input: z.object({ text: lines(MAX_MESSAGE), record: recordReference.optional() }),
    data: z.object({ id: identifier, number: z.string(), acknowledgeByTimestamp: timestamp, answerByTimestamp: timestamp }),
    refusals: ['complaint.no_conversation', 'complaint.under_way'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/complaint/withdraw',
    access: 'user',
    summary: 'Take a complaint back before it is answered',
    input: z.object({ id: identifier }),
    data: z.object({ status: z.literal('withdrawn') }),
    refusals: ['object.not_found', 'complaint.ended'],
  }),
} as const
