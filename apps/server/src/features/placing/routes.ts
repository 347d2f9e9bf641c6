import { codeOfPlacing, codeOfSubscription } from '@rueda/contract/codes.ts'
import { placings as endpoints } from '@rueda/contract/placing.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { MIN_PLACING_EQUITY, isEligible } from '@rueda/rules/placing/eligibility.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import { SUBSCRIPTION_CURRENCY, SUBSCRIPTION_WALLET } from '@rueda/rules/subscriptions/offering.ts'
import { subscriptionStatuses } from '@rueda/rules/subscriptions/subscription.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageIn, pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { ownSubscription } from '../subscriptions/applications.ts'
import { readSources } from '../transfers/bring.ts'
import { applyToPlacing, cancelPlacingApplication } from './apply.ts'
import { evidenceOf } from './evidence.ts'
import { statusAt } from './offering.ts'
import { presentOrder, presentPlacing, sellableOf } from './present.ts'
import { type Placing, keptPlacings, applicationsOf, heldOfPlacings } from './store.ts'

/** Placings: what is sold and when, applying and taking back, and what came of it. The rules decide on the write path. */
export const placingRoutes = (app: App): Registered =>
  routes(endpoints, {
    saleList: async ({ input, now }) => {
      const wanted = (await keptPlacings.all(app.pool)).filter(
        (placing) => input.status === undefined || codeOfPlacing[statusAt(placing, now)] === input.status,
      )
      const page = pageIn(wanted, input)
      return ok({ ...page, list: page.list.map((placing) => presentPlacing(app.venue, placing, now)) })
    },

    saleTime: async ({ input: { id }, now }) => {
      const placing = id === undefined ? nextOf(await keptPlacings.all(app.pool), now) : await keptPlacings.byId(app.pool, id)
      if (placing === null) return refuse('object.not_found', { field: 'id' })
      const { opensAt: startTimestamp, closesAt: endTimestamp } = placing
      return ok({ startTimestamp, endTimestamp, nowTimestamp: now, status: codeOfPlacing[statusAt(placing, now)] })
    },

    eligibility: async ({ caller, now }) => {
      const evidence = await evidenceOf(app, caller.accountId, now)
      return ok({
        eligible: isEligible(evidence) ? 1 : 0,
        institution: evidence.isInstitution ? 1 : 0,
        equity: formatMinor(evidence.equity, SUBSCRIPTION_CURRENCY),
        minEquity: formatMinor(MIN_PLACING_EQUITY, SUBSCRIPTION_CURRENCY),
        suitability: evidence.isSuitable ? 1 : 0,
      })
    },

    create: ({ input, caller, idempotency }) => {
      if ((input.walletType ?? SUBSCRIPTION_WALLET) !== SUBSCRIPTION_WALLET) return refuse('parameter.invalid', { field: 'walletType' })
      const [quantity, price] = [parseScaled(input.quantity), parseScaled(input.price)]
      if (quantity === null) return refuse('parameter.invalid', { field: 'quantity' })
      if (price === null) return refuse('parameter.invalid', { field: 'price' })
      const sources = readSources(app, input.bring)
      if (!sources.ok) return sources
      return applyToPlacing(app, { caller, idempotency, placingId: input.id, quantity, price, sources: sources.value })
    },

    cancel: ({ input, caller, idempotency }) => cancelPlacingApplication(app, { caller, idempotency, id: input.id }),

    list: ({ input, caller, now }) => listOf(app, caller.accountId, input, now),

    flatCount: async ({ input: { id, stockCode }, caller: { accountId } }) => {
      if (id === undefined && stockCode === undefined) return refuse('parameter.missing', { field: 'id' })
      return inSnapshot(app.pool, async (reader) => {
        const own = id === undefined ? null : await ownSubscription(reader, accountId, id)
        if (id !== undefined && own?.kind !== 'placing') return refuse('object.not_found', { field: 'id' })
        const instrumentId = own?.instrumentId ?? app.venue.idOf(HOUSE_MARKET, stockCode ?? '')
        const held = await heldOfPlacings(reader, { accountId, instrumentId, id: id ?? null })
        return ok({
          count: formatScaled(sellableOf(held)),
          lockedCount: formatScaled(held.locked),
          unlockDate: held.unlocksOn,
        })
      })
    },
  })

/** The one whose window is open, the next to open, or the last that was. Placings come with the latest first. */
const nextOf = (all: readonly Placing[], now: Instant): Placing | null =>
  all.findLast((placing) => placing.status !== 'withdrawn' && placing.closesAt > now) ?? all[0] ?? null

type Asked = Readonly<{ pageNum: number; pageSize: number; status?: number | undefined }>

async function listOf(app: App, accountId: string, { status, ...page }: Asked, now: Instant) {
  const statuses = subscriptionStatuses.filter((each) => status === undefined || codeOfSubscription[each] === status)
  return inSnapshot(app.pool, async (reader) => {
    const { list, total } = await applicationsOf(reader, accountId, { statuses, ...sliceOf(page) })
    const placings = await keptPlacings.byIds(
      reader,
      list.map(({ offeringId }) => offeringId),
    )
    const rows = []
    for (const subscription of list) {
      const placing = placings.get(subscription.offeringId)
      const { id, instrumentId } = subscription
      const held = subscription.status === 'delivered' ? await heldOfPlacings(reader, { accountId, instrumentId, id }) : null
      if (placing !== undefined) rows.push(presentOrder(app.venue, { subscription, placing, held }, now))
    }
    return ok(pageOf(rows, total, page))
  })
}
