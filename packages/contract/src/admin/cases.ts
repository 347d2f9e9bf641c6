import { caseKinds, caseSorts, caseWaits } from '@rueda/rules/staff/cases.ts'
import { z } from 'zod'
import { pageInput, pageOf } from '../envelope.ts'
import { countryCode, decimal, flag, identifier, positiveDecimal, text, timestamp } from '../fields.ts'
import { staffEndpoint } from './endpoint.ts'

/** Review cases that wait for staff, and who has claimed them. What waits in all is counted at the dashboard. Deciding is each feature's own. */
export const reviewCase = z
  .object({
    id: identifier,
    kind: z.enum(caseKinds),
    accountId: z.string(),
    /** The country the customer gave as residence; null where nobody asked. */
    countryCode: z.string().nullable(),
    /** The case's subject, by the id of its feature. */
    subjectId: z.string(),
    openTimestamp: timestamp,
    dueTimestamp: timestamp,
    claimedBy: z.string().nullable(),
    claimedByMe: flag,
    claimEndTimestamp: timestamp.nullable(),
    closeTimestamp: timestamp.nullable(),
    outcome: z.string().nullable(),
    reasonCode: z.string().nullable(),
    /** As its customer sees it; null where it is not about money. */
    amount: decimal.nullable(),
    currency: z.string().nullable(),
    /** Objections of the rules to deciding it alone, when they left it to people. */
    riskFlags: z.array(z.string()),
  })
  .meta({ id: 'ReviewCase' })
export type ReviewCase = z.output<typeof reviewCase>

const CENTS = 2
const MAX_RISK_FLAG_LENGTH = 30
/** As many as one person can decide before a claim lapses. */
export const MAX_CLAIMED_AT_ONCE = 20
const several = z.array(identifier).min(1).max(MAX_CLAIMED_AT_ONCE)

export const cases = {
  list: staffEndpoint({
    method: 'GET',
    path: '/cases',
    power: 'cases.see',
    summary: 'One queue: the open cases, the most urgent first, or the closed ones, the newest first; narrowed, or in another order',
    input: z.object({
      ...pageInput,
      kind: z.enum(caseKinds),
      state: z.enum(['open', 'mine', 'closed']).default('open'),
      sort: z.enum(caseSorts).default('due'),
      waits: z.enum(caseWaits).optional(),
      /** Worth so many dollars at least, when the case was opened. */
      least: positiveDecimal(CENTS).optional(),
      riskFlag: text(MAX_RISK_FLAG_LENGTH).optional(),
      assignee: z.enum(['nobody', 'somebody']).optional(),
      country: countryCode.optional(),
    }),
    data: pageOf(reviewCase),
  }),
  find: staffEndpoint({
    method: 'GET',
    path: '/cases/one',
    power: 'cases.see',
    summary: 'One case as it is now, open or closed',
    input: z.object({ id: identifier }),
    data: reviewCase,
    refusals: ['object.not_found', 'staff.role_missing'],
  }),
  claim: staffEndpoint({
    method: 'POST',
    path: '/cases/claim',
    power: 'cases.claim',
    summary: 'Claim a case for fifteen minutes; again, to go on',
    input: z.object({ id: identifier }),
    data: reviewCase,
    refusals: ['object.not_found', 'staff.role_missing', 'case.claimed', 'case.closed'],
  }),
  release: staffEndpoint({
    method: 'POST',
    path: '/cases/release',
    power: 'cases.claim',
    summary: 'Release a case',
    input: z.object({ id: identifier }),
    data: reviewCase,
    refusals: ['object.not_found', 'staff.role_missing', 'case.not_claimed', 'case.closed'],
  }),
  claimSeveral: staffEndpoint({
    method: 'POST',
    path: '/cases/claim-several',
    power: 'cases.claim',
    summary: 'Claim several cases; those that a colleague has claimed or that have ended are left out. Refused where none is left',
    input: z.object({ ids: several }),
    data: z.array(reviewCase),
    refusals: ['object.not_found', 'staff.role_missing', 'case.claimed', 'case.closed'],
  }),
  releaseSeveral: staffEndpoint({
    method: 'POST',
    path: '/cases/release-several',
    power: 'cases.claim',
    summary: 'Release several cases; those that the caller has not claimed are left out. Refused where none is left',
    input: z.object({ ids: several }),
    data: z.array(reviewCase),
    refusals: ['object.not_found', 'staff.role_missing', 'case.not_claimed', 'case.closed'],
  }),
} as const
