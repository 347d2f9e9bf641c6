import { SCALE, SCALE_DECIMALS, absolute, divide, greatest } from '../decimal.ts'
import type { Contract } from '../instruments/contract.ts'
import { type Currency, minorDigits } from '../money.ts'
import { type DollarRate, AT_PAR, toCents } from './dollar-rate.ts'

/** The margin a position needs, in cents: to be opened, and to be kept open. */
export type Requirement = Readonly<{ initial: bigint; maintenance: bigint }>

type Asking = Readonly<{
  contract: Contract
  /** The currency of the instrument's prices and fixed margins. */
  currency: Currency
  rate: DollarRate
  price: bigint
  quantity: bigint
  leverage: number
}>

/** Keeping a pair takes half of the margin for opening it (`docs/rules/forex.md` B.5). */
const KEPT_WITH_HALF = 2n

/**
 * Futures need a fixed amount per contract or a share of the value, pairs the value over the leverage (`docs/rules/futures.md` B.4,
 * `docs/rules/forex.md` B.5). However low the price, no position is free: the least is one cent.
 */
export function requirementOf(asking: Asking): Requirement {
  const { initial, maintenance } = exactRequirementOf(asking)
  const least = asking.quantity === 0n ? 0n : MIN_REQUIREMENT
  return { initial: greatest(initial, least), maintenance: greatest(maintenance, least) }
}
const MIN_REQUIREMENT = 1n

function exactRequirementOf({ contract, currency, rate, price, quantity, leverage }: Asking): Requirement {
  if (contract.kind === 'pair') {
    const base = contract.base === 'USD' ? multiply(contract.multiplier, quantity) : valueOf(contract, price, quantity)
    const worth = toCents(base, contract.base === 'USD' ? AT_PAR : rate, 'HALF_UP')
    const initial = divide(worth, BigInt(leverage), 'HALF_UP')
    return { initial, maintenance: divide(initial, KEPT_WITH_HALF, 'HALF_UP') }
  }
  const { kind, initial, maintenance } = contract.margin
  const part = (each: bigint): bigint => {
    const value =
      kind === 'fixed' ? each * quantity * 10n ** BigInt(SCALE_DECIMALS - minorDigits[currency]) : each * valueOf(contract, price, quantity)
    return toCents(divide(value, SCALE, 'HALF_UP'), rate, 'HALF_UP')
  }
  return { initial: part(initial), maintenance: part(maintenance) }
}

/** Price × quantity × multiplier, whatever the sign of the price; units of 10^-8 of the quoted currency. */
export const valueOf = ({ multiplier }: Pick<Contract, 'multiplier'>, price: bigint, quantity: bigint): bigint =>
  divide(absolute(price) * quantity * multiplier, SCALE * SCALE, 'HALF_UP')

const multiply = (a: bigint, b: bigint): bigint => divide(a * b, SCALE, 'HALF_UP')
