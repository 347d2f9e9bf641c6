import { caseKinds } from '@rueda/rules/staff/cases.ts'
import { z } from 'zod'
import { pageInput, pageOf } from '../envelope.ts'
import { flag, identifier, timestamp } from '../fields.ts'
import { staffEndpoint } from './endpoint.ts'

/** Review cases: what waits for staff, and who has it in hand. Deciding is each feature's own. */
export const reviewCase = z
  .object({
    id: identifier,
    kind: z.enum(caseKinds),
    accountId: z.string(),
    /** What it is about, as its feature knows it. */
    subjectId: z.string(),
    openTimestamp: timestamp,
    dueTimestamp: timestamp,
    claimedBy: z.string().nullable(),
    claimedByMe: flag,
    claimEndTimestamp: timestamp.nullable(),
    closeTimestamp: timestamp.nullable(),
    outcome: z.string().nullable(),
    reasonCode: z.string().nullable(),
  })
  .meta({ id: 'ReviewCase' })
export type ReviewCase = z.output<typeof reviewCase>

export const cases = {
  counts: staffEndpoint({
    method: 'GET',
    path: '/cases/counts',
    power: 'cases.see',
    summary: 'How many cases wait in each queue, since when, and when the last one was done',
    input: z.object({}),
    data: z.array(
      z.object({
        kind: z.enum(caseKinds),
        open: z.number().int(),
        overdue: z.number().int(),
        oldestTimestamp: timestamp.nullable(),
        lastDoneTimestamp: timestamp.nullable(),
      }),
    ),
  }),
  list: staffEndpoint({
    method: 'GET',
    path: '/cases',
    power: 'cases.see',
    summary: 'One queue: the open cases, the most urgent first, or the closed ones, the newest first',
    input: z.object({ ...pageInput, kind: z.enum(caseKinds), state: z.enum(['open', 'mine', 'closed']).default('open') }),
    data: pageOf(reviewCase),
  }),
  claim: staffEndpoint({
    method: 'POST',
    path: '/cases/claim',
    power: 'cases.claim',
    summary: 'Take a case in hand for fifteen minutes; again, to go on',
    input: z.object({ id: identifier }),
    data: reviewCase,
    refusals: ['object.not_found', 'staff.role_missing', 'case.claimed', 'case.closed'],
  }),
  release: staffEndpoint({
    method: 'POST',
    path: '/cases/release',
    power: 'cases.claim',
    summary: 'Put a case back',
    input: z.object({ id: identifier }),
    data: reviewCase,
    refusals: ['object.not_found', 'staff.role_missing', 'case.not_claimed', 'case.closed'],
  }),
} as const
