import { loanDateAt } from '@rueda/rules/loans/accrue.ts'
import { type LoanReason, type RepaymentReason, loanReasons, repaymentReasons } from '@rueda/rules/loans/loan.ts'
import { LOAN_CURRENCY } from '@rueda/rules/loans/product.ts'
import { pledgesOf } from '@rueda/rules/loans/records.ts'
import { decideRepayment, reviewRepayment } from '@rueda/rules/loans/repay.ts'
import { decideLoan, reviewLoan } from '@rueda/rules/loans/review.ts'
import { money } from '@rueda/rules/money.ts'
import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App, Deciding } from '../../app.ts'
import { taken } from '../../in-sets.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { closeCase, openCase } from '../cases/cases.ts'
import { type Refs, coverNow, readsOf, refsOf } from './collateral.ts'
import type { LoanDeps } from './change.ts'
import { type LoanRecord, type RepaymentRecord, readLoan, readRepayment } from './records.ts'
import { dueLoans, dueRepayments, pledgesIn } from './store.ts'

/**
 * Reviews of applications and of repayments: by the rules, and by people where those do not decide. A decision of staff is written with its
 * case; the money moves after it on the write path, now or, after a failure, when this runs again.
 */
const MAX_AT_ONCE = 100

/** Reviews everything whose time has come. May run twice; one that fails does not keep the others. */
export async function reviewLoans(app: LoanDeps, reviewedAt: Instant): Promise<void> {
  await each(app, await dueLoans(app.pool, reviewedAt, MAX_AT_ONCE), async ({ accountId, id: loanId }) => {
    const standing = await standingOf(app, accountId)
    const refs = refsOf(await pledgesIn(app.pool, accountId, [loanId]))
    taken(await app.commands.run(reviewingLoan, { accountId, idempotency: null, arguments: { loanId, refs, reviewedAt, ...standing } }))
  })
  await each(app, await dueRepayments(app.pool, reviewedAt, MAX_AT_ONCE), async ({ accountId, id: repaymentId, loanId, wallet }) => {
    const refs = refsOf(await pledgesIn(app.pool, accountId, [loanId]))
    taken(
      await app.commands.run(reviewingRepayment, { accountId, idempotency: null, arguments: { repaymentId, refs, wallet, reviewedAt } }),
    )
  })
}

async function each<Row extends Readonly<{ id: string }>>(
  { log }: Pick<App, 'log'>,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (const row of rows)
    await work(row).catch((error: unknown) => log.error({ err: error, id: row.id }, 'a review of a loan failed and is tried again'))
}

/** The market's clock tells how old an account is, as it tells its loan's dates. */
async function standingOf(
  { pool }: Pick<App, 'pool'>,
  accountId: string,
): Promise<Readonly<{ isIdentityPassed: boolean; openedAt: Instant }>> {
  const { rows } = await pool.query<{ passed: boolean; opened_at: bigint }>(
    `select a.kyc_status = 'passed' as passed, coalesce((select min(at) from entries e where e.account_id = a.account_id), a.created_at) as opened_at
     from accounts a where a.account_id = $1`,
    [accountId],
  )
  return { isIdentityPassed: rows[0]?.passed ?? false, openedAt: Number(rows[0]?.opened_at ?? 0n) }
}

type Reviewing = Readonly<{ loanId: string; refs: Refs; reviewedAt: Instant; isIdentityPassed: boolean; openedAt: Instant }>

export const reviewingLoan = commandKind({
  name: 'loans.review',
  reads: ({ refs }: Reviewing) => readsOf(refs),
  decide: (app: Pick<Deciding, 'venue' | 'navs'>, { loanId, reviewedAt, isIdentityPassed, openedAt }, state, now) => {
    const about = { isIdentityPassed, openedAt, cover: coverNow(app, state, pledgesOf(state, loanId)) }
    const dates = { today: loanDateAt(now), valueDate: houseDate(app.venue) }
    return ok({ outcome: reviewLoan(state, { loanId, about, reviewedAt, ...dates }, now), data: true })
  },
})

type ReviewingRepayment = Readonly<{ repaymentId: string; refs: Refs; wallet: WalletType; reviewedAt: Instant }>

export const reviewingRepayment = commandKind({
  name: 'loans.reviewRepayment',
  reads: ({ refs, wallet }: ReviewingRepayment) => readsOf(refs, wallet),
  decide: ({ venue }: Pick<Deciding, 'venue'>, { repaymentId, reviewedAt }, state, now) =>
    ok({
      outcome: reviewRepayment(state, { repaymentId, reviewedAt, today: loanDateAt(now), valueDate: houseDate(venue) }, now),
      data: true,
    }),
})

/** Opens cases of what the rules left to staff, closes those that ended some other way, and carries out what staff decided. */
export async function keepLoanCases(app: LoanDeps, now: Instant): Promise<void> {
  const { pool } = app
  const waiting = await pool.query<LoanRecord>(
    `select l.* from loans l where l.status = 'pending' and l.queued_at is not null
       and not exists (select from review_cases c where c.account_id = l.account_id and c.kind = 'loan' and c.subject_id = l.id::text)`,
  )
  for (const { accountId, id, amount, appliedAt, findings: riskFlags } of waiting.rows.map(readLoan)) {
    const facts = { amount: money(amount, LOAN_CURRENCY), worth: amount, riskFlags }
    await openCase(app, pool, { kind: 'loan', accountId, subjectId: id, now, dueAt: appliedAt + DAY_MS, ...facts })
  }
  const repayments = await pool.query<RepaymentRecord>(
    `select r.* from loan_repayments r where r.status = 'pending' and r.queued_at is not null
       and not exists (select from review_cases c where c.account_id = r.account_id and c.kind = 'repayment' and c.subject_id = r.id::text)`,
  )
  for (const { accountId, id, amount, requestedAt, findings: riskFlags } of repayments.rows.map(readRepayment)) {
    const facts = { amount: money(amount, LOAN_CURRENCY), worth: amount, riskFlags }
    await openCase(app, pool, { kind: 'repayment', accountId, subjectId: id, now, dueAt: requestedAt + DAY_MS, ...facts })
  }
  const { rows: ended } = await pool.query<{ kind: 'loan' | 'repayment'; id: string; status: string }>(ENDED)
  for (const { kind, id, status } of ended) await closeCase(pool, { kind, subjectId: id, outcome: status, now })
  await carryOutLoanDecisions(app)
}

const ENDED = `
  select c.kind, l.id::text, l.status from loans l join review_cases c on c.account_id = l.account_id and c.kind = 'loan' and c.subject_id = l.id::text
  where c.closed_at is null and l.status <> 'pending'
  union all
  select c.kind, r.id::text, r.status from loan_repayments r join review_cases c on c.account_id = r.account_id and c.kind = 'repayment' and c.subject_id = r.id::text
  where c.closed_at is null and r.status <> 'pending'`

type Decision = Readonly<{ outcome: 'approved' | 'rejected'; reason_code: string | null }>

/** Carries out every decision that is not yet. May run twice. */
export async function carryOutLoanDecisions(app: LoanDeps): Promise<void> {
  const loans = await app.pool.query<LoanRecord & Decision>(decidedOf('loans', 'loan'))
  await each(app, loans.rows, async (row) => {
    const { accountId, id: loanId } = readLoan(row)
    const refs = refsOf(await pledgesIn(app.pool, accountId, [loanId]))
    const reason = loanReasons.find((known) => known === row.reason_code) ?? 'NOT_AFFORDABLE'
    taken(
      await app.commands.run(decidingLoan, {
        accountId,
        idempotency: null,
        arguments: { loanId, refs, isApproved: row.outcome === 'approved', reason },
      }),
    )
  })
  const repayments = await app.pool.query<RepaymentRecord & Decision>(decidedOf('loan_repayments', 'repayment'))
  await each(app, repayments.rows, async (row) => {
    const { accountId, id: repaymentId, loanId, wallet } = readRepayment(row)
    const refs = refsOf(await pledgesIn(app.pool, accountId, [loanId]))
    const reason = repaymentReasons.find((known) => known === row.reason_code) ?? 'NOT_REQUESTED'
    taken(
      await app.commands.run(decidingRepayment, {
        accountId,
        idempotency: null,
        arguments: { repaymentId, refs, wallet, isApproved: row.outcome === 'approved', reason },
      }),
    )
  })
}

const decidedOf = (table: string, kind: string): string => `
  select d.*, c.outcome, c.reason_code from ${table} d
  join review_cases c on c.kind = '${kind}' and c.subject_id = d.id::text and c.account_id = d.account_id
  where d.status = 'pending' and c.outcome in ('approved', 'rejected') order by c.closed_at, d.id`

type DecidingLoan = Readonly<{ loanId: string; refs: Refs; isApproved: boolean; reason: LoanReason }>

export const decidingLoan = commandKind({
  name: 'loans.decide',
  reads: ({ refs }: DecidingLoan) => readsOf(refs),
  decide: (app: Pick<Deciding, 'venue' | 'navs'>, { loanId, isApproved, reason }, state, now) => {
    const cover = coverNow(app, state, pledgesOf(state, loanId))
    const dates = { today: loanDateAt(now), valueDate: houseDate(app.venue) }
    return ok({ outcome: decideLoan(state, { loanId, isApproved, reason, cover, ...dates }, now), data: true })
  },
})

type DecidingRepayment = Readonly<{ repaymentId: string; refs: Refs; wallet: WalletType; isApproved: boolean; reason: RepaymentReason }>

export const decidingRepayment = commandKind({
  name: 'loans.decideRepayment',
  reads: ({ refs, wallet }: DecidingRepayment) => readsOf(refs, wallet),
  decide: ({ venue }: Pick<Deciding, 'venue'>, { repaymentId, isApproved, reason }, state, now) => {
    const dates = { today: loanDateAt(now), valueDate: houseDate(venue) }
    return ok({ outcome: decideRepayment(state, { repaymentId, isApproved, reason, ...dates }, now), data: true })
  },
})
