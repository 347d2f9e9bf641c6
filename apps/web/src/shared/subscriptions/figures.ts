import { formatScaled, parseScaled, scaled } from '@rueda/rules/decimal.ts'
import { moneyOf } from '@rueda/rules/money.ts'
import { mostFor } from '@rueda/rules/subscriptions/offering.ts'

/** Sums of a subscription, worked out as the server does: price times shares, exact to the cent. */
const SCALE = 100_000_000n
const MONEY_DIGITS = 2
export const TWO_DIGITS = { least: 2, most: 2 }

export const costText = (price: string, quantity: string): string =>
  formatScaled((scaled(price) * (parseScaled(quantity) ?? 0n)) / SCALE, MONEY_DIGITS)

export type Fault = 'missing' | 'tooLittle' | 'step' | 'tooMuch' | 'short'
type Bounds = Readonly<{ lot: string; max: string; price: string; available: string | undefined }>

/** What stands against a quantity, in the order in which it is named; null for one that can be sent. */
export function quantityFault(quantity: string, { lot, max, price, available }: Bounds): Fault | null {
  const typed = parseScaled(quantity) ?? 0n
  const step = scaled(lot)
  if (typed === 0n) return 'missing'
  if (typed < step) return 'tooLittle'
  if (typed % step !== 0n) return 'step'
  if (typed > scaled(max)) return 'tooMuch'
  return available !== undefined && scaled(costText(price, quantity)) > scaled(available) ? 'short' : null
}

type Affordable = Readonly<{ price: string; lot: string; max: string; available: string }>

/** The most shares that the money takes, as the rules work it out. */
export function mostText({ price, lot, max, available }: Affordable): string {
  const terms = { price: scaled(price), lotSize: scaled(lot), maxQuantity: scaled(max) }
  return formatScaled(mostFor(terms, moneyOf(available, 'USD').minor))
}
