/** The jobs of staff. No role may do everything: the administrator of staff has no power over money, the auditor changes nothing. */
export const staffRoles = ['support', 'kyc', 'cashier', 'risk', 'product', 'auditor', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]
