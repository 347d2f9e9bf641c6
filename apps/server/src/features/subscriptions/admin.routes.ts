import { subscriptions, type StaffIpo } from '@rueda/contract/admin/subscriptions.ts'
import { codeOfIpo } from '@rueda/contract/codes.ts'
import { newCompany } from '@rueda/exchange/catalogue/new-companies.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { next } from '@rueda/rules/machine.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { SUBSCRIPTION_CURRENCY, ipoMachine } from '@rueda/rules/subscriptions/offering.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pageIn } from '../../http/page.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { NO_TOTALS, type Totals, totalsOf } from './applications.ts'
import { lockIpo } from './ipos.ts'
import { statusAt } from './offering.ts'
import { type Ipo, allIpos, ipoById } from './store.ts'

/** New shares in the back office: to be looked at, and withdrawn by two persons while nobody can trade them. Nothing of a draw is entered. */
export const subscriptionAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(subscriptions, {
    list: async ({ input }) => {
      const page = pageIn(await allIpos(app.pool), input)
      const totals = await totalsOf(
        app.pool,
        page.list.map(({ id }) => id),
      )
      const now = app.clock.now()
      return ok({ ...page, list: page.list.map((ipo) => present(ipo, totals.get(ipo.id) ?? NO_TOTALS, now)) })
    },
    withdraw: (request) => withdraw(app, request),
  })

const PRICE_DECIMALS = 2

function present(ipo: Ipo, { requested, held, paid, refunded, applications, allotted }: Totals, now: Instant): StaffIpo {
  const { name, code } = newCompany(ipo.number)
  const money = (minor: bigint): string => formatMinor(minor, SUBSCRIPTION_CURRENCY)
  return {
    ...{ id: ipo.id, number: ipo.number, name, stockCode: code, quota: ipo.quota },
    price: formatScaled(ipo.price, PRICE_DECIMALS),
    lotSize: formatScaled(ipo.lotSize),
    status: codeOfIpo[statusAt(ipo, now)],
    ...{ openTimestamp: ipo.opensAt, closeTimestamp: ipo.closesAt, drawTimestamp: ipo.drawsAt, listDate: ipo.listsOn },
    ...{ commitHash: ipo.commitment, listHash: ipo.listHash },
    ...{ requested: money(requested), held: money(held), paid: money(paid), refunded: money(refunded) },
    balanced: requested === held + paid + refunded ? 1 : 0,
    applications,
    allottedLots: Number(allotted / ipo.lotSize),
    withdrawable: next(ipoMachine, ipo.status, 'withdraw') === null ? 0 : 1,
  }
}

type Decided = Result<{ state: 'waiting' | 'done' }>

async function withdraw(app: FullApp, request: StaffRequest<typeof subscriptions.withdraw>): Promise<Decided> {
  const { input, trace } = request
  const { id, reason, note } = input
  return inTransaction(app.pool, async (client): Promise<Decided> => {
    const found = await ipoById(client, id)
    if (found === null) return refuse('object.not_found', { field: 'id' })
    await lockIpo(client, found.number)
    // Read again under the lock: it may have been listed meanwhile.
    const ipo = (await ipoById(client, id)) ?? found
    if (next(ipoMachine, ipo.status, 'withdraw') === null) return refuse('subscription.not_cancellable', { status: ipo.status })
    const subject = `ipo:${id}`
    const pair = await requireDualApproval(app, client, request, { subject, accountId: null })
    if (!pair.ok) return pair
    const { state, approvalId } = pair.value
    const after = { name: newCompany(ipo.number).name, status: ipo.status, state }
    await trace(client, { accountId: null, subject, reason, note, after, approvalId })
    if (state === 'waiting') return ok({ state })
    await client.query('insert into ipo_withdrawals (ipo_id, approval_id, reason, withdrawn_at) values ($1, $2, $3, $4)', [
      ...[id, approvalId, reason, app.clock.now()],
    ])
    return ok({ state: 'done' })
  })
}
