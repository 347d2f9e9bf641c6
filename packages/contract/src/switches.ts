import { switchCauses, switchNames } from '@rueda/rules/switches/switch.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

/** A feature that is off at this moment, so that a screen can say so before anybody types. */
const switchedOff = z
  .object({ name: z.enum(switchNames), cause: z.enum(switchCauses), sinceTimestamp: timestamp })
  .meta({ id: 'SwitchedOff' })
export type SwitchedOff = z.output<typeof switchedOff>

export const switches = {
  off: endpoint({
    method: 'GET',
    path: '/trust/switches',
    access: 'public',
    summary: 'What staff have turned off, and why; what is on its way goes on',
    input: z.object({}),
    data: z.array(switchedOff),
  }),
} as const
