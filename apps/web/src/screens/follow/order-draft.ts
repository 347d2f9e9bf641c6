import type { FollowAgency } from '@rueda/contract/follow.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { AMOUNT_STEP, type TermDays, agencies } from '@rueda/rules/follow/agency.ts'
import { payoutOf } from '@rueda/rules/follow/mandate.ts'
import { finish } from '@rueda/ui/fields/typing.ts'

/** What is being ordered; amounts as they are typed. */
export type Draft = Readonly<{ amount: string; termDays: TermDays; lossLimit: number | null; agrees: boolean }>
export const emptyDraft: Draft = { amount: '', termDays: 30, lossLimit: null, agrees: false }

const SCALED_CENT = 1_000_000n
export const centsOf = (typed: string): bigint => (parseScaled(finish(typed)) ?? 0n) / SCALED_CENT

export type Fault = 'missing' | 'range' | 'step' | 'room'

/** What stands against an amount, in the order in which it is named; null for one that can be reviewed. */
export function amountFault(
  amount: string,
  { minAmount, maxAmount, remain }: Pick<FollowAgency, 'minAmount' | 'maxAmount' | 'remain'>,
): Fault | null {
  const typed = centsOf(amount)
  if (typed === 0n) return 'missing'
  if (typed < centsOf(minAmount) || typed > centsOf(maxAmount)) return 'range'
  if (typed % AMOUNT_STEP !== 0n) return 'step'
  return typed > centsOf(remain) ? 'room' : null
}

const WHOLE = 100n

/** What a mandate would pay at the end of its term if a unit had changed by so many percent. */
export function exampleOf(id: FollowAgency['id'], amount: bigint, percent: bigint) {
  const value = (amount * (WHOLE + percent)) / WHOLE
  const { share, payout } = payoutOf(agencies[id], { value, highWater: amount, isEarly: false })
  return { value, share, payout, result: payout - amount }
}
