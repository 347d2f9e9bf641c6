import { offeringKinds } from '@rueda/rules/offerings/offering.ts'
import { actReasons } from '@rueda/rules/staff/reasons.ts'
import { switchCauses } from '@rueda/rules/switches/switch.ts'
import { z } from 'zod'
import { flag, timestamp } from '../fields.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'

/** What is offered by name. Staff pause and close; nothing here changes terms, holdings or a result. */
const MAX_ID_LENGTH = 40
const kind = z.enum(offeringKinds)
const status = z.enum(['open', 'paused', 'closed'])
const cause = z.enum(switchCauses)
const id = z.string().min(1).max(MAX_ID_LENGTH)

const offering = z
  .object({
    kind,
    id: z.string(),
    /** As customers read it, in the languages of the console. */
    names: z.object({ en: z.string(), es: z.string() }),
    status,
    cause: cause.nullable(),
    sinceTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'Offering' })
export type Offering = z.output<typeof offering>

const change = z
  .object({
    changeId: z.string(),
    kind,
    id: z.string(),
    status,
    cause: cause.nullable(),
    reason: z.enum(actReasons),
    note: z.string().nullable(),
    by: z.string(),
    /** The person who asked for it first, where it took two. */
    askedBy: z.string().nullable(),
    timestamp,
  })
  .meta({ id: 'OfferingChange' })
export type OfferingChange = z.output<typeof change>

export const offerings = {
  list: staffEndpoint({
    method: 'GET',
    path: '/offerings',
    power: 'offerings.see',
    summary: 'Everything that is offered by name, how it stands, and the last changes with who and why',
    input: z.object({}),
    data: z.object({ offerings: z.array(offering), changes: z.array(change) }),
  }),
  pause: staffEndpoint({
    method: 'POST',
    path: '/offerings/pause',
    power: 'offerings.pause',
    summary: 'Take new orders of one offering no more for a while, or again; it holds for the very next call',
    input: z.object({ ...why, kind, id, isPaused: flag, cause: cause.optional() }),
    data: decided,
    refusals: ['parameter.missing', 'parameter.invalid', 'object.not_found'],
  }),
  close: staffEndpoint({
    method: 'POST',
    path: '/offerings/close',
    power: 'offerings.close',
    summary: 'Close an offering for good, by two persons; what customers have of it goes on by its terms',
    input: z.object({ ...why, kind, id, cause }),
    data: decided,
    refusals: ['parameter.invalid', 'object.not_found', ...approvalRefusals],
  }),
} as const
