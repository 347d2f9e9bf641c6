import { DAY_MS, type Instant } from '../../src/time.ts'

/**
 * The commissions of the run, from their own text and without the rules: the first ones, lower ones with a step for who trades much, and
 * dearer ones after those. An order keeps the number of the terms it was accepted under.
 */
export type ModelCommissions = Readonly<{
  /** Hundred-thousandths, and the least in cents. */
  us: Readonly<{ share: bigint; least: bigint }>
  /** Ten-thousandths. */
  ar: bigint
  /** Millionths, and the least in Taiwan dollars of lots and of less. */
  tw: Readonly<{ share: bigint; least: bigint; leastOdd: bigint }>
}>

export const commissionTerms: readonly [ModelCommissions, ...ModelCommissions[]] = [
  { us: { share: 30n, least: 50n }, ar: 50n, tw: { share: 1_425n, least: 20n, leastOdd: 1n } },
  { us: { share: 20n, least: 30n }, ar: 40n, tw: { share: 1_000n, least: 15n, leastOdd: 1n } },
  { us: { share: 10n, least: 0n }, ar: 30n, tw: { share: 800n, least: 10n, leastOdd: 0n } },
  { us: { share: 45n, least: 75n }, ar: 60n, tw: { share: 1_500n, least: 25n, leastOdd: 2n } },
]
export const LOWER_FROM_MS = 15 * DAY_MS
export const DEARER_FROM_MS = 32 * DAY_MS

/** Every second customer trades much. */
export const tradesMuch = (accountId: string): boolean => Number(accountId) % 2 === 1

export function termsNow({ begun, now, accountId }: Readonly<{ begun: Instant; now: Instant; accountId: string }>): number {
  if (now >= begun + DEARER_FROM_MS) return 3
  if (now < begun + LOWER_FROM_MS) return 0
  return tradesMuch(accountId) ? 2 : 1
}
