import { divide, formatScaled } from '../decimal.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { marketTermsOf } from '../instruments/terms.ts'
import type { FractionTerms } from '../markets/market.ts'
import { type Kind, isAbout } from '../markets/scope.ts'
import { minorDigits, notional } from '../money.ts'
import { type Refusal, refuse } from '../result.ts'
import type { Side } from '../side.ts'

/**
 * Parts of shares (`docs/rules/fractions.md` P.5). A quantity is a fraction where it is no whole number of the instrument's step; everything
 * else about it is as for whole shares, since every quantity counts 10^-8 already.
 */

/** The terms of an instrument's parts; null where it is held whole. */
export function fractionTermsOf(instrument: Kind & Pick<Instrument, 'minimumQuantity'>): FractionTerms | null {
  const terms = marketTermsOf(instrument.market)?.fractions
  return terms !== undefined && isAbout(terms.scope, instrument, instrument.minimumQuantity) ? terms : null
}

/** True for a quantity with a part of a share, where parts exist at all. */
export const isFraction = (instrument: Instrument, quantity: bigint): boolean =>
  quantity % instrument.step !== 0n && fractionTermsOf(instrument) !== null

/** The terms of buying parts at a price in units of 10^-8; null where only whole shares are bought at it. */
export function fractionsBoughtAt(instrument: Instrument, price: bigint): FractionTerms | null {
  const terms = fractionTermsOf(instrument)
  return terms !== null && price >= terms.minimumPrice ? terms : null
}

/** `free` is what of the instrument can be sold. */
type Asked = Readonly<{ side: Side; quantity: bigint; limitPrice: bigint | null; free: bigint }>

/**
 * Why a quantity with a part of a share is not taken: a step too fine, a share too cheap to be bought in parts, or too little. Everything
 * there is can be sold, however little it is.
 */
export function checkFraction(instrument: Instrument, terms: FractionTerms, asked: Asked, last: bigint): Refusal | null {
  const { side, quantity, limitPrice, free } = asked
  if (quantity % terms.step !== 0n || quantity <= 0n) return refuse('quantity.step', { step: formatScaled(terms.step), field: 'quantity' })
  // Without a price the order is refused for that, later on.
  if (last === 0n || (side === 'sell' && quantity === free)) return null
  if (side === 'buy' && last < terms.minimumPrice)
    return refuse('quantity.step', { step: formatScaled(instrument.step), field: 'quantity' })
  const price = limitPrice ?? last
  if (notional(price, quantity, instrument.currency, 'HALF_UP') >= terms.minimumWorth) return null
  return refuse('quantity.below_minimum', { num: formatScaled(minimumQuantityAt(instrument, terms, price)), field: 'quantity' })
}

/** The least quantity with a part of a share that is worth enough at a price, in units of 10^-8. */
function minimumQuantityAt({ currency }: Instrument, { minimumWorth, step }: FractionTerms, price: bigint): bigint {
  const minorScale = 10n ** BigInt(minorDigits[currency])
  return divide(minimumWorth * 10n ** 16n, price * minorScale * step, 'CEIL') * step
}
