import { debtAsset, house, loanAccount, walletAccount } from '../ledger/accounts.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { type Line, mergeLines, transfer } from '../ledger/entry.ts'
import { addDays } from '../calendar-date.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import { next } from '../machine.ts'
import { type CalendarDate, DAY_MS, type Instant } from '../time.ts'
import { accrue } from './accrue.ts'
import { ended, hasBadHistory } from './apply.ts'
import type { Cover } from './collateral.ts'
import { type Loan, type LoanReason, debtOf, loanMachine } from './loan.ts'
import { LOAN_CURRENCY, LOAN_WALLET, MAX_LOAN_ALONE, MIN_ACCOUNT_DAYS } from './product.ts'
import { loanKind } from './records.ts'

/** The review of an application, three to five minutes after it (`docs/rules/loans.md` E.6). The rules approve it, or leave it to staff. */
export const loanRiskFlags = ['FROZEN', 'IDENTITY', 'NEW_ACCOUNT', 'HISTORY', 'COLLATERAL', 'ABOVE_LIMIT'] as const
export type LoanRiskFlag = (typeof loanRiskFlags)[number]

export type LoanCircumstances = Readonly<{
  isIdentityPassed: boolean
  openedAt: Instant
  /** Null while the price of something pledged is not known. */
  cover: Cover | null
}>

export function loanRiskFlagsOf(state: AccountState, loan: Loan, about: LoanCircumstances, now: Instant): readonly LoanRiskFlag[] {
  const found: readonly (readonly [LoanRiskFlag, boolean])[] = [
    ['FROZEN', state.frozen],
    // Whoever is identified is of age: nobody under eighteen can be.
    ['IDENTITY', !about.isIdentityPassed],
    ['NEW_ACCOUNT', now - about.openedAt < MIN_ACCOUNT_DAYS * DAY_MS],
    ['HISTORY', hasBadHistory(state, loan.id)],
    ['COLLATERAL', !isCovered(loan, about.cover)],
    ['ABOVE_LIMIT', approvalsNeededFor(loan) > 1],
  ]
  return found.flatMap(([riskFlag, isFound]) => (isFound ? [riskFlag] : []))
}

export const isCovered = ({ amount }: Pick<Loan, 'amount'>, cover: Cover | null): boolean => cover !== null && amount <= cover.limit

/** The number of people who have to approve it where the rules do not. */
export const approvalsNeededFor = ({ amount }: Pick<Loan, 'amount'>): 1 | 2 => (amount > MAX_LOAN_ALONE ? 2 : 1)

type Reviewing = Readonly<{
  loanId: string
  about: LoanCircumstances
  /** By the wall clock; everything else goes by the market's. */
  reviewedAt: Instant
  today: CalendarDate
  valueDate: CalendarDate
}>

/** Pays it out or leaves it to staff; nothing happens before its time and a second time. */
export function reviewLoan(state: AccountState, { loanId, about, reviewedAt, ...dates }: Reviewing, now: Instant): Outcome {
  const loan = loanKind.of(state).get(loanId)
  if (loan === undefined || loan.status !== 'pending' || loan.queuedAt !== null || reviewedAt < loan.reviewAt) return { entries: [] }
  const findings = loanRiskFlagsOf(state, loan, about, now)
  if (findings.length === 0) return payOut(loan, dates, now)
  const queued: Loan = { ...loan, queuedAt: reviewedAt, findings, changedAt: now }
  const events = messageKind.happened({ template: 'loan.queued', facts: factsOf(loan), link: linkOf(loan) })
  return { entries: [], records: loanKind.changed(queued), events }
}

type Deciding = Readonly<{
  loanId: string
  isApproved: boolean
  reason: LoanReason
  cover: Cover | null
  today: CalendarDate
  valueDate: CalendarDate
}>

/**
 * What staff decided. What is not covered any more, or belongs to an account that was frozen since, is not paid out after all. Nothing
 * happens a second time.
 */
export function decideLoan(state: AccountState, { loanId, isApproved, reason, cover, ...dates }: Deciding, now: Instant): Outcome {
  const loan = loanKind.of(state).get(loanId)
  if (loan === undefined || loan.status !== 'pending') return { entries: [] }
  if (!isApproved) return rejected(state, loan, reason, dates, now)
  if (state.frozen) return rejected(state, loan, 'ACCOUNT_FROZEN', dates, now)
  return isCovered(loan, cover) ? payOut(loan, dates, now) : rejected(state, loan, 'COLLATERAL', dates, now)
}

type Dates = Readonly<{ today: CalendarDate; valueDate: CalendarDate }>

function rejected(state: AccountState, loan: Loan, reason: LoanReason, { valueDate }: Dates, now: Instant): Outcome {
  const status = next(loanMachine, loan.status, 'reject')
  if (status === null) throw new Error(`a loan that is ${loan.status} cannot be rejected`)
  const { outcome } = ended(state, { ...loan, status, reason, examinedAt: now, endedAt: now, changedAt: now }, valueDate, now)
  const facts = { ...factsOf(loan), loanReason: reason }
  return { ...outcome, events: messageKind.happened({ template: 'loan.rejected', facts, link: linkOf(loan) }) }
}

/** J70, and J71 for its first day, which every loan costs. */
function payOut(loan: Loan, { today, valueDate }: Dates, now: Instant): Outcome {
  const status = next(loanMachine, loan.status, 'approve')
  if (status === null) throw new Error(`a loan that is ${loan.status} cannot be paid out`)
  const dueOn = addDays(today, loan.termDays)
  const undated = { ...loan, status, principal: loan.amount, examinedAt: now, changedAt: now, steps: loan.steps + 1 }
  const paidOut: Loan = { ...undated, debt: debtOf(undated), lent: { from: today, dueOn, countedTo: today } }
  const first = accrue(paidOut, addDays(today, 1), valueDate)
  const cause = { kind: 'loan', id: loan.id, step: loan.steps } as const
  return {
    entries: [{ journal: 'J70', cause, lines: payOutLines(loan), valueDate }, ...first.entries],
    records: loanKind.changed(first.loan),
    events: messageKind.happened({ template: 'loan.approved', facts: { ...factsOf(loan), due: dueOn }, link: linkOf(loan) }),
  }
}

/** As a payout posts them. */
export const payOutLines = ({ id, amount }: Pick<Loan, 'id' | 'amount'>): readonly Line[] => {
  const book = house.loanBook(LOAN_CURRENCY)
  return mergeLines([
    ...transfer({ from: book, to: walletAccount(LOAN_WALLET, 'CASH'), asset: LOAN_CURRENCY, amount }),
    ...transfer({ from: loanAccount(id), to: book, asset: debtAsset(LOAN_CURRENCY), amount }),
  ])
}

const factsOf = ({ amount }: Loan) => ({ amount: moneyFact(amount, LOAN_CURRENCY) })
const linkOf = ({ id }: Loan) => `loan:${id}` as const
