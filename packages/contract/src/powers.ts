import { powerNames } from '@rueda/rules/staff/powers.ts'
import { actReasons } from '@rueda/rules/staff/reasons.ts'
import { staffRoles } from '@rueda/rules/staff/roles.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { timestamp } from './fields.ts'

/** The powers of staff, and their acts that concern the customer: the register of operator powers in the app. */
const power = z
  .object({
    name: z.enum(powerNames),
    roles: z.array(z.enum(staffRoles)),
    /** The names of the roles with this power that this house composed. */
    composed: z.array(z.string()),
    /** `look` at lists with personal data masked, `open` one customer's data for a reason, `take` a marked copy out, `act`. */
    kind: z.enum(['look', 'open', 'take', 'act']),
    people: z.enum(['one', 'two', 'two above the limit', 'two beyond a case', 'two or one after a day']),
    concerns: z.enum(['customer', 'house']),
  })
  .meta({ id: 'Power' })
export type RegisteredPower = z.output<typeof power>

const staffAct = z
  .object({
    /** The row of the audit log; it stays the same for ever. */
    sequence: z.number().int(),
    power: z.enum(powerNames),
    /** A role of every house, or the name of a composed one. */
    role: z.string(),
    reason: z.enum(actReasons),
    /** The subject: "kyc", "withdrawal"; null where it was the account itself. */
    about: z.string().nullable(),
    timestamp,
  })
  .meta({ id: 'StaffAct' })
export type StaffAct = z.output<typeof staffAct>

export const powers = {
  register: endpoint({
    method: 'GET',
    path: '/trust/powers',
    access: 'public',
    summary: 'Everything that staff can do, who, and how many persons it takes; what is not here cannot be done',
    input: z.object({}),
    data: z.array(power),
  }),
  acts: endpoint({
    method: 'GET',
    path: '/user/staffActs',
    access: 'user',
    summary: 'What staff did that concerns this account, with role and reason, the newest first',
    input: z.object({ ...pageInput }),
    data: pageOf(staffAct),
  }),
} as const
