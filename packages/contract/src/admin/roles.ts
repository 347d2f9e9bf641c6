import { powerNames } from '@rueda/rules/staff/powers.ts'
import { actReasons } from '@rueda/rules/staff/reasons.ts'
import { staffRoles } from '@rueda/rules/staff/roles.ts'
import { z } from 'zod'
import { identifier, text, timestamp } from '../fields.ts'
import { decided, staffChangeRefusals, staffEndpoint, why } from './endpoint.ts'

/** Roles that this house composed from powers of the register, by two persons (`docs/rules/back-office.md`). */
export const MAX_ROLE_NAME = 40

const powers = z.array(z.enum(powerNames)).min(1).max(powerNames.length)

/** One version of a role, and who made it. */
const roleVersion = z.object({
  version: z.number().int(),
  state: z.enum(['held', 'retired']),
  powers: z.array(z.enum(powerNames)),
  reason: z.enum(actReasons),
  note: z.string().nullable(),
  /** The same name twice where nobody objected for a day. */
  askedBy: z.string(),
  by: z.string(),
  timestamp,
})

const composedRole = z
  .object({
    roleId: identifier,
    name: z.string(),
    version: z.number().int(),
    state: z.enum(['held', 'retired']),
    powers: z.array(z.enum(powerNames)),
    /** The names of the colleagues who have it. */
    holders: z.array(z.string()),
    /** What the holders of a retired role have instead: a role of every house, or the name of a composed one; null where nobody had it. */
    instead: z.string().nullable(),
    /** Every version, the newest first. */
    history: z.array(roleVersion),
  })
  .meta({ id: 'ComposedRole' })
export type ListedRole = z.output<typeof composedRole>

const unfit = ['role.power_reserved', 'role.kept_apart', 'role.power_needs'] as const

export const composedRoles = {
  list: staffEndpoint({
    method: 'GET',
    path: '/staff/composed',
    power: 'staff.see',
    summary: 'The roles that this house composed, with their powers, their holders and their history',
    input: z.object({}),
    data: z.array(composedRole),
  }),
  compose: staffEndpoint({
    method: 'POST',
    path: '/staff/composed/compose',
    power: 'staff.composeRole',
    summary: 'Compose a role from powers of the register; what the roles of every house keep apart stays apart',
    input: z.object({ ...why, name: text(MAX_ROLE_NAME), powers }),
    data: decided,
    refusals: [...unfit, 'role.name_taken', ...staffChangeRefusals],
  }),
  change: staffEndpoint({
    method: 'POST',
    path: '/staff/composed/change',
    power: 'staff.composeRole',
    summary: 'Change the powers of a composed role; its holders have the new ones with their next request',
    input: z.object({ ...why, roleId: identifier, version: z.number().int().positive(), powers }),
    data: decided,
    refusals: [...unfit, 'object.not_found', 'role.changed', 'role.retired', ...staffChangeRefusals],
  }),
  retire: staffEndpoint({
    method: 'POST',
    path: '/staff/composed/retire',
    power: 'staff.retireRole',
    summary: 'Retire a composed role for good; whoever has it gets the role that is named instead',
    input: z.object({ ...why, roleId: identifier, instead: z.enum(staffRoles).optional(), insteadComposed: identifier.optional() }),
    data: decided,
    refusals: ['object.not_found', 'role.retired', 'role.in_use', 'role.power_reserved', ...staffChangeRefusals],
  }),
} as const
