/** Why staff look at a customer or change something. The customer reads the reason in words of the own language. */
export const actReasons = ['customerAsked', 'review', 'suspectedFraud', 'legalOrder', 'security', 'correction', 'maintenance'] as const
export type ActReason = (typeof actReasons)[number]
