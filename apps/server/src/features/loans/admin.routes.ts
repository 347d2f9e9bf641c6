import { loanDesk } from '@rueda/contract/admin/loans.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { walletAccount } from '@rueda/rules/ledger/accounts.ts'
import { walletOf } from '@rueda/rules/ledger/account-state.ts'
import { loanDateAt, scheduleOf } from '@rueda/rules/loans/accrue.ts'
import { type Loan, type Repayment, debtOf, isLent, loanStatuses } from '@rueda/rules/loans/loan.ts'
import { LOAN_CURRENCY, type LoanProductId, loanProductList } from '@rueda/rules/loans/product.ts'
import { paidOff, paymentEntry } from '@rueda/rules/loans/pay.ts'
import { pledgesOf } from '@rueda/rules/loans/records.ts'
import { repaymentRiskFlags } from '@rueda/rules/loans/repay.ts'
import { approvalsNeededFor, isCovered, loanRiskFlags, payOutLines } from '@rueda/rules/loans/review.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { PoolClient } from 'pg'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { houseDate } from '../../venue/value-date.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { waitingAbout } from '../approvals/waiting.ts'
import { type ReviewCase, claimedCase, closeCase, releaseCase } from '../cases/cases.ts'
import { presentPostings, signInsOf } from '../cases/evidence.ts'
import { identifiedPerson } from '../kyc/person.ts'
import { coverNow, readsOf, refsOf } from './collateral.ts'
import { presentProduct } from './present.ts'
import { carryOutLoanDecisions } from './review.ts'
import { presented } from './routes.ts'
import { loansOf, ownLoan, ownRepayment, pledgesIn } from './store.ts'

/** The days of a term that a schedule names before its end. */
const MONTH_STEPS = [1, 7, 30, 60, 90, 120, 150] as const
const OTHERS_SHOWN = 20

/** Staff's decisions about loans and repayments, and the terms that are offered. */
export const loanAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(loanDesk, {
    offers: async () => ok(await offersOf(app)),

    open: async (request) => {
      const { accountId, loanId } = request.input
      const loan = await ownLoan(app.pool, accountId, loanId)
      return loan === null ? refuse('object.not_found', { field: 'loanId' }) : ok(await evidenceOf(app, loan, request))
    },

    openRepayment: async (request) => {
      const { accountId, repaymentId } = request.input
      const repayment = await ownRepayment(app.pool, accountId, repaymentId)
      const loan = repayment === null ? null : await ownLoan(app.pool, accountId, repayment.loanId)
      if (repayment === null || loan === null) return refuse('object.not_found', { field: 'repaymentId' })
      return ok(await repaymentEvidenceOf(app, loan, repayment))
    },

    approve: (request) =>
      decideLoanCase(app, request, async (client, found, loan) => {
        if (!isCovered(loan, await coverOfLoan(app, loan)))
          return refuse('loan.collateral', { num: formatMinor(loan.amount, LOAN_CURRENCY), currency: LOAN_CURRENCY })
        const { accountId } = loan
        const subject = `loan:${loan.id}`
        const pair = approvalsNeededFor(loan) > 1 ? await requireDualApproval(app, client, request, { subject, accountId }) : null
        if (pair !== null && !pair.ok) return pair
        const { reason, note } = request.input
        const approvalId = pair === null ? null : pair.value.approvalId
        const isWaiting = pair !== null && pair.value.state === 'waiting'
        // The next person claims the case.
        if (isWaiting) await releaseCase(client, found)
        else await close(client, { kind: 'loan', subjectId: loan.id }, request, 'approved', null)
        await request.trace(client, { accountId, subject, reason, note, after: { state: isWaiting ? 'waiting' : 'approved' }, approvalId })
        return ok({ state: isWaiting ? 'waiting' : 'done' } as const)
      }),

    refuse: (request) =>
      decideLoanCase(app, request, async (client, _, loan) => {
        const { reason, note, reasonCode } = request.input
        await close(client, { kind: 'loan', subjectId: loan.id }, request, 'rejected', reasonCode)
        const act = { accountId: loan.accountId, subject: `loan:${loan.id}`, reason, note }
        await request.trace(client, { ...act, after: { state: 'rejected', reasonCode } })
        return ok({ state: 'done' } as const)
      }),

    decideRepayment: async (request) => {
      const { id, reason, note, reasonCode } = request.input
      const result = await inTransaction(app.pool, async (client): Promise<Result<Decided>> => {
        const found = await claimedCase(client, id, request)
        if (!found.ok) return found
        const { kind, accountId, subjectId } = found.value
        const repayment = kind === 'repayment' ? await ownRepayment(client, accountId, subjectId) : null
        if (repayment === null) return refuse('object.not_found')
        if (repayment.status !== 'pending') return refuse('loan.not_cancellable')
        const outcome = reasonCode === undefined ? 'approved' : 'rejected'
        await close(client, { kind: 'repayment', subjectId }, request, outcome, reasonCode ?? null)
        const act = { accountId, subject: `repayment:${subjectId}`, reason, note }
        await request.trace(client, { ...act, after: { state: outcome, reasonCode: reasonCode ?? null } })
        return ok({ state: 'done' })
      })
      if (result.ok) await carryOutLoanDecisions(app)
      return result
    },
  })

type Decided = Readonly<{ state: 'waiting' | 'done' }>
type Deciding = (client: PoolClient, found: ReviewCase, loan: Loan) => Promise<Result<Decided>>

/** Decides the claimed case of a loan, and then moves the money. */
async function decideLoanCase(app: FullApp, request: StaffRequest, deciding: Deciding): Promise<Result<Decided>> {
  const { id } = request.input as Readonly<{ id: string }>
  const result = await inTransaction(app.pool, async (client) => {
    const found = await claimedCase(client, id, request)
    if (!found.ok) return found
    if (found.value.kind !== 'loan') return refuse('object.not_found')
    const loan = await ownLoan(client, found.value.accountId, found.value.subjectId)
    if (loan === null) return refuse('object.not_found')
    if (loan.status !== 'pending') return refuse('loan.not_cancellable')
    return deciding(client, found.value, loan)
  })
  if (result.ok && result.value.state === 'done') await carryOutLoanDecisions(app)
  return result
}

const close = (
  client: PoolClient,
  subject: Readonly<{ kind: 'loan' | 'repayment'; subjectId: string }>,
  { staff, now }: StaffRequest,
  outcome: 'approved' | 'rejected',
  reasonCode: string | null,
): Promise<boolean> => closeCase(client, { ...subject, outcome, reasonCode, staffId: staff.staffId, now })

const money = (minor: bigint): string => formatMinor(minor, LOAN_CURRENCY)

async function stateOf(app: FullApp, { accountId, id }: Loan) {
  return readAccountState(app.pool, accountId, readsOf(refsOf(await pledgesIn(app.pool, accountId, [id]))))
}

async function coverOfLoan(app: FullApp, loan: Loan) {
  const state = await stateOf(app, loan)
  return coverNow(app, state, pledgesOf(state, loan.id))
}

async function evidenceOf(app: FullApp, loan: Loan, { staff, now }: StaffRequest) {
  const { pool } = app
  const { accountId, id } = loan
  const { list } = await loansOf(pool, accountId, { id: null, statuses: loanStatuses, limit: OTHERS_SHOWN, offset: 0 })
  const marketNow = app.clock.now()
  const shown = await presented(app, accountId, list, marketNow)
  const [own] = await presented(app, accountId, [loan], marketNow)
  if (own === undefined) throw new Error(`no loan ${id} to show`)
  const person = await identifiedPerson(app, pool, accountId)
  const cover = await coverOfLoan(app, loan)
  return {
    accountId,
    loan: own,
    person: person === null ? null : `${person.firstName} ${person.lastName}`,
    openedTimestamp: await openedAt(app, accountId),
    findings: loanRiskFlags.filter((riskFlag) => loan.findings.includes(riskFlag)),
    approvalsNeeded: approvalsNeededFor(loan),
    coverNow: cover === null ? null : money(cover.limit),
    isCovered: isCovered(loan, cover) ? (1 as const) : (0 as const),
    schedule: planOf(loan, loanDateAt(marketNow)),
    others: shown.filter((each) => each.id !== id),
    signIns: await signInsOf(pool, accountId),
    postings:
      loan.status === 'pending'
        ? presentPostings([
            { journal: 'J70', cause: { kind: 'loan', id, step: loan.steps }, lines: payOutLines(loan), valueDate: houseDate(app.venue) },
          ])
        : [],
    waiting: await waitingAbout(pool, { power: 'loans.approve', subject: `loan:${id}`, staff, now }),
  }
}

/** What would be owed at the start, through the term, at its end and until the default, if nothing were paid back. */
function planOf(loan: Loan, today: string) {
  const from = loan.lent?.from ?? today
  const dueOn = loan.lent?.dueOn ?? addDays(from, loan.termDays)
  const undated = { ...loan, principal: loan.amount, interest: 0n, penalty: 0n, late: 0n, interestPaid: 0n, penaltyPaid: 0n }
  const fresh: Loan = { ...undated, debt: debtOf(undated), lent: { from, dueOn, countedTo: from } }
  const dates = [...MONTH_STEPS.filter((days) => days < loan.termDays), loan.termDays, loan.termDays + 7, loan.termDays + 30].map((days) =>
    addDays(from, days),
  )
  return scheduleOf(fresh, dates).map(({ date, debt }) => ({ date, debt: money(debt) }))
}

async function openedAt({ pool }: FullApp, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ created_at: bigint }>('select created_at from accounts where account_id = $1', [accountId])
  return Number(rows[0]?.created_at ?? 0n)
}

async function repaymentEvidenceOf(app: FullApp, loan: Loan, repayment: Repayment) {
  const { pool } = app
  const { accountId, wallet: type } = repayment
  const [own] = await presented(app, accountId, [loan], app.clock.now())
  if (own === undefined) throw new Error(`no loan ${loan.id} to show`)
  const { cash, hold, unsettled } = walletOf(await readAccountState(pool, accountId, { wallets: [type] }), type)
  const isPending = repayment.status === 'pending' && isLent(loan)
  const from = walletAccount(type, 'HOLD')
  return {
    accountId,
    loan: own,
    repaymentId: repayment.id,
    amount: money(repayment.amount),
    currency: LOAN_CURRENCY,
    walletType: type,
    requestTimestamp: repayment.requestedAt,
    findings: repaymentRiskFlags.filter((riskFlag) => repayment.findings.includes(riskFlag)),
    wallet: { cash: money(cash), hold: money(hold), unsettled: money(unsettled) },
    debtAfter: money(isPending ? paidOff(loan, repayment).debt : loan.debt),
    signIns: await signInsOf(pool, accountId),
    postings: isPending
      ? presentPostings([paymentEntry('J72b', loan, { allocation: repayment, from, valueDate: houseDate(app.venue) })])
      : [],
  }
}

/** Days late, as collectors count them. */
const BUCKETS = [
  { from: 1, to: 7 },
  { from: 8, to: 30 },
  { from: 31, to: null },
] as const

async function offersOf(app: FullApp) {
  const { pool } = app
  const running = await pool.query<{ product_id: LoanProductId; running: bigint; owed: bigint; waiting: bigint }>(
    `select product_id, count(*) filter (where status <> 'pending') as running, coalesce(sum(debt), 0)::bigint as owed,
            count(*) filter (where status = 'pending') as waiting
     from loans where status in ('pending', 'active', 'overdue', 'selling') group by product_id`,
  )
  const overdue = await pool.query<{ late: number; debt: bigint }>(
    `select ($1::date - due_on)::int as late, debt from loans where status in ('overdue', 'selling') and due_on < $1::date`,
    [loanDateAt(app.clock.now())],
  )
  return {
    offers: loanProductList.map((product) => {
      const own = running.rows.find((row) => row.product_id === product.id)
      return {
        product: presentProduct(product),
        running: Number(own?.running ?? 0n),
        owed: money(own?.owed ?? 0n),
        waiting: Number(own?.waiting ?? 0n),
      }
    }),
    overdue: BUCKETS.map(({ from, to }) => {
      const own = overdue.rows.filter(({ late }) => late >= from && (to === null || late <= to))
      return { from, to, loans: own.length, owed: money(own.reduce((sum, { debt }) => sum + debt, 0n)) }
    }),
  }
}
