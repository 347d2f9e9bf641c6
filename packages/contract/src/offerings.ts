import { offeringKinds } from '@rueda/rules/offerings/offering.ts'
import { switchCauses } from '@rueda/rules/switches/switch.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

/** Something the house has offered and does not offer now, so that a screen can say so before anybody types. */
const notOffered = z
  .object({
    kind: z.enum(offeringKinds),
    id: z.string(),
    status: z.enum(['paused', 'closed']),
    cause: z.enum(switchCauses),
    sinceTimestamp: timestamp,
  })
  .meta({ id: 'NotOffered' })
export type NotOffered = z.output<typeof notOffered>

export const offerings = {
  notOffered: endpoint({
    method: 'GET',
    path: '/trust/offerings',
    access: 'public',
    summary: 'What staff have paused or closed of what is offered, and why; what customers have of it goes on',
    input: z.object({}),
    data: z.array(notOffered),
  }),
} as const
