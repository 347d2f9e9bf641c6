import { complaintOutcomes } from '@rueda/rules/complaints/complaint.ts'
import { MAX_MESSAGE } from '@rueda/rules/support/thread.ts'
import { z } from 'zod'
import { languages } from '../codes.ts'
import { complaint } from '../complaints.ts'
import { wholeNumber } from '../envelope.ts'
import { identifier, lines, timestamp } from '../fields.ts'
import { staffMessage } from './support.ts'
import { approval } from './approvals.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'

/** The staff's side of complaints. Its case is claimed first; `id` is the case's. */
const claimed = ['object.not_found', 'staff.role_missing', 'case.not_claimed', 'case.closed'] as const
const LAST_VERSION = 1_000_000
const version = wholeNumber(1, LAST_VERSION)

export const complaintDesk = {
  open: staffEndpoint({
    method: 'GET',
    path: '/complaints/complaint',
    power: 'complaints.open',
    summary: 'A complaint with the conversation it was made of, for whoever has claimed it; the customer sees that it was opened',
    input: z.object({ id: identifier }),
    data: z.object({
      accountId: z.string(),
      /** The language that the answer has to be in. */
      locale: z.enum(languages),
      complaint,
      messages: z.array(staffMessage),
      linksEndTimestamp: timestamp,
      /** The newest version of the answer; null while nobody has written one. */
      draft: z
        .object({
          version,
          outcome: z.enum(complaintOutcomes),
          language: z.enum(languages),
          text: z.string(),
          staffName: z.string(),
          timestamp,
        })
        .nullable(),
      /** The first person's request to send it. */
      waiting: approval.nullable(),
    }),
    refusals: claimed,
  }),
  acknowledge: staffEndpoint({
    method: 'POST',
    path: '/complaints/acknowledge',
    power: 'complaints.acknowledge',
    summary: 'Tell the customer that a person has read the complaint',
    input: z.object({ id: identifier }),
    data: z.object({ status: z.literal('acknowledged') }),
    refusals: [...claimed, 'complaint.ended'],
  }),
  draft: staffEndpoint({
    method: 'POST',
    path: '/complaints/draft',
    power: 'complaints.draft',
    summary: 'Write the answer or change it, in the customer’s language; two persons send it',
    input: z.object({
      id: identifier,
      outcome: z.enum(complaintOutcomes),
      language: z.enum(languages),
      text: lines(MAX_MESSAGE),
      /** The version that was read before; left out for the first. */
      version: version.optional(),
    }),
    data: z.object({ version }),
    refusals: [...claimed, 'complaint.draft_changed', 'complaint.language'],
  }),
  answer: staffEndpoint({
    method: 'POST',
    path: '/complaints/answer',
    power: 'complaints.answer',
    summary: 'Send the answer to the customer: the version that both persons have read',
    input: z.object({ ...why, id: identifier, version }),
    data: decided,
    refusals: [
      ...claimed,
      ...approvalRefusals,
      ...(['complaint.not_acknowledged', 'complaint.draft_changed', 'complaint.language'] as const),
    ],
  }),
} as const
