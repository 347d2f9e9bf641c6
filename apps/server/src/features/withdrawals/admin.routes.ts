import { withdrawalReviews } from '@rueda/contract/admin/withdrawals.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { walletOf } from '@rueda/rules/ledger/account-state.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { payoutEntries } from '@rueda/rules/withdrawals/end.ts'
import { approvalsNeeded, withdrawalRiskFlags } from '@rueda/rules/withdrawals/review.ts'
import { type Withdrawal, isHeld } from '@rueda/rules/withdrawals/withdrawal.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type ReviewCase, claimedCase, closeCase, releaseCase } from '../cases/cases.ts'
import { presentPostings, signInsOf } from '../cases/evidence.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { waitingAbout } from '../approvals/waiting.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { houseDate } from '../../venue/value-date.ts'
import { openDetails } from '../cards/sealed.ts'
import { identifiedPerson } from '../kyc/person.ts'
import { carryOutDecisions } from './decisions.ts'
import { presentWithdrawal } from './present.ts'
import { destinationAddedAt, findingsOf, ownWithdrawal, paidBefore, standingOf, stepsOf, withdrawalsOf } from './store.ts'

const OTHERS_SHOWN = 20

/** Staff's decisions about withdrawals: one person up to a limit, two above. */
export const withdrawalAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(withdrawalReviews, {
    open: async (request) => {
      const { accountId, withdrawalId } = request.input
      const withdrawal = await ownWithdrawal(app.pool, accountId, withdrawalId)
      if (withdrawal === null) return refuse('object.not_found', { field: 'withdrawalId' })
      return ok(await evidenceOf(app, withdrawal, request))
    },

    approve: (request) =>
      decide(app, request, async (client, found, withdrawal) => {
        const { accountId } = withdrawal
        const subject = `withdrawal:${withdrawal.id}`
        const needed = approvalsNeeded(withdrawal, app.terms.limits(withdrawal.startedAt))
        const pair = needed > 1 ? await requireDualApproval(app, client, request, { subject, accountId }) : null
        if (pair !== null && !pair.ok) return pair
        const { reason, note } = request.input
        const approvalId = pair === null ? null : pair.value.approvalId
        const isWaiting = pair !== null && pair.value.state === 'waiting'
        // The next person claims the case.
        if (isWaiting) await releaseCase(client, found)
        else await close(client, withdrawal, request, 'approved', null)
        await request.trace(client, { accountId, subject, reason, note, after: { state: isWaiting ? 'waiting' : 'approved' }, approvalId })
        return ok({ state: isWaiting ? 'waiting' : 'done' } as const)
      }),

    refuse: (request) =>
      decide(app, request, async (client, _, withdrawal) => {
        const { reason, note, reasonCode } = request.input
        await close(client, withdrawal, request, 'rejected', reasonCode)
        const act = { accountId: withdrawal.accountId, subject: `withdrawal:${withdrawal.id}`, reason, note }
        await request.trace(client, { ...act, after: { state: 'rejected', reasonCode } })
        return ok({ state: 'done' } as const)
      }),
  })

type Decided = Readonly<{ state: 'waiting' | 'done' }>
type Deciding = (client: PoolClient, found: ReviewCase, withdrawal: Withdrawal) => Promise<Result<Decided>>

/** Decides the claimed case of a withdrawal, and then moves the money. */
async function decide(app: FullApp, request: StaffRequest, deciding: Deciding): Promise<Result<Decided>> {
  const { id } = request.input as Readonly<{ id: string }>
  const result = await inTransaction(app.pool, async (client) => {
    const found = await claimedCase(client, id, request)
    if (!found.ok) return found
    if (found.value.kind !== 'withdrawal') return refuse('object.not_found')
    const withdrawal = await ownWithdrawal(client, found.value.accountId, found.value.subjectId)
    if (withdrawal === null) return refuse('object.not_found')
    if (withdrawal.status !== 'pending') return refuse('withdrawal.not_cancellable')
    return deciding(client, found.value, withdrawal)
  })
  if (result.ok && result.value.state === 'done') await carryOutDecisions(app, request.now)
  return result
}

const close = (
  client: PoolClient,
  { id }: Withdrawal,
  { staff, now }: StaffRequest,
  outcome: 'approved' | 'rejected',
  reasonCode: string | null,
): Promise<boolean> => closeCase(client, { kind: 'withdrawal', subjectId: id, outcome, reasonCode, staffId: staff.staffId, now })

async function evidenceOf(app: FullApp, withdrawal: Withdrawal, { staff, now }: StaffRequest) {
  const { pool, vault } = app
  const { accountId, id, destination } = withdrawal
  const { list } = await withdrawalsOf(pool, accountId, { way: null, statuses: null, limit: OTHERS_SHOWN, offset: 0 })
  const steps = await stepsOf(pool, accountId, [id, ...list.map((each) => each.id)])
  const details = openDetails(vault, accountId, Buffer.from(destination.sealed, 'hex'))
  const person = await identifiedPerson(app, pool, accountId)
  const found = await findingsOf(pool, accountId, id)
  const { coolingUntil } = await standingOf(pool, accountId)
  return {
    accountId,
    withdrawal: presentWithdrawal(app, withdrawal, steps.get(id) ?? []),
    holder: details.type === 'bank' ? details.accountName : null,
    person: person === null ? null : `${person.firstName} ${person.lastName}`,
    findings: withdrawalRiskFlags.filter((riskFlag) => found.includes(riskFlag)),
    approvalsNeeded: approvalsNeeded(withdrawal, app.terms.limits(withdrawal.startedAt)),
    others: list.filter((each) => each.id !== id).map((each) => presentWithdrawal(app, each, steps.get(each.id) ?? [])),
    coolingEndTimestamp: coolingUntil !== null && coolingUntil > now ? coolingUntil : null,
    ...(await moneyOf(app, withdrawal)),
    destination: await destinationOf(app, withdrawal, now),
    signIns: await signInsOf(pool, accountId),
    waiting: await waitingAbout(pool, { power: 'withdrawals.approve', subject: `withdrawal:${id}`, staff, now }),
  }
}

/** The payout's effect on the wallet, and its ledger entries. */
async function moneyOf({ pool, venue }: FullApp, withdrawal: Withdrawal) {
  const { accountId, wallet: type, amount, status } = withdrawal
  const currency = walletCurrencies[type]
  const { cash, hold } = walletOf(await readAccountState(pool, accountId, { wallets: [type] }), type)
  const money = (minor: bigint): string => formatMinor(minor, currency)
  const leaves = isHeld(withdrawal) ? amount : 0n
  return {
    wallet: { currency, cash: money(cash), hold: money(hold), cashAfter: money(cash), holdAfter: money(hold - leaves) },
    postings: status === 'pending' ? presentPostings(payoutEntries(withdrawal, houseDate(venue))) : [],
  }
}

/** A destination that was given with the application is as old as the application. */
async function destinationOf({ pool }: FullApp, { accountId, destination, startedAt }: Withdrawal, now: Instant) {
  const addedTimestamp = (await destinationAddedAt(pool, accountId, destination.cardId)) ?? startedAt
  return {
    addedTimestamp,
    isNew: flagOf(now - addedTimestamp < DAY_MS),
    paidBefore: flagOf(await paidBefore(pool, accountId, destination.fingerprint)),
  }
}

const flagOf = (value: boolean): 0 | 1 => (value ? 1 : 0)
