/**
 * What customers do with products, and whether it asks for the terms in force (`docs/rules/agreements.md` P.20). What opens a position or takes
 * a product does. What closes, sells, redeems, repays, pauses, ends or protects never does: nobody is held in what they have by terms that
 * they do not accept.
 */
const asksForTerms = {
  buyShares: true,
  sellShares: false,
  openOnMargin: true,
  closeOnMargin: false,
  buyBlock: true,
  sellBlock: false,
  subscribeToFund: true,
  redeemFund: false,
  addToProduct: true,
  addMargin: false,
  applyForNewShares: true,
  applyForPlacing: true,
  beginPlan: true,
  resumePlan: true,
  pauseOrEndPlan: false,
  rentRobot: true,
  resumeRobot: true,
  followAgency: true,
  renewMandate: true,
  letMandateEnd: false,
  /** Known only when the order or the plan is read, so its handler asks. */
  enlargeOrder: true,
  enlargePlan: true,
  applyForLoan: true,
} as const

export type BoundAct = keyof typeof asksForTerms
export const isBound = (act: BoundAct): boolean => asksForTerms[act]
