import { SCALE, divide, greatest } from '../decimal.ts'
import { minorDigits } from '../money.ts'
import { convert, priceWithSpread } from '../transfers/exchange.ts'
import { type Rail, currencyOfRail } from './rails.ts'

/** The price of a withdrawal: amount and fee in minor units of the wallet, the payout in its own. */
export type Priced = Readonly<{ amount: bigint; fee: bigint; net: bigint; payout: bigint; rate: bigint | null }>

/**
 * Prices a withdrawal. `mid` is the market's middle of the payout's currency against the wallet's, and null where nothing is converted. The
 * fee is never more than the amount, so that nobody owes one.
 */
export function priceWithdrawal(rail: Rail, amount: bigint, mid: bigint | null): Priced {
  const rate = rateOf(rail, mid)
  const fee = feeOf(rail, amount, rate)
  const net = amount > fee ? amount - fee : 0n
  return { amount, fee: amount - net, net, payout: payoutAt(rail, net, rate), rate }
}

/** The rate of the conversion, always to the customer's cost; null where nothing is converted. */
export function rateOf(rail: Rail, mid: bigint | null): bigint | null {
  if (rail.spread === null) return null
  if (mid === null) throw new Error(`${rail.id} pays another currency and has no rate`)
  return priceWithSpread({ amount: 0n, from: currencyOfRail(rail), to: rail.pays, mid }, rail.spread).rate
}

export function feeOf(rail: Rail, amount: bigint, rate: bigint | null): bigint {
  return greatest(divide(amount * rail.fee.share, SCALE, 'HALF_UP'), leastFeeOf(rail, rate))
}

/** The least fee in the wallet's currency, to the next minor unit. */
export const leastFeeOf = (rail: Rail, rate: bigint | null): bigint =>
  rate === null
    ? atPar(rail.fee.least, minorDigits[rail.pays], minorDigits[currencyOfRail(rail)], 'CEIL')
    : inWallet(rail, rail.fee.least, rate)

const inWallet = (rail: Rail, amount: bigint, rate: bigint): bigint =>
  convert({ amount, from: rail.pays, to: currencyOfRail(rail), rate }, 'CEIL')

/** The rest after the fee, in the currency that is paid out. */
export function payoutAt(rail: Rail, net: bigint, rate: bigint | null): bigint {
  const from = currencyOfRail(rail)
  if (rate !== null) return convert({ amount: net, from, to: rail.pays, rate }, 'DOWN')
  return atPar(net, minorDigits[from], minorDigits[rail.pays], 'DOWN')
}

/** The same amount with another number of decimals. */
const atPar = (amount: bigint, from: number, to: number, rounding: 'DOWN' | 'CEIL'): bigint =>
  divide(amount * 10n ** BigInt(to), 10n ** BigInt(from), rounding)
