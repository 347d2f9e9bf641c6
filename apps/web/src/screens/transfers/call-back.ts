import { formatDecimal, parseDecimal } from '@rueda/rules/decimal.ts'
import { decimalsOf } from './draft.ts'

/** The tolerance below the amount on screen: 0.1 %, for a rate that moves while somebody reads. */
const TOLERANCE = 1_000n

/** The least that its customer has agreed to, from the amount they saw; undefined where nothing would come back. */
export function leastReturn(shown: string, currency: string): string | undefined {
  const decimals = decimalsOf(currency)
  const amount = parseDecimal(shown, decimals) ?? 0n
  const least = amount - amount / TOLERANCE
  return least > 0n ? formatDecimal(least, decimals) : undefined
}
