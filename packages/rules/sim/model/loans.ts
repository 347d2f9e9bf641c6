import { addDays, dayNumber } from '../../src/calendar-date.ts'
import type { LoanProductId } from '../../src/loans/product.ts'

/**
 * Loans in the reference model: cents, and interest in hundred-thousandths of a cent, worked out day by day without the rules, straight from
 * the rule book (`docs/rules/loans.md` E.6).
 */
export type ModelLoan = {
  readonly productId: LoanProductId
  readonly amount: bigint
  pledged: bigint
  state: 'pending' | 'active' | 'overdue' | 'repaid' | 'defaulted' | 'rejected' | 'cancelled'
  isQueued: boolean
  principal: bigint
  interest: bigint
  penalty: bigint
  paidInterest: bigint
  paidPenalty: bigint
  /** The first day that is not counted, and the due date; empty before it is paid out. */
  next: string
  dueOn: string
  repayment: Readonly<{ id: string; amount: bigint; isQueued: boolean }> | null
}

const DAYS: Readonly<Record<LoanProductId, number>> = { d7: 7, d30: 30, d90: 90, d180: 180 }
/** Hundred-thousandths a day; the penalty is half as much again. */
const RATE: Readonly<Record<LoanProductId, bigint>> = { d7: 20n, d30: 40n, d90: 40n, d180: 45n }
const UNIT = 200_000n

/** Half a cent goes to the even one. */
function cents(parts: bigint): bigint {
  const [whole, rest] = [parts / UNIT, parts % UNIT]
  const isUp = rest * 2n > UNIT || (rest * 2n === UNIT && whole % 2n === 1n)
  return isUp ? whole + 1n : whole
}

export const interestIn = (loan: ModelLoan): bigint => cents(loan.interest) - loan.paidInterest
export const penaltyIn = (loan: ModelLoan): bigint => cents(loan.penalty) - loan.paidPenalty
export const owedOf = (loan: ModelLoan): bigint => loan.principal + interestIn(loan) + penaltyIn(loan)

/** Counts every day before a date, in parts of half a hundred-thousandth of a cent. */
export function countDays(loan: ModelLoan, date: string): void {
  while (loan.next < date) {
    loan.interest += loan.principal * RATE[loan.productId] * 2n
    if (loan.next >= loan.dueOn) loan.penalty += loan.principal * RATE[loan.productId] * 3n
    loan.next = addDays(loan.next, 1)
  }
}

export function payOutInModel(loan: ModelLoan, date: string): void {
  Object.assign(loan, { state: 'active', principal: loan.amount, next: date, dueOn: addDays(date, DAYS[loan.productId]) })
  countDays(loan, addDays(date, 1))
}

/** Penalty, then interest, then what was lent. */
export function payInModel(loan: ModelLoan, amount: bigint): void {
  const penalty = amount < penaltyIn(loan) ? amount : penaltyIn(loan)
  const left = amount - penalty
  const interest = left < interestIn(loan) ? left : interestIn(loan)
  loan.paidPenalty += penalty
  loan.paidInterest += interest
  loan.principal -= left - interest
}

export const isOverIn = ({ state }: ModelLoan): boolean => !['pending', 'active', 'overdue'].includes(state)
export const isLateIn = ({ dueOn }: ModelLoan, date: string): boolean => date > dueOn
export const isFailedIn = ({ dueOn }: ModelLoan, date: string): boolean => dayNumber(date) > dayNumber(dueOn) + 30
