import { SCALE, divide, scaled } from '../decimal.ts'
import { percent } from '../markets/market.ts'
import { moneyOf } from '../money.ts'

/**
 * Terms for which money is lent (`docs/rules/loans.md` E.6). Everything is in dollars, so that no rate of exchange stands between a debt and
 * what covers it. There is no fee: one would make the price of a loan hard to compare.
 */
export const loanProductIds = ['d7', 'd30', 'd90', 'd180'] as const
export type LoanProductId = (typeof loanProductIds)[number]

export type LoanProduct = Readonly<{
  id: LoanProductId
  termDays: number
  /** Interest a day as a share of what is owed of the loan, in units of 10^-8. */
  dailyRate: bigint
}>

const product = (id: LoanProductId, termDays: number, dailyRate: string): LoanProduct => ({ id, termDays, dailyRate: scaled(dailyRate) })

export const loanProducts: Readonly<Record<LoanProductId, LoanProduct>> = {
  d7: product('d7', 7, '0.0002'),
  d30: product('d30', 30, '0.0004'),
  d90: product('d90', 90, '0.0004'),
  d180: product('d180', 180, '0.00045'),
}
export const loanProductList = loanProductIds.map((id) => loanProducts[id])

export const LOAN_CURRENCY = 'USD'
/** Loans are paid out to this wallet. */
export const LOAN_WALLET = 'US_WALLET'
/** Shares that can be pledged are traded from here. */
export const SHARE_WALLET = 'STOCK'
export const MIN_LOAN = moneyOf('100', LOAN_CURRENCY).minor
export const MAX_LOAN = moneyOf('50000', LOAN_CURRENCY).minor
/** From the cent above this on, staff decide, and two of them. */
export const MAX_LOAN_ALONE = moneyOf('10000', LOAN_CURRENCY).minor

/** What is owed late costs this many times the daily rate a day, beside the interest. */
const PENALTY_TIMES = scaled('1.5')
export const penaltyRateOf = (dailyRate: bigint): bigint => divide(dailyRate * PENALTY_TIMES, SCALE, 'HALF_EVEN')

/** Interest and penalty after the due date together are never more than this share of the loan. */
export const MAX_LATE_SHARE = percent('20')
/** So many days after its due date an overdue loan is in default. */
export const DAYS_TO_DEFAULT = 30
/** Younger accounts are looked at by staff. */
export const MIN_ACCOUNT_DAYS = 7
/** After a rejection an application is taken again from this many days on. */
export const RETRY_DAYS = 1
