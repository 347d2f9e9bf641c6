import { addDays } from '../calendar-date.ts'
import { fractionTermsOf } from '../fractions/fraction.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { tradedTermsOf } from '../instruments/terms.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { next } from '../machine.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { giversTo } from '../transfers/sources.ts'
import type { WalletType } from '../wallets/wallet.ts'
import {
  MAX_DAYS_AHEAD,
  MAX_MONTH_DAY,
  MAX_PLANS,
  MAX_WEEKDAY,
  type Plan,
  type Recurring,
  type Schedule,
  isOpenPlan,
  planMachine,
} from './plan.ts'
import { planKind } from './records.ts'
import { dueFrom } from './schedule.ts'

/** What a customer does with plans: begin one, change it, pause it, let it go on, end it (`docs/rules/plans.md` P.6). */

export type Changed = Readonly<{ plan: Plan; outcome: Outcome }>

export type Amounted = Schedule & Pick<Recurring, 'amount' | 'givers'>

type Begun = Readonly<{
  id: string
  number: string
  instrument: Instrument | null
  /** Null for one that reinvests dividends. */
  recurring: Amounted | null
  /** The first day whose purchases are still to come. */
  from: CalendarDate
}>

/** Begins a plan. A share has one plan that reinvests; asking again for it is answered with the one there is. */
export function beginPlan(state: AccountState, { id, number, instrument, recurring, from }: Begun, now: Instant): Result<Changed> {
  if (state.frozen) return refuse('account.frozen')
  if (instrument === null || instrument.contract !== null) return refuse('instrument.unknown', { field: 'stockCode' })
  // Plans buy by amount, which is for shares that are held in parts.
  if (fractionTermsOf(instrument) === null) return refuse('plan.instrument', { field: 'stockCode' })
  const open = [...planKind.of(state).values()].filter(isOpenPlan)
  const same = open.find((plan) => plan.recurring === null && plan.instrumentId === instrument.id)
  if (recurring === null && same !== undefined) return ok({ plan: same, outcome: { entries: [] } })
  if (open.length >= MAX_PLANS) return refuse('plan.too_many', { num: MAX_PLANS })
  const { wallet } = tradedTermsOf(instrument.market)
  const wrong = recurring === null ? null : wrongTerms(recurring, { wallet, from })
  if (wrong !== null) return wrong
  return changed({
    id,
    number,
    accountId: state.accountId,
    instrumentId: instrument.id,
    wallet,
    recurring: recurring === null ? null : { ...recurring, dueOn: dueFrom(recurring, from), skipsInRow: 0 },
    status: 'active',
    pausedBy: null,
    lastRanOn: null,
    startedAt: now,
    changedAt: now,
  })
}

type Paid = Readonly<{ wallet: WalletType; from: CalendarDate }>

/** Why no plan could be of these terms. The amount is looked at by the order itself, which knows the least one of its day. */
export function wrongTerms({ rhythm, day, firstDate, amount, givers }: Amounted, { wallet, from }: Paid): Refusal | null {
  if (amount <= 0n) return refuse('parameter.invalid', { field: 'amount' })
  if (day < 1 || day > (rhythm === 'week' ? MAX_WEEKDAY : MAX_MONTH_DAY)) return refuse('parameter.invalid', { field: 'day' })
  const may = giversTo(wallet)
  if (new Set(givers).size !== givers.length || givers.some((giver) => !may.includes(giver)))
    return refuse('parameter.invalid', { field: 'givers' })
  return firstDate > addDays(from, MAX_DAYS_AHEAD) ? refuse('parameter.invalid', { field: 'firstDate' }) : null
}

type Changing = Readonly<{ planId: string; recurring: Amounted; from: CalendarDate }>

/** Changes amount, dates and givers. The next purchase follows the new dates, and never one whose moment is over. */
export function changePlan(state: AccountState, { planId, recurring, from }: Changing, now: Instant): Result<Changed> {
  const plan = planKind.of(state).get(planId)
  if (plan === undefined || plan.recurring === null) return refuse('object.not_found', { field: 'id' })
  if (!isOpenPlan(plan)) return refuse('plan.ended')
  const wrong = wrongTerms(recurring, { wallet: plan.wallet, from })
  if (wrong !== null) return wrong
  const { skipsInRow } = plan.recurring
  return changed({ ...plan, recurring: { ...recurring, dueOn: dueFrom(recurring, from), skipsInRow }, changedAt: now })
}

export const planActs = ['pause', 'resume', 'end'] as const
export type PlanAct = (typeof planActs)[number]

type Acting = Readonly<{ planId: string; act: PlanAct; from: CalendarDate }>

/** Pauses, resumes or ends a plan. Nothing stands in the way of stopping; a plan that already is as asked for stays as it is. */
export function actOnPlan(state: AccountState, { planId, act, from }: Acting, now: Instant): Result<Changed> {
  const plan = planKind.of(state).get(planId)
  if (plan === undefined) return refuse('object.not_found', { field: 'id' })
  const status = next(planMachine, plan.status, act)
  if (status === null) return isAlready(plan, act) ? ok({ plan, outcome: { entries: [] } }) : refuse('plan.ended')
  if (act === 'resume' && state.frozen) return refuse('account.frozen')
  const goesOn = act === 'resume' && plan.recurring !== null
  return changed({
    ...plan,
    status,
    pausedBy: status === 'paused' ? 'customer' : null,
    // It starts over: what fell due meanwhile is not made up for.
    recurring: goesOn ? { ...plan.recurring, dueOn: dueFrom(plan.recurring, from), skipsInRow: 0 } : plan.recurring,
    changedAt: now,
  })
}

const isAlready = ({ status }: Plan, act: PlanAct): boolean =>
  status === ({ pause: 'paused', resume: 'active', end: 'ended' } as const)[act]

const changed = (plan: Plan): Result<Changed> => ok({ plan, outcome: { entries: [], records: planKind.changed(plan) } })
