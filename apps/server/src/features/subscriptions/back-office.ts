import type { placings } from '@rueda/contract/admin/placing.ts'
import type { subscriptions } from '@rueda/contract/admin/subscriptions.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { StaffRequest } from '../../admin/handler.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Page, pageIn } from '../../http/page.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { NO_TOTALS, type Totals, totalsOf } from './applications.ts'
import type { Kept } from './reading.ts'
import { lockOffering } from './steps.ts'

/** Offerings of shares as staff see them: to be looked at, and taken back whole by two persons. */

/** One page of all of them, each with the sums over its applications. */
export async function staffPage<Offering extends Readonly<{ id: string }>, Shown>(
  { pool }: Pick<FullApp, 'pool'>,
  kept: Kept<Offering>,
  asked: Readonly<{ pageNum: number; pageSize: number }>,
  present: (offering: Offering, totals: Totals) => Shown,
): Promise<Result<Page<Shown>>> {
  const page = pageIn(await kept.all(pool), asked)
  const totals = await totalsOf(
    pool,
    page.list.map(({ id }) => id),
  )
  return ok({ ...page, list: page.list.map((offering) => present(offering, totals.get(offering.id) ?? NO_TOTALS)) })
}

type Withdrawable<Offering> = Readonly<{
  kept: Kept<Offering>
  isWithdrawable: (offering: Offering) => boolean
  nameOf: (offering: Offering) => string
}>
type Request = StaffRequest<typeof placings.withdraw> | StaffRequest<typeof subscriptions.withdraw>
type Decided = Result<{ state: 'waiting' | 'done' }>

/** Everybody has their money back once the second person has asked for the same. */
export async function withdraw<Offering extends Readonly<{ number: number; status: string }>>(
  app: FullApp,
  request: Request,
  { kept: { kind, byId }, isWithdrawable, nameOf }: Withdrawable<Offering>,
): Promise<Decided> {
  const { input, trace } = request
  const { id, reason, note } = input
  return inTransaction(app.pool, async (client): Promise<Decided> => {
    const found = await byId(client, id)
    if (found === null) return refuse('object.not_found', { field: 'id' })
    await lockOffering(client, kind, found.number)
    // Read again under the lock: it may have come further meanwhile.
    const offering = (await byId(client, id)) ?? found
    const { status } = offering
    if (!isWithdrawable(offering)) return refuse('subscription.not_cancellable', { status })
    const subject = `${kind}:${id}`
    const pair = await requireDualApproval(app, client, request, { subject, accountId: null })
    if (!pair.ok) return pair
    const { state, approvalId } = pair.value
    await trace(client, { accountId: null, subject, reason, note, after: { name: nameOf(offering), status, state }, approvalId })
    if (state === 'waiting') return ok({ state })
    await client.query(`insert into ${kind}_withdrawals (${kind}_id, approval_id, reason, withdrawn_at) values ($1, $2, $3, $4)`, [
      ...[id, approvalId, reason, app.clock.now()],
    ])
    return ok({ state: 'done' })
  })
}
