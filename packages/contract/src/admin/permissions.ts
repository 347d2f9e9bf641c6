import { permissionReasons, permissionTypes } from '@rueda/rules/permissions/permission.ts'
import { permissionChecks, permissionFindings } from '@rueda/rules/permissions/review.ts'
import { z } from 'zod'
import { permissionCodes } from '../codes.ts'
import { pageInput, pageOf } from '../envelope.ts'
import { code, decimal, flag, identifier, text, timestamp } from '../fields.ts'
import { staffEndpoint, why } from './endpoint.ts'

/** Permissions as staff review them: by the same rules, which nobody can overrule, and taken back for a reason. */
const MAX_ACCOUNT = 18

const listed = z
  .object({
    accountId: z.string(),
    type: z.enum(permissionTypes),
    status: z.literal(permissionCodes),
    reason: z.enum(permissionReasons).nullable(),
    applyTimestamp: timestamp,
    decideTimestamp: timestamp.nullable(),
    /** Since when too little has been owned to keep it. */
    lowSinceTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'ListedPermission' })
export type ListedPermission = z.output<typeof listed>

const claimed = ['object.not_found', 'staff.role_missing', 'case.not_claimed', 'case.closed'] as const

export const permissionReviews = {
  list: staffEndpoint({
    method: 'GET',
    path: '/permissions',
    power: 'permissions.see',
    summary: 'Permissions by their state, the newest first',
    input: z.object({ ...pageInput, status: code(permissionCodes).default(2) }),
    data: pageOf(listed),
  }),
  open: staffEndpoint({
    method: 'GET',
    path: '/permissions/case',
    power: 'permissions.open',
    summary: 'What an applicant said and what the rules find at this moment, for whoever has claimed the case',
    input: z.object({ id: identifier }),
    data: z.object({
      accountId: z.string(),
      type: z.enum(permissionTypes),
      institutionName: z.string().nullable(),
      registrationNumber: z.string().nullable(),
      /** Open for a minute; the opening stands where the customer reads it. */
      documentLink: z.string().nullable(),
      assets: decimal,
      accountDays: z.number().int(),
      institution: flag,
      applyTimestamp: timestamp,
      findings: z.partialRecord(z.enum(permissionChecks), z.enum(permissionFindings)),
    }),
    refusals: claimed,
  }),
  decide: staffEndpoint({
    method: 'POST',
    path: '/permissions/decide',
    power: 'permissions.decide',
    summary: 'Approve the claimed case, unless the rules object, or refuse it with the reason that the customer reads',
    input: z.object({
      ...why,
      id: identifier,
      decision: z.enum(['approve', 'refuse']),
      permissionReason: z.enum(permissionReasons).optional(),
    }),
    data: z.object({ status: z.literal(permissionCodes) }),
    refusals: [...claimed, 'permission.rules_object'],
  }),
  revoke: staffEndpoint({
    method: 'POST',
    path: '/permissions/revoke',
    power: 'permissions.revoke',
    summary: 'Take back a permission that is open; it can be asked for again after seven days',
    input: z.object({ ...why, accountId: text(MAX_ACCOUNT), type: z.enum(permissionTypes) }),
    data: z.object({ status: z.literal(permissionCodes) }),
    refusals: ['object.not_found'],
  }),
} as const
