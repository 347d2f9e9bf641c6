import type { FundId } from '../../src/funds/fund.ts'

/**
 * Funds in the reference model: dollars in cents, values of a unit and units in ten-thousandths, worked out without the rules, straight
 * from the rule book (`docs/rules/funds.md` E.5).
 */
export type ModelFund = {
  readonly fundId: FundId
  readonly amount: bigint
  readonly fee: bigint
  readonly dealDate: string
  state: 'confirming' | 'holding' | 'redeeming' | 'struck' | 'redeemed' | 'cancelled' | 'rejected'
  units: bigint
  redeeming: bigint
  redeemDate: string
  /** What the redemption that was struck will pay. */
  coming: bigint
  paid: bigint
  expiresOn: string | null
}

const FEE_PER_THOUSAND: Readonly<Partial<Record<FundId, bigint>>> = { 'us-index': 5n, 'gold': 5n }
const UNIT = 1_000_000n

/** Half a percent for a fixed term, rounded half up. */
export const modelFee = (fundId: FundId, amount: bigint): bigint => (amount * (FEE_PER_THOUSAND[fundId] ?? 0n) + 500n) / 1_000n
/** Ten-thousandths of a unit for cents; cents for ten-thousandths of a unit. */
export const modelUnits = (cents: bigint, nav: bigint): bigint => (cents * UNIT) / nav
export const modelWorth = (units: bigint, nav: bigint): bigint => (units * nav) / UNIT
/** One percent of the worth stays in the fund, rounded up. */
export const modelProceeds = (worth: bigint, isEarly: boolean): bigint => worth - (isEarly ? (worth + 99n) / 100n : 0n)
