import { least } from '../decimal.ts'
import { debtAsset, house, loanAccount } from '../ledger/accounts.ts'
import { type EntryDraft, type Line, mergeLines, transfer } from '../ledger/entry.ts'
import type { CalendarDate } from '../time.ts'
import { type Loan, debtOf, interestDue, penaltyDue } from './loan.ts'
import { LOAN_CURRENCY } from './product.ts'

/** How a payment on a loan is divided: penalty, then interest, then what was lent (`docs/rules/loans.md` E.6). */
export type Allocation = Readonly<{ penalty: bigint; interest: bigint; principal: bigint }>

type Owed = Pick<Loan, 'penalty' | 'penaltyPaid' | 'interest' | 'interestPaid' | 'principal'>

export function allocate(loan: Owed, amount: bigint): Allocation {
  const penalty = least(amount, penaltyDue(loan))
  const interest = least(amount - penalty, interestDue(loan))
  return { penalty, interest, principal: least(amount - penalty - interest, loan.principal) }
}

export const sumOf = ({ penalty, interest, principal }: Allocation): bigint => penalty + interest + principal

/** The loan once that is paid. */
export function paidOff(loan: Loan, { penalty, interest, principal }: Allocation): Loan {
  const paid = {
    ...loan,
    principal: loan.principal - principal,
    interestPaid: loan.interestPaid + interest,
    penaltyPaid: loan.penaltyPaid + penalty,
  }
  return { ...paid, debt: debtOf(paid) }
}

/** Money from an account to what was lent and earned, and the debt that it ends. */
export function paymentEntry(
  journal: 'J72b' | 'J74',
  loan: Loan,
  { allocation, from, valueDate }: Readonly<{ allocation: Allocation; from: string; valueDate: CalendarDate }>,
): EntryDraft {
  const asset = LOAN_CURRENCY
  const { penalty, interest, principal } = allocation
  return {
    journal,
    cause: { kind: 'loan', id: loan.id, step: loan.steps },
    lines: mergeLines([
      ...transfer({ from, to: house.penalty(asset), asset, amount: penalty }),
      ...transfer({ from, to: house.interest(asset), asset, amount: interest }),
      ...transfer({ from, to: house.loanBook(asset), asset, amount: principal }),
      ...debtEnded(loan, allocation),
    ]),
    valueDate,
  }
}

/** The debt's own lines, the other way round than it came to be. */
export const debtEnded = ({ id }: Pick<Loan, 'id'>, { penalty, interest, principal }: Allocation): readonly Line[] => {
  const asset = debtAsset(LOAN_CURRENCY)
  const to = loanAccount(id)
  return [
    ...transfer({ from: house.penalty(LOAN_CURRENCY), to, asset, amount: penalty }),
    ...transfer({ from: house.interest(LOAN_CURRENCY), to, asset, amount: interest }),
    ...transfer({ from: house.loanBook(LOAN_CURRENCY), to, asset, amount: principal }),
  ]
}
