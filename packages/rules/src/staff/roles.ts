/** The jobs of staff. No role may do everything: the administrator of staff has no power over money, the auditor changes nothing. */
export const staffRoles = ['support', 'kyc', 'cashier', 'risk', 'product', 'auditor', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]
/** The jobs that a composed role can be made of or give way to; administrators are appointed and nothing else. */
export const nonAdminRoles = staffRoles.filter((role) => role !== 'admin')
export const isStaffRole = (role: string): role is StaffRole => staffRoles.some((each) => each === role)

/** The roles that one person can have, composed ones among them. */
export const MAX_ROLES = 3
