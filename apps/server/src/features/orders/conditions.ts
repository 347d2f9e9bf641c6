import { parseScaled } from '@rueda/rules/decimal.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'

/** The prices beside the limit as they cross the wire: a stop, a trail in percent, and exits. */
const conditionFields = ['stopPrice', 'trailPercent', 'takeProfit', 'stopLoss'] as const
type Written = Readonly<Partial<Record<(typeof conditionFields)[number], string | undefined>>>
type Conditions = Readonly<Record<(typeof conditionFields)[number], bigint | null>>

/** The wire's decimals as the rules' integers; null where there is none. */
export function readConditions(input: Written): Result<Conditions> {
  const read: Partial<Record<keyof Conditions, bigint | null>> = {}
  for (const field of conditionFields) {
    const text = input[field]
    const value = text === undefined ? null : parseScaled(text)
    if (text !== undefined && value === null) return refuse('parameter.invalid', { field })
    read[field] = value
  }
  return ok(read as Conditions)
}

/** The worst price that the review of an order at market has shown; the contract has checked that it is a price. */
export const worstSeenIn = ({ worstPrice }: Readonly<{ worstPrice?: string | undefined }>): bigint | null =>
  worstPrice === undefined ? null : parseScaled(worstPrice)
