import { powerNames } from '@rueda/rules/staff/powers.ts'
import { z } from 'zod'
import { flag, identifier, timestamp } from '../fields.ts'
import { staffEndpoint, why } from './endpoint.ts'

/** What waits for a second person. Approving is asking for exactly the same at the same endpoint. */
export const approval = z
  .object({
    id: identifier,
    power: z.enum(powerNames),
    /** Where it was asked for, and with what: whoever approves sends the same there. */
    path: z.string(),
    payload: z.record(z.string(), z.unknown()),
    accountId: z.string().nullable(),
    makerName: z.string(),
    madeTimestamp: timestamp,
    expireTimestamp: timestamp,
    /** From when whoever asked may carry it out alone, if nobody objected; null where it always takes another person. */
    aloneTimestamp: timestamp.nullable(),
    /** Whether the caller is another person with the power, or may carry it out alone by now. */
    canApprove: flag,
  })
  .meta({ id: 'Approval' })
export type Approval = z.output<typeof approval>

export const approvals = {
  list: staffEndpoint({
    method: 'GET',
    path: '/approvals',
    power: 'approvals.see',
    summary: 'What waits for a second person, the oldest first; only what the caller’s roles may decide',
    input: z.object({}),
    data: z.array(approval),
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
