import { type ModelCommissions, commissionTerms } from './commissions.ts'
import { MILLIONTHS, isInParts } from '../world/units.ts'

/** Charges on trading shares, straight from the text of the rule book (B.1 to B.3) and without the rules. Amounts in minor units. */
export type ModelTrade = Readonly<{
  instrumentId: string
  side: 'buy' | 'sell'
  amount: bigint
  shares: bigint
  date: string
  /** True when the whole order is less than a board lot of Taiwan. */
  odd: boolean
  /** The part of a sale's amount that was bought on the day it was sold on. */
  sameDay: bigint
  /** True for what the block desk executes. */
  block: boolean
  /** The number of the commissions it was accepted under. */
  fees: number
}>

/** Ten-thousandths of the currency in its minor unit: a cent, a centavo, a whole Taiwan dollar. */
export const minorUnit = (instrumentId: string): bigint =>
  instrumentId.startsWith('TW:') ? 10_000n : isInParts(instrumentId) ? 100n * MILLIONTHS : 100n
export const halfUp = (numerator: bigint, denominator: bigint): bigint => (numerator * 2n + denominator) / (denominator * 2n)
export const roundedUp = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator
const atLeast = (amount: bigint, minimum: bigint): bigint => (amount < minimum ? minimum : amount)
const atMost = (amount: bigint, maximum: bigint): bigint => (amount > maximum ? maximum : amount)

const termsOf = (fees: number): ModelCommissions => commissionTerms[fees] ?? commissionTerms[0]

/** Every kind of charge, always in the same order. */
export function feesOf(trade: ModelTrade): readonly bigint[] {
  if (trade.shares === 0n) return []
  if (trade.instrumentId.startsWith('TW:')) return taiwan(trade)
  return trade.instrumentId.startsWith('AR:') ? argentina(trade) : unitedStates(trade)
}

export const totalOf = (fees: readonly bigint[]): bigint => fees.reduce((sum, fee) => sum + fee, 0n)

/** By the first commissions 0.03 %, at least 0.50, of blocks 0.02 %, at least 5; of sales 20.60 per million from April 2026 and 0.000195 a share up to 9.79, both up to the next cent. */
function unitedStates({ instrumentId, side, amount, shares, date, block, fees }: ModelTrade): readonly bigint[] {
  const { share, least } = termsOf(fees).us
  const commission = block ? atLeast(halfUp(amount * 2n, 10_000n), 500n) : atLeast(halfUp(amount * share, 100_000n), least)
  if (side === 'buy') return [commission]
  const sec = date < '2026-04-04' ? 0n : roundedUp(amount * 2_060n, 100_000_000n)
  return [commission, sec, atMost(roundedUp(shares * 195n, isInParts(instrumentId) ? 10_000n * MILLIONTHS : 10_000n), 979n)]
}

/** By the first commissions 0.5 % for the broker, 0.05 % for the market, and 21 % of value added tax on both. */
function argentina({ amount, fees }: ModelTrade): readonly bigint[] {
  const [broker, market] = [halfUp(amount * termsOf(fees).ar, 10_000n), halfUp(amount * 5n, 10_000n)]
  return [broker, market, halfUp((broker + market) * 21n, 100n)]
}

/** By the first commissions 0.1425 %, at least 20 or 1; of sales 0.3 %, of what was bought on the day half of it until the end of 2027, of funds 0.1 %. */
function taiwan({ instrumentId, side, amount, date, odd, sameDay, fees }: ModelTrade): readonly bigint[] {
  const { share, least, leastOdd } = termsOf(fees).tw
  const brokerage = atLeast((amount * share) / 1_000_000n, odd ? leastOdd : least)
  if (side === 'buy') return [brokerage]
  if (instrumentId === 'TW:00901') return [brokerage, amount / 1_000n]
  const halved = date <= '2027-12-31' ? sameDay : 0n
  return [brokerage, ((amount - halved) * 3_000n + halved * 1_500n) / 1_000_000n]
}
