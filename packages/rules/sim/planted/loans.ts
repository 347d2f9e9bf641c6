import { addDays } from '../../src/calendar-date.ts'
import type { AccountState } from '../../src/ledger/account-state.ts'
import type { Loan } from '../../src/loans/loan.ts'
import { loanKind } from '../../src/loans/records.ts'
import type { SuitabilityAttempt } from '../../src/suitability/attempt.ts'
import { suitabilityKind } from '../../src/suitability/records.ts'
import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'
import { holding } from './replaced.ts'

/** Bugs of loans. */
export const plantedInLoans: Planted = {
  'a loan is given without the questions': {
    ...realRules,
    applyForLoan: (state, asked, now) => {
      const applied = realRules.applyForLoan(state, asked, now)
      return applied.ok || applied.refusal !== 'suitability.required'
        ? applied
        : realRules.applyForLoan(withAnswers(state, now), asked, now)
    },
  },
  'a frozen account borrows': {
    ...realRules,
    applyForLoan: (state, asked, now) => realRules.applyForLoan({ ...state, frozen: false }, asked, now),
  },
  'two loans run beside each other': {
    ...realRules,
    applyForLoan: (state, asked, now) =>
      realRules.applyForLoan(
        withLoans(state, () => null),
        asked,
        now,
      ),
  },
  'a day is counted twice': {
    ...realRules,
    passLoanDays: (state, passing, now) => realRules.passLoanDays(state, { ...passing, today: addDays(passing.today, 1) }, now),
  },
  'what is late costs nothing more': {
    ...realRules,
    passLoanDays: (state, passing, now) =>
      realRules.passLoanDays(
        withLoans(state, (loan) => ({ ...loan, penaltyRate: 0n })),
        passing,
        now,
      ),
  },
  'a loan is given beyond what covers it': {
    ...realRules,
    applyForLoan: (state, asked, now) => {
      const refused = realRules.applyForLoan(state, asked, now)
      if (refused.ok || refused.refusal !== 'loan.collateral') return refused
      return realRules.applyForLoan(state, { ...asked, amount: asked.amount - 1n }, now)
    },
  },
  'staff approve for an account that is frozen': {
    ...realRules,
    decideLoan: (state, deciding, now) => realRules.decideLoan({ ...state, frozen: false }, deciding, now),
  },
  'a repayment is taken although staff gave it back': {
    ...realRules,
    decideRepayment: (state, deciding, now) => realRules.decideRepayment(state, { ...deciding, isApproved: true }, now),
  },
  'a repayment counts the days that it waited': {
    ...realRules,
    repayLoan: (state, asked, now) => realRules.repayLoan(state, { ...asked, today: addDays(asked.today, 1) }, now),
  },
}

const withAnswers = (state: AccountState, now: number): AccountState => {
  const attempt: SuitabilityAttempt = {
    ...{ id: 'planted', accountId: state.accountId, status: 'passed', poolVersion: '', questions: [], answers: [], right: 8 },
    ...{ begunAt: now, handedInAt: now, validUntil: now + 1 },
  }
  return holding(state, suitabilityKind, new Map([['planted', attempt]]))
}

/** The account state with other loans; null leaves one out. */
const withLoans = (state: AccountState, change: (loan: Loan) => Loan | null): AccountState =>
  holding(
    state,
    loanKind,
    new Map(
      [...loanKind.of(state)].flatMap(([id, loan]) => {
        const changed = change(loan)
        return changed === null ? [] : [[id, changed] as const]
      }),
    ),
  )
