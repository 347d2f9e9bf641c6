import { money } from '@rueda/rules/money.ts'
import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { rejectWithdrawal } from '@rueda/rules/withdrawals/end.ts'
import { approved } from '@rueda/rules/withdrawals/review.ts'
import { type Withdrawal, type WithdrawalReason, withdrawalReasons } from '@rueda/rules/withdrawals/withdrawal.ts'
import type { Deciding } from '../../app.ts'
import { commandKind } from '../../write-path/commands.ts'
import { closeCase, openCase } from '../cases/cases.ts'
import { houseDate } from '../../venue/value-date.ts'
import { type WithdrawalRecord, readWithdrawal, withdrawalsById } from './records.ts'
import type { WithdrawalDeps } from './quotes.ts'
import { findingsOf } from './store.ts'
import { withdrawalKind } from '@rueda/rules/withdrawals/records.ts'

/**
 * Decisions of people about withdrawals. A decision is written with its case, in the transaction of its maker; the money moves after it on
 * the write path, now or, after a failure, when this runs again.
 */
export async function keepWithdrawalCases(app: WithdrawalDeps, now: Instant): Promise<void> {
  for (const withdrawal of await queuedWithoutCase(app)) await openWithdrawalCase(app, withdrawal, now)
  for (const { id, status } of await endedWithCase(app))
    await closeCase(app.pool, { kind: 'withdrawal', subjectId: id, outcome: status, now })
  await carryOutDecisions(app, now)
}

async function openWithdrawalCase(app: WithdrawalDeps, withdrawal: Withdrawal, now: Instant): Promise<void> {
  const { accountId, id, startedAt, wallet, amount, value } = withdrawal
  const riskFlags = await findingsOf(app.pool, accountId, id)
  const facts = { amount: money(amount, walletCurrencies[wallet]), worth: value, riskFlags }
  await openCase(app, app.pool, { kind: 'withdrawal', accountId, subjectId: id, now, dueAt: startedAt + DAY_MS, ...facts })
}

/** Carries out every decision whose withdrawal has not moved yet. May run twice. */
export async function carryOutDecisions(app: WithdrawalDeps, now: Instant): Promise<void> {
  const { rows } = await app.pool.query<WithdrawalRecord & Decision>(DECIDED)
  for (const row of rows) await carryOut(app, readWithdrawal(row), row, now)
}

type Decision = Readonly<{ outcome: 'approved' | 'rejected'; reason_code: string | null }>

const carryOut = (app: WithdrawalDeps, { accountId, id, wallet }: Withdrawal, decision: Decision, now: Instant): Promise<unknown> =>
  app.commands.run(carryingOutDecision, {
    accountId,
    idempotency: null,
    arguments: { id, wallet, isApproved: decision.outcome === 'approved', reason: reasonOf(decision), now },
  })

type Decided = Pick<Withdrawal, 'id' | 'wallet'> & Readonly<{ isApproved: boolean; reason: WithdrawalReason; now: Instant }>

export const carryingOutDecision = commandKind({
  name: 'withdrawals.carryOutDecision',
  reads: ({ id, wallet }: Decided) => ({ wallets: [wallet], records: [withdrawalsById([id])] }),
  decide: ({ venue }: Pick<Deciding, 'venue'>, { id, isApproved, reason, now }, state) => {
    const withdrawal = withdrawalKind.of(state).get(id)
    // It was decided before: by its customer, or by this very job.
    if (withdrawal === undefined || withdrawal.status !== 'pending') return ok({ outcome: { entries: [] }, data: false })
    if (isApproved) return ok({ outcome: approved(withdrawal, 'staff', now), data: true })
    const rejected = rejectWithdrawal(state, { withdrawalId: id, reason, valueDate: houseDate(venue), now })
    return rejected.ok ? ok({ outcome: rejected.value, data: true }) : rejected
  },
})

const reasonOf = ({ reason_code }: Decision): WithdrawalReason =>
  withdrawalReasons.find((reason) => reason === reason_code) ?? 'DESTINATION_UNSAFE'

const DECIDED = `
  select w.*, c.outcome, c.reason_code from withdrawals w
  join review_cases c on c.kind = 'withdrawal' and c.subject_id = w.id::text and c.account_id = w.account_id
  where w.status = 'pending' and c.outcome in ('approved', 'rejected') order by c.closed_at, w.id`

async function queuedWithoutCase({ pool }: WithdrawalDeps): Promise<readonly Withdrawal[]> {
  const { rows } = await pool.query<WithdrawalRecord>(
    `select w.* from withdrawals w where w.status = 'pending' and w.queued_at is not null
       and not exists (select from review_cases c where c.account_id = w.account_id and c.kind = 'withdrawal' and c.subject_id = w.id::text)`,
  )
  return rows.map(readWithdrawal)
}

/** Withdrawals cancelled by their customers while they waited. */
async function endedWithCase({ pool }: WithdrawalDeps): Promise<readonly Withdrawal[]> {
  const { rows } = await pool.query<WithdrawalRecord>(
    `select w.* from withdrawals w join review_cases c on c.account_id = w.account_id and c.kind = 'withdrawal' and c.subject_id = w.id::text
     where c.closed_at is null and w.status <> 'pending'`,
  )
  return rows.map(readWithdrawal)
}
