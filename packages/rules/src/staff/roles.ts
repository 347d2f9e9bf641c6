/** What staff are hired for. Nobody may do everything: the administrator of staff has no money, the auditor changes nothing. */
export const staffRoles = ['support', 'kyc', 'cashier', 'risk', 'product', 'auditor', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]
