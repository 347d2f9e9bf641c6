import { type Rounding, SCALE, divide } from '../decimal.ts'
import { type Currency, minorDigits } from '../money.ts'
import { type Instant } from '../time.ts'
import { spreadBetween } from './exchange-terms.ts'

/** The direction of a quote: the worth of one unit of the base in the other currency. */
export type Pair = Readonly<{ base: Currency; quote: Currency }>
/** The middle of the market for a pair now and at the last close, in units of 10^-8, and the time of the market's last update. */
export type MidRate = Readonly<{ mid: bigint; previous: bigint; at: Instant }>

/** A pair is quoted as markets quote it, so that a rate is a familiar number: 1 EUR = 1.0845 USD, 1 USD = 1,486.50 ARS. */
const BASE_FIRST: readonly Currency[] = [
  'BTC',
  'ETH',
  'EUR',
  'GBP',
  'AUD',
  'NZD',
  'USD',
  'CHF',
  'CAD',
  'BRL',
  'HKD',
  'MXN',
  'TWD',
  'JPY',
  'ARS',
]

export function pairOf(one: Currency, other: Currency): Pair {
  const [a, b] = [BASE_FIRST.indexOf(one), BASE_FIRST.indexOf(other)]
  if (a === -1 || b === -1) throw new Error(`${one} and ${other} are not exchanged`)
  return a < b ? { base: one, quote: other } : { base: other, quote: one }
}

type Exchanging = Readonly<{ amount: bigint; from: Currency; to: Currency; mid: bigint }>
/**
 * The price of an exchange: `rate` is the mid less or plus the spread, always to the customer's cost; the brokerage keeps the remainder.
 */
export type Priced = Readonly<{ rate: bigint; spread: bigint; received: bigint }>

export const priceExchange = (exchange: Exchanging): Priced => priceWithSpread(exchange, spreadBetween(exchange.from, exchange.to))

/** The same with a spread that does not come from the two currencies. */
export function priceWithSpread({ amount, from, to, mid }: Exchanging, spread: bigint): Priced {
  const sellsBase = pairOf(from, to).base === from
  const rate = sellsBase ? divide(mid * (SCALE - spread), SCALE, 'DOWN') : divide(mid * (SCALE + spread), SCALE, 'UP')
  return { rate, spread, received: convert({ amount, from, to, rate }, 'DOWN') }
}

/** Minor units of one currency as minor units of another. */
export function convert(
  { amount, from, to, rate }: Readonly<{ amount: bigint; from: Currency; to: Currency; rate: bigint }>,
  rounding: Rounding,
): bigint {
  const [fromScale, toScale] = [10n ** BigInt(minorDigits[from]), 10n ** BigInt(minorDigits[to])]
  return pairOf(from, to).base === from
    ? divide(amount * rate * toScale, fromScale * SCALE, rounding)
    : divide(amount * SCALE * toScale, fromScale * rate, rounding)
}

/** The cost of the spread against the mid, in the currency that arrives. */
export const costOfSpread = (exchange: Exchanging, received: bigint): bigint =>
  convert({ ...exchange, rate: exchange.mid }, 'DOWN') - received

/** The least amount that gives as much as this in the other currency. */
export function neededFor({ received, from, to, mid }: Readonly<{ received: bigint; from: Currency; to: Currency; mid: bigint }>): bigint {
  const { rate } = priceExchange({ amount: 0n, from, to, mid })
  return convert({ amount: received, from: to, to: from, rate }, 'CEIL')
}

/** The least amount that gives anything at all. */
export const leastExchangeable = (exchange: Omit<Exchanging, 'amount'>): bigint => neededFor({ ...exchange, received: 1n })
