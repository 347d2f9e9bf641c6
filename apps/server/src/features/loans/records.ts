import type {
  DefaultCause,
  Loan,
  LoanReason,
  LoanStatus,
  Pledge,
  PledgeKindName,
  Repayment,
  RepaymentReason,
  RepaymentStatus,
} from '@rueda/rules/loans/loan.ts'
import type { LoanProductId } from '@rueda/rules/loans/product.ts'
import { loanKind, pledgeKind, repaymentKind } from '@rueda/rules/loans/records.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import { type IsHeld, type TableParts, loadingOf, lookup, lookupOfAccount, storedKind } from '../../write-path/record-kind.ts'

type LentColumns =
  | Readonly<{ lent_from: CalendarDate; due_on: CalendarDate; counted_to: CalendarDate }>
  | Readonly<{ lent_from: null; due_on: null; counted_to: null }>

export type LoanRecord = LentColumns &
  Readonly<{
    account_id: bigint
    id: string
    number: string
    product_id: LoanProductId
    term_days: number
    daily_rate: bigint
    penalty_rate: bigint
    amount: bigint
    purpose: string | null
    status: LoanStatus
    reason: LoanReason | null
    principal: bigint
    interest: bigint
    penalty: bigint
    late: bigint
    interest_paid: bigint
    penalty_paid: bigint
    written_off: bigint
    debt: bigint
    default_cause: DefaultCause | null
    called_on: CalendarDate | null
    steps: number
    applied_at: bigint
    review_at: bigint
    queued_at: bigint | null
    findings: string
    examined_at: bigint | null
    last_paid_at: bigint | null
    ended_at: bigint | null
    changed_at: bigint
  }>

const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value))
const wordsOf = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '')

export const readLoan = (row: LoanRecord): Loan => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  productId: row.product_id,
  termDays: row.term_days,
  dailyRate: row.daily_rate,
  penaltyRate: row.penalty_rate,
  amount: row.amount,
  purpose: row.purpose,
  status: row.status,
  reason: row.reason,
  principal: row.principal,
  interest: row.interest,
  penalty: row.penalty,
  late: row.late,
  interestPaid: row.interest_paid,
  penaltyPaid: row.penalty_paid,
  writtenOff: row.written_off,
  debt: row.debt,
  lent: row.lent_from === null ? null : { from: row.lent_from, dueOn: row.due_on, countedTo: row.counted_to },
  defaultCause: row.default_cause,
  calledOn: row.called_on,
  steps: row.steps,
  appliedAt: Number(row.applied_at),
  reviewAt: Number(row.review_at),
  queuedAt: numberOf(row.queued_at),
  findings: wordsOf(row.findings),
  examinedAt: numberOf(row.examined_at),
  lastPaidAt: numberOf(row.last_paid_at),
  endedAt: numberOf(row.ended_at),
  changedAt: Number(row.changed_at),
})

const loanTable: TableParts<Loan> = {
  key: [
    ['account_id', 'bigint', (loan) => loan.accountId],
    ['id', 'uuid', (loan) => loan.id],
  ],
  fixed: [
    ['number', 'text', (loan) => loan.number],
    ['product_id', 'text', (loan) => loan.productId],
    ['term_days', 'int', (loan) => loan.termDays],
    ['daily_rate', 'bigint', (loan) => loan.dailyRate],
    ['penalty_rate', 'bigint', (loan) => loan.penaltyRate],
    ['amount', 'bigint', (loan) => loan.amount],
    ['purpose', 'text', (loan) => loan.purpose],
    ['applied_at', 'bigint', (loan) => loan.appliedAt],
    ['review_at', 'bigint', (loan) => loan.reviewAt],
  ],
  changing: [
    ['status', 'text', (loan) => loan.status],
    ['reason', 'text', (loan) => loan.reason],
    ['principal', 'bigint', (loan) => loan.principal],
    ['interest', 'bigint', (loan) => loan.interest],
    ['penalty', 'bigint', (loan) => loan.penalty],
    ['late', 'bigint', (loan) => loan.late],
    ['interest_paid', 'bigint', (loan) => loan.interestPaid],
    ['penalty_paid', 'bigint', (loan) => loan.penaltyPaid],
    ['written_off', 'bigint', (loan) => loan.writtenOff],
    ['debt', 'bigint', (loan) => loan.debt],
    ['lent_from', 'date', ({ lent }) => lent?.from ?? null],
    ['due_on', 'date', ({ lent }) => lent?.dueOn ?? null],
    ['counted_to', 'date', ({ lent }) => lent?.countedTo ?? null],
    ['default_cause', 'text', (loan) => loan.defaultCause],
    ['called_on', 'date', (loan) => loan.calledOn],
    ['steps', 'int', (loan) => loan.steps],
    ['queued_at', 'bigint', (loan) => loan.queuedAt],
    ['findings', 'text', (loan) => loan.findings.join(' ')],
    ['examined_at', 'bigint', (loan) => loan.examinedAt],
    ['last_paid_at', 'bigint', (loan) => loan.lastPaidAt],
    ['ended_at', 'bigint', (loan) => loan.endedAt],
    ['changed_at', 'bigint', (loan) => loan.changedAt],
  ],
}

export type RepaymentRecord = Readonly<{
  account_id: bigint
  id: string
  loan_id: string
  wallet: WalletType
  amount: bigint
  penalty: bigint
  interest: bigint
  principal: bigint
  status: RepaymentStatus
  reason: RepaymentReason | null
  counted_on: CalendarDate
  requested_at: bigint
  review_at: bigint
  queued_at: bigint | null
  findings: string
  decided_at: bigint | null
}>

export const readRepayment = (row: RepaymentRecord): Repayment => ({
  id: row.id,
  loanId: row.loan_id,
  accountId: String(row.account_id),
  wallet: row.wallet,
  amount: row.amount,
  penalty: row.penalty,
  interest: row.interest,
  principal: row.principal,
  status: row.status,
  reason: row.reason,
  countedOn: row.counted_on,
  requestedAt: Number(row.requested_at),
  reviewAt: Number(row.review_at),
  queuedAt: numberOf(row.queued_at),
  findings: wordsOf(row.findings),
  decidedAt: numberOf(row.decided_at),
})

const repaymentTable: TableParts<Repayment> = {
  key: [
    ['account_id', 'bigint', (repayment) => repayment.accountId],
    ['id', 'uuid', (repayment) => repayment.id],
  ],
  fixed: [
    ['loan_id', 'uuid', (repayment) => repayment.loanId],
    ['wallet', 'text', (repayment) => repayment.wallet],
    ['amount', 'bigint', (repayment) => repayment.amount],
    ['penalty', 'bigint', (repayment) => repayment.penalty],
    ['interest', 'bigint', (repayment) => repayment.interest],
    ['principal', 'bigint', (repayment) => repayment.principal],
    ['counted_on', 'date', (repayment) => repayment.countedOn],
    ['requested_at', 'bigint', (repayment) => repayment.requestedAt],
    ['review_at', 'bigint', (repayment) => repayment.reviewAt],
  ],
  changing: [
    ['status', 'text', (repayment) => repayment.status],
    ['reason', 'text', (repayment) => repayment.reason],
    ['queued_at', 'bigint', (repayment) => repayment.queuedAt],
    ['findings', 'text', (repayment) => repayment.findings.join(' ')],
    ['decided_at', 'bigint', (repayment) => repayment.decidedAt],
  ],
}

export type PledgeRecord = Readonly<{
  account_id: bigint
  id: string
  loan_id: string
  kind: PledgeKindName
  ref: string
  quantity: bigint
  start_quantity: bigint
  start_value: bigint
  sale_id: string | null
  changed_at: bigint
}>

export const readPledge = (row: PledgeRecord): Pledge => ({
  id: row.id,
  loanId: row.loan_id,
  accountId: String(row.account_id),
  kind: row.kind,
  ref: row.ref,
  quantity: row.quantity,
  startQuantity: row.start_quantity,
  startValue: row.start_value,
  saleId: row.sale_id,
  changedAt: Number(row.changed_at),
})

const pledgeTable: TableParts<Pledge> = {
  key: [
    ['account_id', 'bigint', (pledge) => pledge.accountId],
    ['id', 'uuid', (pledge) => pledge.id],
  ],
  fixed: [
    ['loan_id', 'uuid', (pledge) => pledge.loanId],
    ['kind', 'text', (pledge) => pledge.kind],
    ['ref', 'text', (pledge) => pledge.ref],
    ['start_quantity', 'bigint', (pledge) => pledge.startQuantity],
    ['start_value', 'bigint', (pledge) => pledge.startValue],
  ],
  changing: [
    ['quantity', 'bigint', (pledge) => pledge.quantity],
    ['sale_id', 'uuid', (pledge) => pledge.saleId],
    ['changed_at', 'bigint', (pledge) => pledge.changedAt],
  ],
}

const allOf = (table: string): string => `select * from ${table} where account_id = any($1::bigint[])`

const OF_ORDERS = `
  from unnest($1::bigint[], $2::uuid[]) as asked (account_id, order_id)
  cross join lateral (select account_id, pledge_id from orders where account_id = asked.account_id and id = asked.order_id limit 1) o
  join loan_pledges p on p.account_id = o.account_id and p.id = o.pledge_id`

/** Nothing is read for orders that are known to sell no collateral. */
const isHeldFor: IsHeld = (state, orderId) => {
  const order = orderKind.of(state).get(orderId)
  return order !== undefined && (order.pledgeId === null || pledgeKind.of(state).has(order.pledgeId))
}
/** The collateral that orders sell, and the loans that it covers. */
export const pledgesOfOrders = lookup('read-pledges-of-orders', `select p.* ${OF_ORDERS}`, loadingOf(pledgeKind, readPledge), isHeldFor)
export const loansOfOrders = lookup(
  'read-loans-of-orders',
  `select l.* ${OF_ORDERS} join loans l on l.account_id = p.account_id and l.id = p.loan_id`,
  loadingOf(loanKind, readLoan),
  isHeldFor,
)

/** Everything about an account's loans: there are few, and each decision about one looks at the others. */
export const allLoans = [
  lookupOfAccount('read-loans', allOf('loans'), loadingOf(loanKind, readLoan)),
  lookupOfAccount('read-loan-repayments', allOf('loan_repayments'), loadingOf(repaymentKind, readRepayment)),
  lookupOfAccount('read-loan-pledges', allOf('loan_pledges'), loadingOf(pledgeKind, readPledge)),
]

const isKept = (): boolean => true

export const loans = storedKind(loanKind, {
  table: 'loans',
  isKept,
  parts: loanTable,
  classes: {
    personal:
      'account_id id number product_id term_days daily_rate penalty_rate amount purpose status reason principal interest penalty late interest_paid penalty_paid written_off debt lent_from due_on counted_to default_cause called_on applied_at review_at examined_at last_paid_at ended_at changed_at',
    internal: 'steps queued_at findings',
  },
})

export const loanRepayments = storedKind(repaymentKind, {
  table: 'loan_repayments',
  isKept,
  parts: repaymentTable,
  classes: {
    personal: 'account_id id loan_id wallet amount penalty interest principal status reason counted_on requested_at review_at decided_at',
    internal: 'queued_at findings',
  },
})

export const loanPledges = storedKind(pledgeKind, {
  table: 'loan_pledges',
  isKept,
  parts: pledgeTable,
  classes: { personal: 'account_id id loan_id kind ref quantity start_quantity start_value sale_id changed_at' },
})
