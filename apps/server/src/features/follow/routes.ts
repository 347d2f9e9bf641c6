import { codeOfMandate } from '@rueda/contract/codes.ts'
import { type FollowAgency, follow as endpoints } from '@rueda/contract/follow.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { agencies, agencyList } from '@rueda/rules/follow/agency.ts'
import { isOpen as isOpenMandate, mandateStatuses } from '@rueda/rules/follow/mandate.ts'
import { formatMinor, minorDigits } from '@rueda/rules/money.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { strikesOf } from './agency-book.ts'
import { roomOf } from './capacity.ts'
import { cancelFollowing, endFollowing, follow, limitFollowing, renewFollowing } from './change.ts'
import { presentAgency, presentHoldings, presentMandate, presentStrike, ruleOf, wordsOf } from './present.ts'
import { statisticsOf } from './stat.ts'
import { mandatesOf } from './store.ts'

/** Following agencies: what there is with its whole record, what the customer follows, and every change of it. */
export const followRoutes = (app: App): Registered =>
  routes(endpoints, {
    agencies: async ({ input, language, now }) => {
      const room = await roomOf(app, 'waiting')
      const all = agencyList.flatMap((agency) => {
        const latest = app.agencies.latest(agency.id)
        if (latest === null) return []
        return [presentAgency(app, agency, { latest, room: room(agency.id), words: wordsOf(agency, language), now })]
      })
      const { limit, offset } = sliceOf(input)
      return ok(all.toSorted(orders[input.sort ?? 'risk']).slice(offset, offset + limit))
    },

    evidence: async ({ input }) => {
      const { agencyId } = input
      const latest = app.agencies.latest(agencyId)
      if (latest === null) return refuse('object.not_found', { field: 'agencyId' })
      const kind = input.kind === 'BACKTEST' ? 'backtest' : 'live'
      const strikes = await strikesOf(app.pool, { agencyId, kind, ...sliceOf(input) })
      return ok({
        ...ruleOf(app, agencies[agencyId]),
        cash: formatMinor(latest.cash, 'USD'),
        holdings: presentHoldings(app, latest),
        strikes: pageOf(
          strikes.map((strike) => presentStrike(app, strike)),
          app.agencies.days(agencyId, kind).length,
          input,
        ),
      })
    },

    stat: async ({ caller }) => ok(await inSnapshot(app.pool, (reader) => statisticsOf(app, reader, caller.accountId))),

    add: ({ input, caller, idempotency }) => {
      const amount = parseDecimal(input.amount, minorDigits.USD)
      if (amount === null) return refuse('parameter.invalid', { field: 'amount' })
      const { agencyId, termDays, lossLimit = null } = input
      return follow(app, { caller, idempotency, agencyId, amount, termDays, lossLimit })
    },

    orders: async ({ input, caller, now }) => {
      const { id = null, status, isOpen } = input
      const statuses = mandateStatuses.filter(
        (each) =>
          (status === undefined || codeOfMandate[each] === status) &&
          (isOpen === undefined || isOpenMandate({ status: each }) === (isOpen === 1)),
      )
      const { list, total } = await inSnapshot(app.pool, (reader) =>
        mandatesOf(reader, caller.accountId, { id, statuses, ...sliceOf(input) }),
      )
      return ok(
        pageOf(
          list.map((mandate) => presentMandate(app, mandate, now)),
          total,
          input,
        ),
      )
    },

    cancel: ({ input, caller, idempotency }) => cancelFollowing(app, { caller, idempotency, mandateId: input.id }),
    end: ({ input, caller, idempotency }) =>
      endFollowing(app, { caller, idempotency, mandateId: input.id, takesExitFee: input.takesExitFee === 1 }),
    renew: ({ input, caller, idempotency }) =>
      renewFollowing(app, { caller, idempotency, mandateId: input.id, renews: input.renews === 1 }),
    limit: ({ input, caller, idempotency }) =>
      limitFollowing(app, { caller, idempotency, mandateId: input.id, lossLimit: input.lossLimit === 0 ? null : input.lossLimit }),
  })

type Order = (a: FollowAgency, b: FollowAgency) => number
const byRisk: Order = (a, b) => a.riskLevel - b.riskLevel

/** Equal ones by their risk. A return that is not known yet comes last. */
const orders: Readonly<Record<'risk' | 'age' | 'return12m', Order>> = {
  risk: byRisk,
  age: (a, b) => (a.record.since === b.record.since ? byRisk(a, b) : a.record.since < b.record.since ? -1 : 1),
  return12m: (a, b) =>
    Number(b.record.return12m ?? Number.NEGATIVE_INFINITY) - Number(a.record.return12m ?? Number.NEGATIVE_INFINITY) || byRisk(a, b),
}
