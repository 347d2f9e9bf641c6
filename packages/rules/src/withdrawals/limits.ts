import { type Rounding, greatest, least } from '../decimal.ts'
import { type Currency, moneyOf } from '../money.ts'
import { DAY_MS, type Instant } from '../time.ts'
import { convert } from '../transfers/exchange.ts'
import { leastFeeOf } from './price.ts'
import { type Rail, currencyOfRail } from './rails.ts'
import { type Withdrawal, countsAgainstLimits } from './withdrawal.ts'

/** How much may leave, in cents of dollars (`domain.md` E.11). */
const dollars = (amount: string): bigint => moneyOf(amount, 'USD').minor
export const LEAST_VALUE = dollars('10')
export const MOST_PER_REQUEST = dollars('10000')
export const MOST_PER_DAY = dollars('20000')
export const MOST_PER_MONTH = dollars('100000')
/** From the cent above this on, two people have to agree. */
export const ALONE_UP_TO = dollars('5000')
/** A mailed code proves the mailbox where more than this leaves. */
export const WITHOUT_CODE_UP_TO = dollars('1000')

/** Days and months roll: a limit that began anew at midnight would let twice as much leave around it. */
const LIMIT_DAY_MS = DAY_MS
export const LIMIT_MONTH_MS = 30 * DAY_MS

/** What an amount of the wallet's currency is worth; `mid` is its rate against dollars, null for dollars themselves. */
export const valueInDollars = (amount: bigint, currency: Currency, mid: bigint | null): bigint =>
  mid === null ? amount : convert({ amount, from: currency, to: 'USD', rate: mid }, 'HALF_UP')

const fromDollars = (cents: bigint, currency: Currency, mid: bigint | null, rounding: Rounding): bigint =>
  mid === null ? cents : convert({ amount: cents, from: 'USD', to: currency, rate: mid }, rounding)

/** What is left of the two limits, in cents. */
export function leftInDollars(recent: Iterable<Withdrawal>, now: Instant): Readonly<{ day: bigint; month: bigint }> {
  let [day, month] = [0n, 0n]
  for (const withdrawal of recent) {
    if (!countsAgainstLimits(withdrawal)) continue
    const age = now - withdrawal.startedAt
    if (age < LIMIT_DAY_MS) day += withdrawal.value
    if (age < LIMIT_MONTH_MS) month += withdrawal.value
  }
  return { day: greatest(0n, MOST_PER_DAY - day), month: greatest(0n, MOST_PER_MONTH - month) }
}

type Asking = Readonly<{
  rail: Rail
  withdrawable: bigint
  left: Readonly<{ day: bigint; month: bigint }>
  /** The wallet's currency against dollars, and what the fee's currency is changed at; null where there is nothing to change. */
  dollarMid: bigint | null
  rate: bigint | null
}>

/** All in minor units of the wallet's currency. */
export type Usable = Readonly<{ usable: bigint; least: bigint; most: bigint; dayLeft: bigint; monthLeft: bigint }>

/** L.10: what can leave now is the least of what is there and of every limit, rounded down to the minor unit. */
export function usableAmount({ rail, withdrawable, left, dollarMid, rate }: Asking): Usable {
  const inWallet = (cents: bigint, rounding: Rounding): bigint => fromDollars(cents, currencyOfRail(rail), dollarMid, rounding)
  const most = inWallet(MOST_PER_REQUEST, 'DOWN')
  const [dayLeft, monthLeft] = [inWallet(left.day, 'DOWN'), inWallet(left.month, 'DOWN')]
  const usable = [withdrawable, most, dayLeft, monthLeft].reduce(least)
  return { usable, least: leastAmount(rail, inWallet(LEAST_VALUE, 'CEIL'), rate), most, dayLeft, monthLeft }
}

/** Something has to be left after the fee. */
const leastAmount = (rail: Rail, leastValue: bigint, rate: bigint | null): bigint => greatest(leastValue, leastFeeOf(rail, rate) + 1n)
