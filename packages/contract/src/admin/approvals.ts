import { journals } from '@rueda/rules/ledger/journals.ts'
import { caseKinds } from '@rueda/rules/staff/cases.ts'
import { powerNames } from '@rueda/rules/staff/powers.ts'
import { staffRoles } from '@rueda/rules/staff/roles.ts'
import { z } from 'zod'
import { feeVersion } from '../fees.ts'
import { decimal, flag, identifier, timestamp } from '../fields.ts'
import { staffEndpoint, why } from './endpoint.ts'
import { posting } from './evidence.ts'

/** A request that waits for a second person. Approving is sending exactly the same to the same endpoint. */
export const approval = z
  .object({
    id: identifier,
    power: z.enum(powerNames),
    /** The endpoint and the input of the request: the approver sends the same there. */
    path: z.string(),
    payload: z.record(z.string(), z.unknown()),
    accountId: z.string().nullable(),
    makerName: z.string(),
    madeTimestamp: timestamp,
    expireTimestamp: timestamp,
    /** From when the maker may carry it out alone, if nobody objected; null where it always takes another person. */
    aloneTimestamp: timestamp.nullable(),
    /** True when the caller is another person with the power, or may carry it out alone by now. */
    canApprove: flag,
  })
  .meta({ id: 'Approval' })
export type Approval = z.output<typeof approval>

/** Subjects that a request names by id alone, so that the approver knows what it is about. */
const about = z.discriminatedUnion('kind', [
  /** A case is decided on its own screen, in the hand of whoever decides. */
  z.object({
    kind: z.literal('case'),
    caseId: identifier,
    queue: z.enum(caseKinds),
    amount: decimal.nullable(),
    currency: z.string().nullable(),
    /** As its customer calls it, numbers masked; null where money does not leave. */
    destination: z.string().nullable(),
    riskFlags: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('colleague'),
    name: z.string(),
    email: z.string().nullable(),
    roles: z.array(z.enum(staffRoles)),
    composed: z.array(z.string()),
    /** The names of the composed roles that are asked for. */
    asked: z.array(z.string()),
  }),
  /** A composed role as it is now; of one that retires, the name of the one instead, and of whom. */
  z.object({
    kind: z.literal('role'),
    name: z.string(),
    powers: z.array(z.enum(powerNames)),
    instead: z.string().nullable(),
    holders: z.array(z.string()),
  }),
  z.object({ kind: z.literal('stop'), stop: z.enum(['halt', 'closeOnly']), target: z.string().nullable(), fromTimestamp: timestamp }),
  /** The commissions of the version before the one that is asked for. */
  z.object({ kind: z.literal('commissions'), before: feeVersion.shape.markets }),
  z.object({ kind: z.literal('entry'), journal: z.enum(journals), lines: posting.shape.lines }),
])
export type ApprovalAbout = z.output<typeof about>

/** The same as a colleague reads it; null where the request itself says all of it. */
const waitingApproval = approval.extend({ about: about.nullable() }).meta({ id: 'WaitingApproval' })
export type WaitingApproval = z.output<typeof waitingApproval>

export const approvals = {
  list: staffEndpoint({
    method: 'GET',
    path: '/approvals',
    power: 'approvals.see',
    summary: 'What waits for a second person, the oldest first; only what the caller’s roles may decide',
    input: z.object({}),
    data: z.array(waitingApproval),
  }),
  refuse: staffEndpoint({
    method: 'POST',
    path: '/approvals/refuse',
    power: 'approvals.refuse',
    summary: 'Refuse what somebody asked for, or take the own request back',
    input: z.object({ ...why, id: identifier }),
    data: z.literal(true),
    refusals: ['object.not_found', 'staff.role_missing'],
  }),
} as const
