import type { Reads } from '../../write-path/command.ts'
import { commandKind } from '../../write-path/commands.ts'
import { depositsById, openDepositsOver } from './records.ts'
import { deposits } from '@rueda/contract/admin/deposits.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { channelOf } from '@rueda/rules/deposits/channel.ts'
import { creditDeposit } from '@rueda/rules/deposits/credit.ts'
import type { Arrival, Deposit } from '@rueda/rules/deposits/deposit.ts'
import { rejectDeposit } from '@rueda/rules/deposits/end.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Deciding, FullApp } from '../../app.ts'
import { houseDate } from '../../venue/value-date.ts'
import { identifiedPerson } from '../kyc/person.ts'
import { inTransaction } from '../../db/transaction.ts'
import { fileIdOf } from '../../storage/files.ts'
import { signLink } from '../../storage/links.ts'
import { claimedCase, closeCase } from '../cases/cases.ts'
import { presentPostings } from '../cases/evidence.ts'
import { accountStateWithin } from '../../write-path/read-account-state.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { SETTLED } from './cases.ts'
import { presentDeposit } from './present.ts'
import { isSeenBefore, ownDeposit } from './store.ts'
import { depositKind } from '@rueda/rules/deposits/records.ts'

/** Staff's work on deposits: open the claimed one, and credit its line as it is or send it back. */
export const depositAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(deposits, {
    open: ({ input, staff, now, trace }) =>
      inTransaction(app.pool, async (client) => {
        const held = await claimedDeposit(client, input.id, { staff, now })
        if (!held.ok) return held
        const { deposit, line } = held.value
        const { accountId, proof } = deposit
        await trace(client, { accountId, subject: `deposit:${deposit.id}`, reason: 'review' })
        const fileId = proof === null ? null : fileIdOf(proof)
        const viewer = { kind: 'staff', staffId: staff.staffId, sessionId: staff.sessionId, reason: 'review' } as const
        const { currency } = channelOf(deposit.channel)
        const person = await identifiedPerson(app, client, accountId)
        const outcome = creditDeposit(
          await accountStateWithin(client, accountId, readsOf(deposit)),
          creditingOf(app, deposit),
          app.clock.now(),
        )
        return ok({
          accountId,
          holder: person === null ? null : `${person.firstName} ${person.lastName}`,
          deposit: presentDeposit(deposit, app.clock.now()),
          line: { reference: line.reference, amount: formatMinor(line.amount, currency), currency, timestamp: line.at },
          proofLink: fileId === null ? null : signLink(app.links, { accountId, fileId, viewer, givenAt: now, expiresAt: now + MINUTE_MS }),
          proofSeenBefore: fileId !== null && (await isSeenBefore(client, accountId, fileId)) ? 1 : 0,
          postings: presentPostings(outcome.entries),
        })
      }),

    decide: (request) => decide(app, request),
  })

type Claimed = Readonly<{ deposit: Deposit; line: Arrival }>

async function claimedDeposit(client: PoolClient, caseId: string, who: Parameters<typeof claimedCase>[2]): Promise<Result<Claimed>> {
  const held = await claimedCase(client, caseId, who)
  if (!held.ok) return held
  const { accountId, kind, subjectId } = held.value
  const deposit = kind === 'deposit' ? await ownDeposit(client, accountId, subjectId) : null
  if (deposit === null || deposit.arrival === null || !isUndecided(deposit)) return refuse('object.not_found', { field: 'id' })
  return ok({ deposit, line: deposit.arrival })
}

/** A line that the rules have left, or one that was taken back after its money was spent. */
const isUndecided = (deposit: Deposit): boolean => deposit.status === 'arrived' || isShort(deposit)
const isShort = ({ status, shortfall }: Deposit): boolean => status === 'reversed' && shortfall > 0n

/**
 * The trace is written and the case closed before the money moves: nothing is credited without a record in the log. If the server stops in
 * between, the line still waits, and the review opens a new case for it.
 */
async function decide(
  app: FullApp,
  { input, staff, now, trace }: StaffRequest<typeof deposits.decide>,
): Promise<Result<StaffDataOf<typeof deposits.decide>>> {
  const { decision, depositReason = null, reason, note } = input
  if (decision === 'reject' && depositReason === null) return refuse('parameter.missing', { field: 'depositReason' })
  const held = await inTransaction(app.pool, async (client): Promise<Result<Claimed>> => {
    const found = await claimedDeposit(client, input.id, { staff, now })
    if (!found.ok) return found
    const { accountId, id } = found.value.deposit
    if (isShort(found.value.deposit) !== (decision === 'settle')) return refuse('parameter.invalid', { field: 'decision' })
    const outcome = outcomes[decision]
    await closeCase(client, { kind: 'deposit', subjectId: id, outcome, reasonCode: depositReason, staffId: staff.staffId, now })
    await trace(client, { accountId, subject: `deposit:${id}`, reason, note, after: { decision, depositReason } })
    return found
  })
  if (!held.ok) return held
  const { deposit } = held.value
  return decision === 'settle' ? ok(presentDeposit(deposit, app.clock.now())) : carryOut(app, deposit, depositReason)
}

/** A case that is settled moves nothing: the debt stays on the account, and the freeze ends by a power of its own. */
const outcomes = { credit: 'credited', reject: 'failed', settle: SETTLED } as const

/** By the same rules that credit automatically; the amount is the line's own. */
const carryOut = (app: FullApp, deposit: Deposit, rejected: Rejection | null): Promise<Result<StaffDataOf<typeof deposits.decide>>> =>
  app.commands.run(carryingOut, { accountId: deposit.accountId, idempotency: null, arguments: { deposit, rejected } })

type Rejection = 'BAD_PROOF' | 'RETURNED'

export const carryingOut = commandKind({
  name: 'deposits.carryOut',
  reads: ({ deposit }: Readonly<{ deposit: Deposit; rejected: Rejection | null }>) => readsOf(deposit),
  decide: (app: Pick<Deciding, 'venue' | 'terms'>, { deposit, rejected }, state, at) => {
    const { id } = deposit
    const decided = rejected === null ? ok(creditDeposit(state, creditingOf(app, deposit), at)) : rejectDeposit(state, id, rejected, at)
    if (!decided.ok) return decided
    const changed = depositKind.in(decided.value).find((each) => each.id === id)
    return changed === undefined ? refuse('deposit.already_decided') : ok({ outcome: decided.value, data: presentDeposit(changed, at) })
  },
})

const readsOf = ({ id, channel }: Deposit): Reads => ({
  wallets: [channelOf(channel).wallet],
  records: [depositsById([id]), openDepositsOver([channel])],
})

const creditingOf = ({ venue, terms }: Pick<Deciding, 'venue' | 'terms'>, { id, channel, startedAt }: Deposit) => {
  const minimum = terms.minimum(channel, startedAt)
  return { depositId: id, evidence: { by: 'staff' }, mid: null, minimum, valueDate: houseDate(venue) } as const
}
