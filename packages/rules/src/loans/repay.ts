import { walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, foresee, walletOf } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { type EntryDraft, transfer } from '../ledger/entry.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import { next } from '../machine.ts'
import { formatMinor } from '../money.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { type WalletType, availableOf, withdrawableOf } from '../wallets/wallet.ts'
import { accrue } from './accrue.ts'
import { ended } from './apply.ts'
import { pledgeableWallets } from './collateral.ts'
import { type Loan, type Repayment, type RepaymentReason, isLent, repaymentMachine } from './loan.ts'
import { allocate, paidOff, paymentEntry } from './pay.ts'
import { LOAN_CURRENCY } from './product.ts'
import { loanKind, pendingRepaymentOf, repaymentKind } from './records.ts'

/**
 * Paying a loan back (`docs/rules/loans.md` A.94). The amount is on hold until it is approved, and its parts are those of the date on which
 * it was asked for: while it waits nothing is counted, and days are made up for with the decision.
 */
export type RepaymentRequest = Readonly<{
  id: string
  loanId: string
  /** In minor units; null for everything that is owed. */
  amount: bigint | null
  wallet: WalletType
  today: CalendarDate
  reviewAt: Instant
  valueDate: CalendarDate
}>

type Requested = Readonly<{ repayment: Repayment; loan: Loan; outcome: Outcome }>

/** J72a. Nothing of an account's state stands in the way (`docs/rules/loans.md` O.10). */
export function requestRepayment(state: AccountState, request: RepaymentRequest, now: Instant): Result<Requested> {
  const { id, loanId, amount: asked, wallet: type, today, reviewAt, valueDate } = request
  const known = loanKind.of(state).get(loanId)
  if (known === undefined) return refuse('object.not_found', { field: 'id' })
  if (!isLent(known)) return refuse('loan.repayment', { field: 'id', reason: 'notInUse', status: known.status })
  if (pendingRepaymentOf(state, loanId) !== null) return refuse('loan.repayment', { field: 'id', reason: 'pending' })
  if (!pledgeableWallets.includes(type)) return refuse('parameter.invalid', { field: 'walletType' })
  const { loan, entries } = accrue(known, today, valueDate)
  const amount = asked ?? loan.debt
  const text = (minor: bigint): string => formatMinor(minor, LOAN_CURRENCY)
  if (amount <= 0n || amount > loan.debt)
    return refuse('loan.repayment', { field: 'amount', reason: 'amount', num: text(loan.debt), currency: LOAN_CURRENCY })
  const available = availableOf(walletOf(state, type))
  if (amount > available)
    return refuse('wallet.insufficient', { field: 'amount', available: text(available), missing: text(amount - available) })
  const repayment: Repayment = {
    ...{ id, loanId, accountId: state.accountId, wallet: type, amount, ...allocate(loan, amount) },
    ...{ status: 'pending', reason: null, countedOn: today, requestedAt: now, reviewAt, queuedAt: null, findings: [], decidedAt: null },
  }
  const stepped: Loan = { ...loan, steps: loan.steps + 1, changedAt: now }
  const held = heldEntry('J72a', loan, repayment, valueDate)
  return ok({
    repayment,
    loan: stepped,
    outcome: { entries: [...entries, held], records: [...loanKind.changed(stepped), ...repaymentKind.changed(repayment)] },
  })
}

function heldEntry(journal: 'J72a' | 'J72c', loan: Loan, { wallet, amount }: Repayment, valueDate: CalendarDate): EntryDraft {
  const [cash, hold] = [walletAccount(wallet, 'CASH'), walletAccount(wallet, 'HOLD')]
  const [from, to] = journal === 'J72a' ? [cash, hold] : [hold, cash]
  const cause = { kind: 'loan', id: loan.id, step: loan.steps } as const
  return { journal, cause, lines: transfer({ from, to, asset: LOAN_CURRENCY, amount }), valueDate }
}

/** Why the rules leave a repayment to staff. */
export const repaymentRiskFlags = ['FROZEN', 'UNSETTLED'] as const
export type RepaymentRiskFlag = (typeof repaymentRiskFlags)[number]

export function repaymentRiskFlagsOf(state: AccountState, { wallet: type, amount }: Repayment): readonly RepaymentRiskFlag[] {
  const wallet = walletOf(state, type)
  // What is held was free cash: it was settled as far as the rest of the cash is not needed for what has not settled.
  const settled = withdrawableOf({ ...wallet, cash: wallet.cash + amount })
  return [...(state.frozen ? (['FROZEN'] as const) : []), ...(settled < amount ? (['UNSETTLED'] as const) : [])]
}

type Reviewing = Readonly<{ repaymentId: string; reviewedAt: Instant; today: CalendarDate; valueDate: CalendarDate }>

/** Approves a repayment, or leaves it to staff; nothing happens before its time and a second time. */
export function reviewRepayment(state: AccountState, { repaymentId, reviewedAt, ...dates }: Reviewing, now: Instant): Outcome {
  const repayment = repaymentKind.of(state).get(repaymentId)
  if (repayment === undefined || repayment.status !== 'pending' || repayment.queuedAt !== null) return { entries: [] }
  if (reviewedAt < repayment.reviewAt) return { entries: [] }
  const findings = repaymentRiskFlagsOf(state, repayment)
  if (findings.length === 0) return decideRepayment(state, { repaymentId, isApproved: true, reason: null, ...dates }, now)
  return { entries: [], records: repaymentKind.changed({ ...repayment, queuedAt: reviewedAt, findings }) }
}

type Deciding = Readonly<{
  repaymentId: string
  isApproved: boolean
  reason: RepaymentReason | null
  today: CalendarDate
  valueDate: CalendarDate
}>

/** J72b or J72c; the days since the request are made up for, on what is left. Nothing happens a second time. */
export function decideRepayment(state: AccountState, deciding: Deciding, now: Instant): Outcome {
  const { repaymentId, isApproved, reason, today, valueDate } = deciding
  const repayment = repaymentKind.of(state).get(repaymentId)
  const loan = repayment === undefined ? undefined : loanKind.of(state).get(repayment.loanId)
  if (repayment === undefined || loan === undefined || repayment.status !== 'pending') return { entries: [] }
  const status = next(repaymentMachine, repayment.status, isApproved ? 'approve' : 'reject')
  if (status === null) return { entries: [] }
  const decided: Repayment = { ...repayment, status, reason: isApproved ? null : (reason ?? 'NOT_REQUESTED'), decidedAt: now }
  const facts = { amount: moneyFact(repayment.amount, LOAN_CURRENCY) }
  const link = `loan:${loan.id}` as const
  if (!isApproved) {
    const { loan: counted, entries } = accrue({ ...loan, steps: loan.steps + 1, changedAt: now }, today, valueDate)
    return {
      entries: [heldEntry('J72c', loan, repayment, valueDate), ...entries],
      records: [...loanKind.changed(counted), ...repaymentKind.changed(decided)],
      events: messageKind.happened({
        template: 'loan.repaymentRejected',
        facts: { ...facts, repaymentReason: decided.reason ?? 'NOT_REQUESTED' },
        link,
      }),
    }
  }
  const entry = paymentEntry('J72b', loan, { allocation: repayment, from: walletAccount(repayment.wallet, 'HOLD'), valueDate })
  const paid: Loan = { ...paidOff(loan, repayment), steps: loan.steps + 1, lastPaidAt: now, changedAt: now }
  if (paid.principal === 0n && paid.debt === 0n) {
    const closed = { entries: [entry], records: [...loanKind.changed(paid), ...repaymentKind.changed(decided)] }
    const repaid: Loan = { ...paid, status: 'repaid', endedAt: now }
    const freed = ended(foresee(state, closed), repaid, valueDate, now).outcome
    return { ...compose(closed, freed), events: messageKind.happened({ template: 'loan.repaid', facts, link }) }
  }
  const { loan: counted, entries } = accrue(paid, today, valueDate)
  return {
    entries: [entry, ...entries],
    records: [...loanKind.changed(counted), ...repaymentKind.changed(decided)],
    events: messageKind.happened({
      template: 'loan.paid',
      facts: { ...facts, left: moneyFact(counted.debt, LOAN_CURRENCY) },
      link,
    }),
  }
}
