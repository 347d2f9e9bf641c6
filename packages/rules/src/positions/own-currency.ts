import { SCALE, divide } from '../decimal.ts'
import { type DollarRate, toCents } from '../margin/dollar-rate.ts'
import { type Currency, minorDigits, notional } from '../money.ts'

/**
 * The result of a holding in another currency, in dollars, split into what its price and what the exchange brought
 * (`docs/rules/profit-and-loss.md` P.12). All in cents.
 */
export type OwnResult = Readonly<{ cost: bigint; value: bigint; price: bigint; exchange: bigint; total: bigint }>

/** What is left of one purchase: its cost in minor units, and the dollars for one unit when it was bought. */
export type RatedLot = Readonly<{ quantity: bigint; cost: bigint; rate: DollarRate }>
type Now = Readonly<{ price: bigint; rate: DollarRate; currency: Currency }>

const NOTHING: OwnResult = { cost: 0n, value: 0n, price: 0n, exchange: 0n, total: 0n }

/** The sum over the lots; each adds up exactly, because the exchange's part is what the price's part leaves of the whole. */
export const ownResult = (lots: readonly RatedLot[], now: Now): OwnResult => lots.map((lot) => ofLot(lot, now)).reduce(added, NOTHING)

function ofLot({ quantity, cost, rate }: RatedLot, now: Now): OwnResult {
  const { currency } = now
  const value = notional(now.price, quantity, currency, 'HALF_UP')
  const [costThen, valueNow] = [inCents(cost, currency, rate), inCents(value, currency, now.rate)]
  const total = valueNow - costThen
  // q (p₁ − p₀) f₀; q p₁ (f₁ − f₀) is the rest, with the rounding of all.
  const price = inCents(value - cost, currency, rate)
  return { cost: costThen, value: valueNow, price, exchange: total - price, total }
}

const added = (a: OwnResult, b: OwnResult): OwnResult => ({
  cost: a.cost + b.cost,
  value: a.value + b.value,
  price: a.price + b.price,
  exchange: a.exchange + b.exchange,
  total: a.total + b.total,
})

const inCents = (minor: bigint, currency: Currency, rate: DollarRate): bigint =>
  toCents((minor * SCALE) / 10n ** BigInt(minorDigits[currency]), rate, 'HALF_UP')

/** How many units a dollar was, in units of 10^-8. */
export const unitsForOneDollar = ({ numerator, denominator }: DollarRate): bigint => divide(denominator * SCALE, numerator, 'HALF_UP')
