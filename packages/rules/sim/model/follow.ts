import type { AgencyId } from '../../src/follow/agency.ts'

/**
 * Mandates in the reference model: dollars in cents, values of a unit in ten-thousandths, units in units of 10^-8, worked out without the rules,
 * straight from the rule book (`docs/rules/mandates.md` E.7, P.9).
 */
export type ModelMandate = {
  readonly agencyId: AgencyId
  readonly amount: bigint
  readonly termDays: number
  dealDate: string
  state: 'waiting' | 'active' | 'settled' | 'cancelled' | 'rejected'
  units: bigint
  highWater: bigint
  expiresOn: string
  renews: boolean
  limit: Readonly<{ percent: bigint; from: string }> | null
  ending: Readonly<{ date: string; byLimit: boolean }> | null
  shared: bigint
}

const SHARE_PERCENT: Readonly<Partial<Record<AgencyId, bigint>>> = { 'index-core': 10n, 'momentum': 20n, 'fx-carry': 25n }
const UNIT = 10_000_000_000n

export const modelUnits = (cents: bigint, nav: bigint): bigint => (cents * UNIT) / nav
export const modelWorth = (units: bigint, nav: bigint): bigint => (units * nav) / UNIT
/** Units that are worth at least so much. */
export const modelUnitsWorth = (cents: bigint, nav: bigint): bigint => (cents * UNIT + nav - 1n) / nav

/** Half a percent of the worth, rounded up, where it ends early; then the share of the gain, rounded half up. */
export function modelPayout({ agencyId, highWater }: ModelMandate, worth: bigint, isEarly: boolean) {
  const left = worth - (isEarly ? (worth * 5n + 999n) / 1_000n : 0n)
  const gain = left > highWater ? left - highWater : 0n
  const share = (gain * (SHARE_PERCENT[agencyId] ?? 0n) + 50n) / 100n
  return { share, payout: left - share }
}

export const isBelowLimit = ({ limit, amount, units }: ModelMandate, date: string, nav: bigint): boolean =>
  limit !== null && date >= limit.from && modelWorth(units, nav) * 100n <= amount * (100n - limit.percent)
