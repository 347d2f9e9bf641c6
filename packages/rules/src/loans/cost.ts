import { SCALE, divide } from '../decimal.ts'

/** What a loan costs, shown before anybody asks for one (`docs/rules/loans.md` E.6). */
const YEAR_DAYS = 365n

type Priced = Readonly<{ amount: bigint; dailyRate: bigint; termDays: number; fee?: bigint }>

/** Simple interest of a number of days on an amount that stays the same, rounded once. */
export const interestOver = ({ amount, dailyRate }: Pick<Priced, 'amount' | 'dailyRate'>, days: number): bigint =>
  divide(amount * dailyRate * BigInt(days), SCALE, 'HALF_EVEN')

/** The annual percentage rate: everything the loan costs over what is received, for a year of such terms. In units of 10^-8. */
export function aprOf({ amount, dailyRate, termDays, fee = 0n }: Priced): bigint {
  const charge = amount * dailyRate * BigInt(termDays) + fee * SCALE
  return divide(charge * YEAR_DAYS, (amount - fee) * BigInt(termDays), 'HALF_EVEN')
}

/** The same with interest on interest, day by day: (1 + r)^365 − 1. In units of 10^-8. */
export function effectiveRateOf(dailyRate: bigint): bigint {
  let grown = PRECISE
  const factor = PRECISE + dailyRate * (PRECISE / SCALE)
  for (let day = 0n; day < YEAR_DAYS; day += 1n) grown = divide(grown * factor, PRECISE, 'HALF_EVEN')
  return divide((grown - PRECISE) * SCALE, PRECISE, 'HALF_EVEN')
}
/** Enough digits for a year's product to be right in the last of eight. */
const PRECISE = SCALE * SCALE * SCALE
