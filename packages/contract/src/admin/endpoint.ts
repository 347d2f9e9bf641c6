import type { RefusalName } from '@rueda/rules/refusals.ts'
import { type PowerName, powerOf } from '@rueda/rules/staff/powers.ts'
import { actReasons } from '@rueda/rules/staff/reasons.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { z } from 'zod'
import { text } from '../fields.ts'

/**
 * An endpoint of the back office: paths are relative to `/admin`, a session is a cookie, and who may call it follows
 * from the power it uses. An endpoint without a power does not compile.
 */
export type StaffEndpoint<
  Input extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Access extends StaffAccess = StaffAccess,
> = Readonly<{
  method: 'GET' | 'POST'
  path: string
  access: Access
  power: PowerName
  /** The roles of the power; before signing in nobody has one yet. */
  roles: readonly StaffRole[]
  summary: string
  input: Input
  data: Data
  /** Refusals besides bad input, dead sessions, a missing role and rate limits. */
  refusals: readonly RefusalName[]
}>

/** `door` needs no session yet; everything else needs one. */
export type StaffAccess = 'door' | 'staff'

type Described<Input extends z.ZodType, Data extends z.ZodType> = Omit<StaffEndpoint<Input, Data>, 'access' | 'roles' | 'refusals'> &
  Partial<Pick<StaffEndpoint, 'refusals'>>

export const staffEndpoint = <Input extends z.ZodType, Data extends z.ZodType>(
  described: Described<Input, Data>,
): StaffEndpoint<Input, Data, 'staff'> => ({ refusals: [], ...described, access: 'staff', roles: powerOf(described.power).roles })

/** The ways in: signing in, choosing a second factor before the first time, and the emergency account with its two keys. */
export const doorEndpoint = <Input extends z.ZodType, Data extends z.ZodType>(
  described: Omit<Described<Input, Data>, 'power'> & Partial<Pick<StaffEndpoint, 'power'>>,
): StaffEndpoint<Input, Data, 'door'> => ({ refusals: [], power: 'staff.self', ...described, access: 'door', roles: [] })

export type StaffEndpointGroup = Readonly<Record<string, StaffEndpoint>>
export type StaffInputOf<E extends StaffEndpoint> = z.input<E['input']>
export type StaffParsedOf<E extends StaffEndpoint> = z.output<E['input']>
export type StaffDataOf<E extends StaffEndpoint> = z.output<E['data']>

const MAX_NOTE = 500

/** Every act says why: a reason the customer can read, and a note for colleagues that only staff see. */
export const why = {
  reason: z.enum(actReasons),
  note: text(MAX_NOTE).optional(),
}

/** How what takes two persons may be refused, besides what the act itself refuses. */
export const approvalRefusals = ['staff.factor_stale', 'approval.same_person', 'approval.changed', 'approval.decided'] as const

/** The same of a change of the staff, which one person can carry out alone after a day. */
export const staffChangeRefusals = [...approvalRefusals, 'approval.not_yet'] as const

/** The answer where two persons are needed: `waiting` for the first, `done` for the second. */
export const decided = z.object({ state: z.enum(['waiting', 'done']) })
