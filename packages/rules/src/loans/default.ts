import { addDays } from '../calendar-date.ts'
import { type AccountState, type Outcome, foresee } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { next } from '../machine.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { accrue } from './accrue.ts'
import type { Cover } from './collateral.ts'
import { type DefaultCause, type Loan, isLent, loanMachine } from './loan.ts'
import { DAYS_TO_DEFAULT, LOAN_CURRENCY } from './product.ts'
import { decideRepayment } from './repay.ts'
import { loanKind, pendingRepaymentOf } from './records.ts'
import { workOff } from './work-off.ts'

const NOTHING: Outcome = { entries: [] }

type Dated = Readonly<{ loanId: string; today: CalendarDate; valueDate: CalendarDate }>

/**
 * J71 and J73 for every day that is over, and what the dates do: overdue after the due date, in default thirty days later. It makes up for
 * days that nobody counted, and does nothing a second time. While a repayment waits nothing is counted (`repay.ts`).
 */
export function passDays(state: AccountState, { loanId, today, valueDate }: Dated, now: Instant): Outcome {
  const known = loanKind.of(state).get(loanId)
  if (known === undefined || !isLent(known) || known.lent === null) return NOTHING
  const isWaiting = pendingRepaymentOf(state, loanId) !== null
  const { dueOn } = known.lent
  if (today > addDays(dueOn, DAYS_TO_DEFAULT)) return fail(state, { loanId, today, valueDate, cause: 'time', failAbove: null }, now)
  if (isWaiting) return NOTHING
  const { loan, entries } = accrue(known, today, valueDate)
  const status = today > dueOn ? next(loanMachine, loan.status, 'pass') : null
  if (status === null) return loan === known ? NOTHING : { entries, records: loanKind.changed({ ...loan, changedAt: now }) }
  return {
    entries,
    records: loanKind.changed({ ...loan, status, changedAt: now }),
    events: messageKind.happened({ template: 'loan.overdue', facts: { ...owedOf(loan), due: dueOn }, link: linkOf(loan) }),
  }
}

type Watching = Dated & Readonly<{ cover: Cover | null }>

/** Asks for more cover, once a day, or ends a loan whose collateral is worth too little (`docs/rules/loans.md` O.2). */
export function watchCover(state: AccountState, { cover, ...dated }: Watching, now: Instant): Outcome {
  const loan = loanKind.of(state).get(dated.loanId)
  if (loan === undefined || !isLent(loan) || cover === null) return NOTHING
  if (loan.debt > cover.failAbove) return fail(state, { ...dated, cause: 'value', failAbove: cover.failAbove }, now)
  if (loan.debt <= cover.callAbove || loan.calledOn === dated.today) return NOTHING
  const missing = loan.debt - cover.callAbove
  return {
    entries: [],
    records: loanKind.changed({ ...loan, calledOn: dated.today, changedAt: now }),
    events: messageKind.happened({
      template: 'loan.call',
      facts: { ...owedOf(loan), value: moneyFact(cover.value, LOAN_CURRENCY), missing: moneyFact(missing, LOAN_CURRENCY) },
      link: linkOf(loan),
    }),
  }
}

type Failing = Dated & Readonly<{ cause: DefaultCause; failAbove: bigint | null }>

/**
 * From here on it costs nothing more. A repayment that waits is taken first: its money is on hold for this. What is left is judged in the
 * same decision and by the same cover, so that repaying a cent before each look puts nothing off.
 */
function fail(state: AccountState, { cause, failAbove, ...dated }: Failing, now: Instant): Outcome {
  const { loanId, today, valueDate } = dated
  const waiting = pendingRepaymentOf(state, loanId)
  if (waiting !== null) {
    const taken = decideRepayment(state, { repaymentId: waiting.id, isApproved: true, reason: null, today, valueDate }, now)
    const after = foresee(state, taken)
    const loan = loanKind.of(after).get(loanId)
    const isCovered = loan === undefined || !isLent(loan) || (failAbove !== null && loan.debt <= failAbove)
    return isCovered ? taken : compose(taken, fail(after, { cause, failAbove, ...dated }, now))
  }
  const known = loanKind.of(state).get(loanId)
  const status = known === undefined ? null : next(loanMachine, known.status, 'fail')
  if (known === undefined || status === null) return NOTHING
  const { loan, entries } = accrue(known, today, valueDate)
  const failed: Loan = { ...loan, status, defaultCause: cause, changedAt: now }
  const begun: Outcome = {
    entries,
    records: loanKind.changed(failed),
    events: messageKind.happened({ template: 'loan.defaulted', facts: owedOf(loan), link: linkOf(loan) }),
  }
  return compose(begun, workOff(foresee(state, begun), { loanId, valueDate, units: null }, now))
}

const owedOf = ({ debt }: Loan) => ({ amount: moneyFact(debt, LOAN_CURRENCY) })
const linkOf = ({ id }: Loan) => `loan:${id}` as const
