import { type StaffPlacing, placings } from '@rueda/contract/admin/placing.ts'
import { codeOfPlacing } from '@rueda/contract/codes.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { next } from '@rueda/rules/machine.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { placingMachine } from '@rueda/rules/placing/placing.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { SUBSCRIPTION_CURRENCY } from '@rueda/rules/subscriptions/offering.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pageIn } from '../../http/page.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { NO_TOTALS, type Totals, totalsOf } from '../subscriptions/applications.ts'
import { statusAt } from './offering.ts'
import { lockPlacing } from './placings.ts'
import { codeOf, percentOf } from './present.ts'
import { type Placing, allPlacings, placingById } from './store.ts'

/** Placings in the back office: to be looked at, and withdrawn by two persons before their allotment. No price and no result is entered. */
export const placingAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(placings, {
    list: async ({ input }) => {
      const page = pageIn(await allPlacings(app.pool), input)
      const totals = await totalsOf(
        app.pool,
        page.list.map(({ id }) => id),
      )
      return ok({ ...page, list: page.list.map((placing) => present(app, placing, totals.get(placing.id) ?? NO_TOTALS)) })
    },
    withdraw: (request) => withdraw(app, request),
  })

const PRICE_DECIMALS = 2

function present(
  { venue, clock }: Pick<FullApp, 'clock' | 'venue'>,
  placing: Placing,
  { requested, held, paid, refunded, applications, allotted }: Totals,
): StaffPlacing {
  const { id, number, name, terms } = placing
  const money = (minor: bigint): string => formatMinor(minor, SUBSCRIPTION_CURRENCY)
  return {
    ...{ id, number, name, stockCode: codeOf(venue, placing.instrumentId), discountPct: percentOf(placing.discount) },
    referencePrice: terms === null ? null : formatScaled(terms.reference, PRICE_DECIMALS),
    price: terms === null ? null : formatScaled(terms.price, PRICE_DECIMALS),
    lotSize: terms === null ? null : formatScaled(terms.lotSize),
    quota: terms?.quota ?? null,
    status: codeOfPlacing[statusAt(placing, clock.now())],
    ...{ openTimestamp: placing.opensAt, closeTimestamp: placing.closesAt, unlockDate: placing.unlocksOn, listHash: placing.listHash },
    ...{ requested: money(requested), held: money(held), paid: money(paid), refunded: money(refunded) },
    balanced: requested === held + paid + refunded ? 1 : 0,
    applications,
    allottedLots: terms === null ? 0 : Number(allotted / terms.lotSize),
    withdrawable: next(placingMachine, placing.status, 'withdraw') === null ? 0 : 1,
  }
}

type Decided = Result<{ state: 'waiting' | 'done' }>

async function withdraw(app: FullApp, request: StaffRequest<typeof placings.withdraw>): Promise<Decided> {
  const { input, trace } = request
  const { id, reason, note } = input
  return inTransaction(app.pool, async (client): Promise<Decided> => {
    const found = await placingById(client, id)
    if (found === null) return refuse('object.not_found', { field: 'id' })
    await lockPlacing(client, found.number)
    // Read again under the lock: it may have been allotted meanwhile.
    const placing = (await placingById(client, id)) ?? found
    const { name, status } = placing
    if (next(placingMachine, status, 'withdraw') === null) return refuse('subscription.not_cancellable', { status })
    const subject = `placing:${id}`
    const pair = await requireDualApproval(app, client, request, { subject, accountId: null })
    if (!pair.ok) return pair
    const { state, approvalId } = pair.value
    await trace(client, { accountId: null, subject, reason, note, after: { name, status, state }, approvalId })
    if (state === 'waiting') return ok({ state })
    await client.query('insert into placing_withdrawals (placing_id, approval_id, reason, withdrawn_at) values ($1, $2, $3, $4)', [
      ...[id, approvalId, reason, app.clock.now()],
    ])
    return ok({ state: 'done' })
  })
}
