import { type Rounding, greatest, least } from '../decimal.ts'
import type { Currency } from '../money.ts'
import { type Limits, firstLimits } from '../terms/limits.ts'
import { DAY_MS, type Instant } from '../time.ts'
import { convert } from '../transfers/exchange.ts'
import { leastFeeOf } from './price.ts'
import { type Rail, currencyOfRail } from './rails.ts'
import { type Withdrawal, countsAgainstLimits } from './withdrawal.ts'

/** Days and months are rolling: a limit that began anew at midnight would let twice as much leave around it. */
const LIMIT_DAY_MS = DAY_MS
export const LIMIT_MONTH_MS = 30 * DAY_MS

/** The value in dollars of an amount of the wallet's currency; `mid` is its rate against dollars, null for dollars themselves. */
export const valueInDollars = (amount: bigint, currency: Currency, mid: bigint | null): bigint =>
  mid === null ? amount : convert({ amount, from: currency, to: 'USD', rate: mid }, 'HALF_UP')

const fromDollars = (cents: bigint, currency: Currency, mid: bigint | null, rounding: Rounding): bigint =>
  mid === null ? cents : convert({ amount: cents, from: 'USD', to: currency, rate: mid }, rounding)

type Left = Readonly<{ day: bigint; month: bigint }>

/** The remainder of the day's and the month's limit, in cents. */
export function leftInDollars(recent: Iterable<Withdrawal>, now: Instant, limits: Limits = firstLimits): Left {
  const all = [...recent]
  return {
    day: greatest(0n, limits.withdrawalDay - askedWithin(LIMIT_DAY_MS, all, now)),
    month: greatest(0n, limits.withdrawalMonth - askedWithin(LIMIT_MONTH_MS, all, now)),
  }
}

/**
 * True when a mailed code must prove the mailbox: the day's withdrawals count together, so that many small ones need it as one large one
 * does.
 */
export const needsCode = (recent: Iterable<Withdrawal>, value: bigint, now: Instant, limits: Limits = firstLimits): boolean =>
  askedWithin(LIMIT_DAY_MS, recent, now) + value > limits.withdrawalCode

/** The sum requested in this time that has not come back, in cents. */
function askedWithin(span: number, recent: Iterable<Withdrawal>, now: Instant): bigint {
  let asked = 0n
  for (const withdrawal of recent) if (countsAgainstLimits(withdrawal) && now - withdrawal.startedAt < span) asked += withdrawal.value
  return asked
}

type Asking = Readonly<{
  rail: Rail
  withdrawable: bigint
  left: Left
  /** The limits of the moment; the first ones if they never changed. */
  limits?: Limits
  /** The wallet's currency against dollars, and the rate of the fee's currency; null where nothing is converted. */
  dollarMid: bigint | null
  rate: bigint | null
}>

/** All in minor units of the wallet's currency. */
export type Usable = Readonly<{ usable: bigint; least: bigint; most: bigint; dayLeft: bigint; monthLeft: bigint }>

/** L.10: the amount that can leave now is the least of the withdrawable cash and of every limit, rounded down to the minor unit. */
export function usableAmount({ rail, withdrawable, left, limits = firstLimits, dollarMid, rate }: Asking): Usable {
  const inWallet = (cents: bigint, rounding: Rounding): bigint => fromDollars(cents, currencyOfRail(rail), dollarMid, rounding)
  const most = inWallet(limits.withdrawalRequest, 'DOWN')
  const [dayLeft, monthLeft] = [inWallet(left.day, 'DOWN'), inWallet(left.month, 'DOWN')]
  const usable = [withdrawable, most, dayLeft, monthLeft].reduce(least)
  return { usable, least: leastAmount(rail, inWallet(limits.withdrawalLeast, 'CEIL'), rate), most, dayLeft, monthLeft }
}

/** Something has to be left after the fee. */
const leastAmount = (rail: Rail, leastValue: bigint, rate: bigint | null): bigint => greatest(leastValue, leastFeeOf(rail, rate) + 1n)
