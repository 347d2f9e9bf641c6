import type { CustomerAccount } from '../ledger/accounts.ts'
import type { AccountState } from '../ledger/account-state.ts'
import { recordKind } from '../ledger/record.ts'
import { type Loan, type Pledge, type Repayment, isOpenLoan } from './loan.ts'

/** Loans, held by their ids. What is owed of each is an account of the ledger, which alone moves it. */
export const loanKind = recordKind<Loan>({
  name: 'loan',
  prepare: (state, loan) => {
    const held = loanKind.of(state)
    if (!held.has(loan.id)) held.set(loan.id, { ...loan, debt: 0n })
  },
  keep: (_state, loan, held) => {
    const posted = held.get(loan.id)
    if (posted !== undefined && posted.debt !== loan.debt) throw new Error(`the debt of ${loan.id} differs from its postings`)
    held.set(loan.id, loan)
  },
  move,
})

function move(state: AccountState, account: CustomerAccount, amount: bigint): bigint | null {
  if (account.kind !== 'loan') return null
  const held = loanKind.of(state)
  const loan = held.get(account.loanId)
  if (loan === undefined) throw new Error(`no loan ${account.loanId} to post to`)
  const debt = loan.debt - amount
  held.set(loan.id, { ...loan, debt })
  return -debt
}

export const repaymentKind = recordKind<Repayment>({ name: 'loan repayment' })
export const pledgeKind = recordKind<Pledge>({ name: 'loan pledge' })

export const openLoanIn = (state: AccountState): Loan | null => [...loanKind.of(state).values()].find(isOpenLoan) ?? null

/** The collateral of a loan, in the order in which it is sold: cash first, and what takes longest last. */
export const pledgesOf = (state: AccountState, loanId: string): readonly Pledge[] =>
  [...pledgeKind.of(state).values()]
    .filter((pledge) => pledge.loanId === loanId)
    .toSorted((a, b) => SOLD_IN_ORDER.indexOf(a.kind) - SOLD_IN_ORDER.indexOf(b.kind) || (a.id < b.id ? -1 : 1))
const SOLD_IN_ORDER: readonly Pledge['kind'][] = ['cash', 'stock', 'fund']

export const pendingRepaymentOf = (state: AccountState, loanId: string): Repayment | null =>
  [...repaymentKind.of(state).values()].find((repayment) => repayment.loanId === loanId && repayment.status === 'pending') ?? null

/** True while these units are to pay a loan in default. */
export const sellsCollateral = (state: AccountState, ref: string): boolean =>
  [...pledgeKind.of(state).values()].some(
    (pledge) => pledge.ref === ref && pledge.quantity > 0n && loanKind.of(state).get(pledge.loanId)?.status === 'selling',
  )

/** Shares of a position that loans have locked, beside its share locks. */
export const pledgedIn = (state: AccountState, instrumentId: string): readonly Pledge[] =>
  [...pledgeKind.of(state).values()].filter(({ kind, ref, quantity }) => kind === 'stock' && ref === instrumentId && quantity > 0n)
