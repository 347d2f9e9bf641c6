import { SKIPS_TO_PAUSE } from '../../src/plans/plan.ts'
import { planKind, planRunKind } from '../../src/plans/records.ts'
import { usStockFees } from '../../src/markets/us.ts'
import { orderKind } from '../../src/orders/records.ts'
import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'
import { changing, holding } from './replaced.ts'

/** Bugs of plans. */
export const plantedInPlans: Planted = {
  'a dividend is reinvested twice': {
    ...realRules,
    pendingRun: (state, occasion) => realRules.pendingRun(holding(state, planRunKind, new Map()), occasion),
  },
  'a plan takes from wallets that it does not name': {
    ...realRules,
    sourcesOfRun: ({ amount }, givers) => givers.map((giver) => ({ ...giver, most: amount })),
  },
  'a paused plan buys': {
    ...realRules,
    pendingRun: (state, occasion) =>
      realRules.pendingRun(
        holding(state, planKind, new Map([...planKind.of(state)].map(([id, plan]) => [id, { ...plan, status: 'active' }]))),
        occasion,
      ),
  },
  'a plan keeps its date once it has bought': {
    ...realRules,
    placedRun: (pending, occasion, orderId, now) =>
      changing(realRules.placedRun(pending, occasion, orderId, now), planKind, [pending.plan]),
  },
  'skips never pause a plan': {
    ...realRules,
    skippedRun: (pending, occasion, skipped, now) => {
      const outcome = realRules.skippedRun(pending, occasion, skipped, now)
      return changing(
        outcome,
        planKind,
        planKind.in(outcome).map((plan) => ({ ...plan, status: 'active' as const, pausedBy: null })),
      )
    },
  },
  'a missed date counts as a skip': {
    ...realRules,
    skippedRun: (pending, occasion, skipped, now) => realRules.skippedRun(pending, occasion, skipped === 'missed' ? 'money' : skipped, now),
  },
  'a plan that is resumed still counts its skips': {
    ...realRules,
    actOnPlan: (state, acting, now) => {
      const acted = realRules.actOnPlan(state, acting, now)
      if (!acted.ok || acted.value.plan.recurring === null || acting.act !== 'resume') return acted
      const plan = { ...acted.value.plan, recurring: { ...acted.value.plan.recurring, skipsInRow: SKIPS_TO_PAUSE } }
      return { ok: true, value: { plan, outcome: changing(acted.value.outcome, planKind, [plan]) } }
    },
  },
  'a reinvested dividend pays a fee': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => {
      const isFree = orderKind.of(state).get(execution.orderId)?.origin === 'reinvestment'
      return realRules.bookExecution(state, execution, isFree ? { ...terms, fees: usStockFees } : terms, now)
    },
  },
  'a frozen account begins a plan': {
    ...realRules,
    beginPlan: (state, begun, now) => realRules.beginPlan({ ...state, frozen: false }, begun, now),
  },
}
