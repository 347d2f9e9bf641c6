/** Reasons why staff look at a customer or change something. The customer reads the reason in their own language. */
export const actReasons = ['customerAsked', 'review', 'suspectedFraud', 'legalOrder', 'security', 'correction', 'maintenance'] as const
export type ActReason = (typeof actReasons)[number]
