import { codeOfIpo, codeOfSubscription } from '@rueda/contract/codes.ts'
import { subscriptions as endpoints } from '@rueda/contract/subscriptions.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import { SUBSCRIPTION_WALLET, mostFor } from '@rueda/rules/subscriptions/offering.ts'
import { type SubscriptionStatus, subscriptionStatuses } from '@rueda/rules/subscriptions/subscription.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageIn, pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { readSources } from '../transfers/bring.ts'
import { availableFor } from './applications.ts'
import { applyToIpo, cancelIpoApplication } from './apply.ts'
import { offeringOf, statusAt } from './offering.ts'
import { presentFairness, presentIpo, presentOrder } from './present.ts'
import { money, priceText } from './shown.ts'
import { keptIpos, resultsOf, subscriptionsOf } from './store.ts'

/** New shares: what is offered, applying and taking back, and the proof of every draw. The rules decide on the write path. */
export const subscriptionRoutes = (app: App): Registered =>
  routes(endpoints, {
    newStock: async ({ now, language }) =>
      ok((await keptIpos.all(app.pool)).slice(0, MAX_SHOWN).map((ipo) => presentIpo(ipo, now, language))),

    saleList: async ({ input, now, language }) => {
      const ipos = (await keptIpos.all(app.pool)).filter(
        (ipo) => input.status === undefined || codeOfIpo[statusAt(ipo, now)] === input.status,
      )
      const page = pageIn(ipos, input)
      return ok({ ...page, list: page.list.map((ipo) => presentIpo(ipo, now, language)) })
    },

    fairness: async ({ input, now }) =>
      inSnapshot(app.pool, async (reader) => {
        const ipo = await keptIpos.byId(reader, input.id)
        if (ipo === null) return refuse('object.not_found', { field: 'id' })
        return ok(presentFairness(ipo, await resultsOf(reader, ipo.id), now))
      }),

    create: ({ input, caller, idempotency }) => {
      if (input.agreeProspectus !== 1) return refuse('parameter.missing', { field: 'agreeProspectus' })
      if ((input.walletType ?? SUBSCRIPTION_WALLET) !== SUBSCRIPTION_WALLET) return refuse('parameter.invalid', { field: 'walletType' })
      const quantity = parseScaled(input.quantity)
      if (quantity === null) return refuse('parameter.invalid', { field: 'quantity' })
      const sources = readSources(app, input.bring)
      return sources.ok ? applyToIpo(app, { caller, idempotency, ipoId: input.id, quantity, sources: sources.value }) : sources
    },

    cancel: ({ input, caller, idempotency }) => cancelIpoApplication(app, { caller, idempotency, id: input.id }),

    running: ({ input, caller, now }) => listOf(app, caller.accountId, { ...input, among: UNDER_WAY }, now),
    list: ({ input, caller, now }) => listOf(app, caller.accountId, { ...input, among: subscriptionStatuses }, now),

    fullNumber: async ({ input, caller }) =>
      inSnapshot(app.pool, async (reader) => {
        const ipo = await keptIpos.byId(reader, input.id)
        if (ipo === null) return refuse('object.not_found', { field: 'id' })
        const available = await availableFor(reader, caller.accountId)
        const offering = offeringOf(ipo)
        return ok({
          full: formatScaled(mostFor(offering, available)),
          min: formatScaled(offering.lotSize),
          step: formatScaled(offering.lotSize),
          price: priceText(offering.price),
          available: money(available),
        })
      }),
  })

/** The newest; earlier ones are in the list with pages. */
const MAX_SHOWN = 60
const UNDER_WAY: readonly SubscriptionStatus[] = ['waiting', 'allotted']

type Asked = Readonly<{ pageNum: number; pageSize: number; status?: number | undefined; among: readonly SubscriptionStatus[] }>

async function listOf(app: App, accountId: string, { among, status, ...page }: Asked, now: Instant) {
  const statuses = among.filter((each) => status === undefined || codeOfSubscription[each] === status)
  return inSnapshot(app.pool, async (reader) => {
    const { list, total } = await subscriptionsOf(reader, accountId, { statuses, ...sliceOf(page) })
    const ipos = await keptIpos.byIds(
      reader,
      list.map(({ subscription }) => subscription.offeringId),
    )
    const rows = list.flatMap((placed) => {
      const ipo = ipos.get(placed.subscription.offeringId)
      return ipo === undefined ? [] : [presentOrder(placed, ipo, now)]
    })
    return ok(pageOf(rows, total, page))
  })
}
