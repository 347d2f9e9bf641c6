import { SCALE, divide, formatDecimal, parseDecimal, parseScaled } from '@rueda/rules/decimal.ts'

/**
 * The result of selling part of a holding: `realised = quantity × price − fees − quantity × average cost`
 * (`docs/rules/positions.md` D.4). The server computes the same; this one follows the price while the person is still
 * choosing.
 */
const MONEY_DECIMALS = 2
const CENTS = 100n
const HUNDREDTHS_OF_PERCENT = 10_000n

type Held = Readonly<{ quantity: string; costAmount: string }>
export type Closing = Readonly<{ proceeds: string; net: string; result: string; percent: string | null }>

export function closingAt(held: Held, sale: Readonly<{ quantity: string; price: string; fee: string }>): Closing | null {
  const whole = parseScaled(held.quantity)
  const cost = parseDecimal(held.costAmount, MONEY_DECIMALS)
  const quantity = parseScaled(sale.quantity)
  const price = parseScaled(sale.price)
  const fee = parseDecimal(sale.fee, MONEY_DECIMALS)
  if (whole === null || cost === null || quantity === null || price === null || fee === null || whole <= 0n) return null
  const proceeds = divide(quantity * price * CENTS, SCALE * SCALE, 'HALF_UP')
  const costOfPart = divide(cost * quantity, whole, 'HALF_UP')
  const result = proceeds - fee - costOfPart
  return {
    proceeds: text(proceeds),
    net: text(proceeds - fee),
    result: text(result),
    percent: costOfPart <= 0n ? null : formatDecimal(divide(result * HUNDREDTHS_OF_PERCENT, costOfPart, 'HALF_UP'), MONEY_DECIMALS),
  }
}

const text = (minor: bigint): string => formatDecimal(minor, MONEY_DECIMALS)
