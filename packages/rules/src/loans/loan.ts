import { SCALE, divide } from '../decimal.ts'
import { type StatusOf, isFinal, machine } from '../machine.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import type { LoanProductId } from './product.ts'

/**
 * Money lent against collateral (`docs/rules/loans.md` E.6). From its default on a loan costs nothing more: its collateral is sold up to what
 * is owed, and what that does not cover the house bears.
 */
export const loanMachine = machine({
  pending: { approve: 'active', reject: 'rejected', cancel: 'cancelled' },
  active: { repay: 'repaid', pass: 'overdue', fail: 'selling' },
  overdue: { repay: 'repaid', fail: 'selling' },
  selling: { close: 'defaulted' },
  repaid: {},
  defaulted: {},
  rejected: {},
  cancelled: {},
})
export type LoanStatus = StatusOf<typeof loanMachine>
export const loanStatuses = Object.keys(loanMachine) as LoanStatus[]

/** It is under review, or something is owed of it. */
export const isOpenLoan = ({ status }: Pick<Loan, 'status'>): boolean => !isFinal(loanMachine, status)
/** It is paid out and can be repaid. */
export const isLent = ({ status }: Pick<Loan, 'status'>): boolean => status === 'active' || status === 'overdue'

/** Reasons for not lending; each has a text in the app that says what to do next. */
export const loanReasons = ['COLLATERAL', 'ACCOUNT_FROZEN', 'DOCUMENTS_NEEDED', 'HISTORY', 'NOT_AFFORDABLE'] as const
export type LoanReason = (typeof loanReasons)[number]

export type DefaultCause = 'value' | 'time'

/** Amounts in minor units of the currency, rates and exact sums in units of 10^-8 of what they are of. */
export type Loan = Readonly<{
  id: string
  number: string
  accountId: string
  productId: LoanProductId
  termDays: number
  dailyRate: bigint
  penaltyRate: bigint
  /** Asked for, and paid out once it is approved. */
  amount: bigint
  purpose: string | null
  status: LoanStatus
  reason: LoanReason | null
  /** Of the amount, what is not paid back. */
  principal: bigint
  /** Every interest and penalty so far, exact: rounded where it is paid or shown, so that many small steps cost nothing. */
  interest: bigint
  penalty: bigint
  /** Of both together, what came up after the due date. */
  late: bigint
  interestPaid: bigint
  penaltyPaid: bigint
  /** What the house bore in the end. */
  writtenOff: bigint
  /** What is owed now; the ledger has the same below zero. */
  debt: bigint
  /** Days that count: the first with interest, the due date, and the first without interest yet. Null before it is paid out. */
  lent: Readonly<{ from: CalendarDate; dueOn: CalendarDate; countedTo: CalendarDate }> | null
  defaultCause: DefaultCause | null
  /** The last date on which more cover was asked for. */
  calledOn: CalendarDate | null
  /** Entries it has posted: the next one's step. */
  steps: number
  appliedAt: Instant
  /** By the wall clock, as reviews are. */
  reviewAt: Instant
  queuedAt: Instant | null
  /** Why the rules left it to staff. */
  findings: readonly string[]
  examinedAt: Instant | null
  lastPaidAt: Instant | null
  endedAt: Instant | null
  changedAt: Instant
}>

const rounded = (exact: bigint): bigint => divide(exact, SCALE, 'HALF_EVEN')

export const interestDue = ({ interest, interestPaid }: Pick<Loan, 'interest' | 'interestPaid'>): bigint => rounded(interest) - interestPaid
export const penaltyDue = ({ penalty, penaltyPaid }: Pick<Loan, 'penalty' | 'penaltyPaid'>): bigint => rounded(penalty) - penaltyPaid
export const debtOf = (loan: Omit<Loan, 'debt'>): bigint => loan.principal + interestDue(loan) + penaltyDue(loan)

export const repaymentMachine = machine({
  pending: { approve: 'approved', reject: 'rejected' },
  approved: {},
  rejected: {},
})
export type RepaymentStatus = StatusOf<typeof repaymentMachine>

/** Reasons for not taking a repayment. */
export const repaymentReasons = ['NOT_REQUESTED', 'ACCOUNT_FROZEN', 'FUNDS_DISPUTED'] as const
export type RepaymentReason = (typeof repaymentReasons)[number]

/** A payment on a loan: on hold until it is approved, for what was owed when it was asked for. */
export type Repayment = Readonly<{
  id: string
  loanId: string
  accountId: string
  wallet: WalletType
  amount: bigint
  /** Its parts, in the order in which they are paid. */
  penalty: bigint
  interest: bigint
  principal: bigint
  status: RepaymentStatus
  reason: RepaymentReason | null
  /** The date on which interest stopped for what it pays back. */
  countedOn: CalendarDate
  requestedAt: Instant
  reviewAt: Instant
  queuedAt: Instant | null
  findings: readonly string[]
  decidedAt: Instant | null
}>

export const pledgeKinds = ['cash', 'stock', 'fund'] as const
export type PledgeKindName = (typeof pledgeKinds)[number]

/** One thing that covers a loan: cash of a wallet, shares of a position, or units of a subscription to a fund. */
export type Pledge = Readonly<{
  id: string
  loanId: string
  accountId: string
  kind: PledgeKindName
  /** The wallet, the instrument, or the subscription. */
  ref: string
  /** Locked now: minor units, or units of 10^-8 of a share or of a unit. */
  quantity: bigint
  /** When it was pledged: the quantity and what it was worth. */
  startQuantity: bigint
  startValue: bigint
  /** The order that sells it, until that has ended. */
  saleId: string | null
  changedAt: Instant
}>
