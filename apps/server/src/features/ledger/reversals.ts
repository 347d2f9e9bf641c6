import type { ledger } from '@rueda/contract/admin/ledger.ts'
import type { Entry } from '@rueda/rules/ledger/entry.ts'
import { reversalBarOf, reverseEntry, walletsMovedBy } from '@rueda/rules/reversals/reversal.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import { EVER } from '../../storage/archive-reading.ts'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { entryAt, isAccountNumber } from './entry-rows.ts'
import { commandKind } from '../../write-path/commands.ts'
import { accountStateWithin } from '../../write-path/read-account-state.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import type { StaffRequest } from '../../admin/handler.ts'
import { houseDate } from '../../venue/value-date.ts'

/**
 * Linked reversals: proposed by one person with evidence, approved by another who requests exactly the same, and then booked on the write
 * path by the rule. A decision stands in a row of its own, so that it is carried out once, and after a failure by the job.
 */
type Asking = StaffRequest<typeof ledger.reverse>
type Decided = Readonly<{ state: 'waiting' | 'done' }>

export async function askForReversal(app: App, request: Asking): Promise<Result<Decided>> {
  const asked = await inTransaction(app.pool, (client) => decide(app, client, request))
  if (!asked.ok || asked.value.state === 'waiting') return asked
  const { accountId, sequence } = request.input
  const carried = await carryOutReversals(app, request.now)
  return carried.find((each) => each.accountId === accountId && each.sequence === sequence)?.refused ?? asked
}

async function decide(app: App, client: PoolClient, request: Asking): Promise<Result<Decided>> {
  const { accountId, sequence, hash, evidence, reason, note } = request.input
  if (!isAccountNumber(accountId)) return refuse('object.not_found', { field: 'sequence' })
  const entry =
    (await entryAt(client, accountId, sequence)) ?? (await app.archive.over(accountId, EVER, (pool) => entryAt(pool, accountId, sequence)))
  if (entry === null) return refuse('object.not_found', { field: 'sequence' })
  if (entry.hash !== hash) return refuse('parameter.invalid', { field: 'hash' })
  // Checked as the rule will decide it; the rule checks again at approval, when more may have changed.
  const possible = await wouldReverse(app, client, entry, reason)
  if (!possible.ok) return possible
  const subject = `entry:${accountId}:${sequence}`
  const pair = await requireDualApproval(app, client, request, { subject, accountId })
  if (!pair.ok) return pair
  const { state, approvalId } = pair.value
  const before = { journal: entry.journal, hash, lines: entry.lines.map(({ account, asset, amount }) => `${account} ${asset} ${amount}`) }
  await request.trace(client, { accountId, subject, reason, note, before, after: { state, evidence }, approvalId })
  if (state === 'waiting') return ok({ state })
  await client.query(DECIDE, [accountId, approvalId, sequence, reason, evidence, request.now])
  return ok({ state: 'done' })
}

async function wouldReverse({ venue }: App, client: PoolClient, entry: Entry, reason: ActReason): Promise<Result<unknown>> {
  // A refused kind may move accounts that are not read here.
  const reads = { wallets: reversalBarOf(entry) === null ? walletsMovedBy(entry) : [] }
  const state = await accountStateWithin(client, entry.accountId, reads)
  const { rowCount } = await client.query(IS_REVERSED, [entry.accountId, entry.sequence])
  return reverseEntry(state, { entry, isReversed: rowCount !== 0, reason, valueDate: houseDate(venue) })
}

type Row = Readonly<{ account_id: string; approval_id: string; sequence: bigint; reason: ActReason }>
type Carried = Readonly<{ accountId: string; sequence: number; refused: Result<never> | null }>

/** Books decisions of two persons that are not booked yet. May run twice, and twice at once. */
export async function carryOutReversals(app: App, now: Instant): Promise<readonly Carried[]> {
  const { rows } = await app.pool.query<Row>(DECIDED)
  const carried: Carried[] = []
  for (const row of rows) {
    const booked = await carryOut(app, row)
    const isFinal = !booked.ok && booked.refusal.startsWith('entry.')
    if (isFinal) await app.pool.query(REFUSE, [row.account_id, row.approval_id, now, booked.refusal])
    carried.push({ accountId: row.account_id, sequence: Number(row.sequence), refused: booked.ok ? null : booked })
  }
  return carried
}

async function carryOut(app: App, { account_id: accountId, approval_id: key, sequence, reason }: Row): Promise<Result<true>> {
  const entry = await entryAt(app.pool, accountId, Number(sequence))
  if (entry === null) throw new Error(`entry ${sequence} of account ${accountId} is gone`)
  return app.commands.run(reversingEntry, {
    accountId,
    // A second run at the same moment gets the answer of the first.
    idempotency: { path: '/admin/ledger/reverse', key, bodyHash: entry.hash },
    arguments: { entry, reason },
  })
}

export const reversingEntry = commandKind({
  name: 'ledger.reverse',
  reads: ({ entry }: Readonly<{ entry: Entry; reason: ActReason }>) => ({ wallets: walletsMovedBy(entry) }),
  decide: ({ venue }: Pick<App, 'venue'>, { entry, reason }, state) => {
    const decided = reverseEntry(state, { entry, isReversed: false, reason, valueDate: houseDate(venue) })
    return decided.ok ? ok({ outcome: decided.value, data: true as const }) : decided
  },
})

const IS_REVERSED = `
  select from entries where account_id = $1 and reversal_of = $2
  union all select from reversals where account_id = $1 and sequence = $2 and refused_at is null`

const DECIDE = 'insert into reversals (account_id, approval_id, sequence, reason, evidence, decided_at) values ($1, $2, $3, $4, $5, $6)'
const REFUSE = 'update reversals set refused_at = $3, refusal = $4 where account_id = $1 and approval_id = $2 and refused_at is null'

const DECIDED = `
  select r.account_id::text, r.approval_id::text, r.sequence, r.reason from reversals r
  where r.refused_at is null and not exists (select from entries e where e.account_id = r.account_id and e.reversal_of = r.sequence)
  order by r.decided_at, r.approval_id`
