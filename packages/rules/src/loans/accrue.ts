import { least } from '../decimal.ts'
import { addDays, dateOfDay, dayNumber } from '../calendar-date.ts'
import { debtAsset, house, loanAccount } from '../ledger/accounts.ts'
import type { EntryDraft } from '../ledger/entry.ts'
import { transfer } from '../ledger/entry.ts'
import { type CalendarDate, DAY_MS, type Instant, MINUTE_MS } from '../time.ts'
import { type Loan, debtOf, interestDue, penaltyDue } from './loan.ts'
import { DAYS_TO_DEFAULT, LOAN_CURRENCY, MAX_LATE_SHARE } from './product.ts'

/**
 * Interest and penalty by the day (`docs/rules/loans.md` E.6): dates of UTC, which has no change of clocks. A loan costs interest from the
 * date on which it is paid out to the date on which it is repaid, that one not counted, and one day at least.
 */
export const loanDateAt = (now: Instant): CalendarDate => dateOfDay(Math.floor(now / DAY_MS))

/** Past midnight, so that the day before is over everywhere in the server. */
const COUNTED_AFTER_MS = 5 * MINUTE_MS
/** The date up to which days are counted by themselves. */
export const countedDateAt = (now: Instant): CalendarDate => loanDateAt(now - COUNTED_AFTER_MS)

/** The last moment of the due date, and that of the date on which it is in default. */
export const expiresAt = (dueOn: CalendarDate): Instant => (dayNumber(dueOn) + 1) * DAY_MS - 1
export const defaultsAt = (dueOn: CalendarDate): Instant => expiresAt(addDays(dueOn, DAYS_TO_DEFAULT))

/** The loan with every day before a date counted; the same one where all of them are. */
export function countTo(loan: Loan, date: CalendarDate): Loan {
  const { lent, principal, dailyRate, penaltyRate } = loan
  if (lent === null || date <= lent.countedTo) return loan
  const [first, due, last] = [dayNumber(lent.countedTo), dayNumber(lent.dueOn), dayNumber(date)]
  const inTime = Math.max(0, Math.min(last, due) - first)
  let interest = loan.interest + principal * dailyRate * BigInt(inTime)
  let { penalty, late } = loan
  const mostLate = loan.amount * MAX_LATE_SHARE
  // Day by day, so that counting many days at once and each by itself is the same also where they reach the most.
  for (let day = Math.max(first, due); day < last && late < mostLate; day += 1) {
    const more = least(principal * dailyRate, mostLate - late)
    const fine = least(principal * penaltyRate, mostLate - late - more)
    interest += more
    penalty += fine
    late += more + fine
  }
  const counted = { ...loan, interest, penalty, late, lent: { ...lent, countedTo: date } }
  return { ...counted, debt: debtOf(counted) }
}

/** J71 and J73 for what a loan came to owe; no entry where that is less than half a cent. */
export function accrualEntries(before: Loan, after: Loan, valueDate: CalendarDate): readonly EntryDraft[] {
  const asset = debtAsset(LOAN_CURRENCY)
  const account = loanAccount(after.id)
  const cause = { kind: 'loan', id: after.id, step: before.steps } as const
  const [interest, penalty] = [interestDue(after) - interestDue(before), penaltyDue(after) - penaltyDue(before)]
  const entry = (journal: 'J71' | 'J73', to: string, amount: bigint): readonly EntryDraft[] =>
    amount === 0n ? [] : [{ journal, cause, lines: transfer({ from: account, to, asset, amount }), valueDate }]
  return [...entry('J71', house.interest(LOAN_CURRENCY), interest), ...entry('J73', house.penalty(LOAN_CURRENCY), penalty)]
}

export type Accrued = Readonly<{ loan: Loan; entries: readonly EntryDraft[] }>

/** Counts up to a date, with the entries of what came up. */
export function accrue(before: Loan, date: CalendarDate, valueDate: CalendarDate): Accrued {
  const counted = countTo(before, date)
  const entries = accrualEntries(before, counted, valueDate)
  return { loan: entries.length === 0 ? counted : { ...counted, steps: before.steps + 1 }, entries }
}

/** What the same loan will have cost and owe, day by day, if nothing is paid before a date: the line of the chart. */
export function scheduleOf(loan: Loan, dates: readonly CalendarDate[]): readonly Readonly<{ date: CalendarDate; debt: bigint }>[] {
  return dates.map((date) => ({ date, debt: countTo(loan, date).debt }))
}
