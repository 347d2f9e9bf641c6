import { type StatusOf, machine } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import { DAY_MS, type Instant } from '../time.ts'

/**
 * Permissions of an account beyond everybody's (`docs/rules/permissions.md` J.2): to trade blocks, to count as an institution, and, for
 * institutions, to trade at all. Each goes through the same four states.
 */
export const permissionMachine = machine({
  none: { apply: 'review' },
  review: { pass: 'open', fail: 'rejected' },
  open: { lose: 'none', revoke: 'rejected' },
  rejected: { apply: 'review' },
})
export type PermissionStatus = StatusOf<typeof permissionMachine>

export const permissionTypes = ['blockTrade', 'trading', 'institution'] as const
export type PermissionType = (typeof permissionTypes)[number]

/** Reasons why a permission was refused, lost or taken back; each has words in the app. */
export const permissionReasons = [
  'IDENTITY',
  'ACCOUNT_TOO_NEW',
  'ASSETS_TOO_LOW',
  'QUIZ_FAILED',
  'NO_INSTITUTION',
  'PAPERS_INSUFFICIENT',
  'ASSETS_LOST',
  'REVOKED',
] as const
export type PermissionReason = (typeof permissionReasons)[number]

/** The wait after a refusal before a customer may apply again. */
export const APPLY_AGAIN_AFTER_MS = 7 * DAY_MS

export type Permission = Readonly<{ status: PermissionStatus; decidedAt: Instant | null }>

export const applyAgainAt = ({ status, decidedAt }: Permission): Instant | null =>
  status === 'rejected' && decidedAt !== null ? decidedAt + APPLY_AGAIN_AFTER_MS : null

/** Refuses an application that cannot be made now. Only institutions need the permission to trade: everybody else may trade without. */
export function checkApplication(
  type: PermissionType,
  { permission, isInstitution, now }: Readonly<{ permission: Permission; isInstitution: boolean; now: Instant }>,
): Result<true> {
  if (type === 'trading' && !isInstitution) return refuse('permission.not_eligible')
  const again = applyAgainAt(permission)
  if (again !== null) return again <= now ? ok(true) : refuse('permission.applied', { untilTimestamp: again })
  return Object.hasOwn(permissionMachine[permission.status], 'apply') ? ok(true) : refuse('permission.applied')
}
