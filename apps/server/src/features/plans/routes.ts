import { plans as endpoints } from '@rueda/contract/plans.ts'
import { isBound } from '@rueda/rules/agreements/bound-acts.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { type Amounted, wrongTerms } from '@rueda/rules/plans/change.ts'
import { type Rhythm, amountAYear, isOpenPlan, planStatuses } from '@rueda/rules/plans/plan.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { act, begin, change, planOf, plannable, walletOfPlan } from './change.ts'
import { sizePlan } from './cost.ts'
import { presentPlans, presentPreview, presentRun } from './present.ts'
import { runsFrom } from './sessions.ts'
import { ownPlan, plansOf, runsOf } from './store.ts'

/** Plans: what the customer has, what they bought, beginning and changing them. The rules decide on the write path. */
export const planRoutes = (app: App): Registered =>
  routes(endpoints, {
    list: async ({ input, caller: { accountId } }) => {
      const { id, isOpen, stockCode, market = 'US' } = input
      if (id !== undefined) {
        const plan = await ownPlan(app.pool, accountId, id)
        return ok(pageOf(await presentPlans(app, accountId, plan === null ? [] : [plan]), plan === null ? 0 : 1, input))
      }
      const statuses = planStatuses.filter((status) => isOpen === undefined || isOpenPlan({ status }) === (isOpen === 1))
      const instrumentId = stockCode === undefined ? null : app.venue.idOf(market, stockCode)
      const { list, total } = await plansOf(app.pool, accountId, { statuses, instrumentId, ...sliceOf(input) })
      return ok(pageOf(await presentPlans(app, accountId, list), total, input))
    },

    runs: async ({ input, caller: { accountId } }) => {
      const plan = await ownPlan(app.pool, accountId, input.id)
      if (plan === null) return refuse('object.not_found', { field: 'id' })
      const { list, total } = await runsOf(app.pool, accountId, plan.id, sliceOf(input))
      return ok(
        pageOf(
          list.map((run) => presentRun(run, plan)),
          total,
          input,
        ),
      )
    },

    preview: async ({ input, caller: { accountId }, now }) => {
      const found = plannable(app, input)
      if (!found.ok) return found
      const instrument = found.value
      const recurring = readSchedule(input, minorDigits[instrument.currency])
      if (!recurring.ok) return recurring
      const from = await runsFrom(app.venue, instrument.market, now)
      const wallet = walletOfPlan(instrument)
      const wrong = wrongTerms(recurring.value, { wallet, from })
      if (wrong !== null) return wrong
      const sized = sizePlan(app, accountId, { instrument, amount: recurring.value.amount }, now)
      const leastAmount = sized.ok ? null : String(sized.facts['num'] ?? '')
      const cost = sized.ok ? sized.value : null
      return ok(await presentPreview(app, { accountId, instrument, wallet, recurring: recurring.value, from, cost, leastAmount }))
    },

    create: async ({ input, caller, idempotency }) => {
      const found = plannable(app, input)
      if (!found.ok) return found
      const { id: instrumentId, market, currency } = found.value
      const recurring = readSchedule(input, minorDigits[currency])
      return recurring.ok ? begin(app, { caller, idempotency, instrumentId, market, recurring: recurring.value }) : recurring
    },

    reinvest: async ({ input, caller, idempotency }) => {
      const found = plannable(app, input)
      if (!found.ok) return found
      const { id: instrumentId, market } = found.value
      return begin(app, { caller, idempotency, instrumentId, market, recurring: null })
    },

    change: async ({ input, caller, idempotency }) => {
      const found = await planOf(app, caller.accountId, input.id)
      if (found === null) return refuse('object.not_found', { field: 'id' })
      const recurring = readSchedule(input, minorDigits[app.venue.instruments.get(found.plan.instrumentId)?.currency ?? 'USD'])
      if (!recurring.ok) return recurring
      const grows = amountAYear(recurring.value) > amountAYear(found.plan.recurring)
      if (grows && isBound('enlargePlan') && !(await app.hasAgreed(caller.accountId))) return refuse('agreement.required')
      return change(app, { caller, idempotency, ...found, recurring: recurring.value })
    },

    act: async ({ input, caller, idempotency }) => {
      const found = await planOf(app, caller.accountId, input.id)
      return found === null ? refuse('object.not_found', { field: 'id' }) : act(app, { caller, idempotency, ...found, act: input.action })
    },
  })

type Asked = Readonly<{
  amount: string
  givers?: readonly WalletType[] | undefined
  rhythm: Rhythm
  day: number
  firstDate: CalendarDate
}>

function readSchedule({ amount: typed, givers = [], rhythm, day, firstDate }: Asked, digits: number): Result<Amounted> {
  const amount = parseDecimal(typed, digits)
  return amount === null ? refuse('parameter.invalid', { field: 'amount' }) : ok({ amount, givers, rhythm, day, firstDate })
}
