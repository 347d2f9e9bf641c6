import type { Plan as PlanRow } from '@rueda/contract/plans.ts'
import { fractionTermsOf } from '@rueda/rules/fractions/fraction.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { type Amounted, type PlanAct, actOnPlan, beginPlan, changePlan } from '@rueda/rules/plans/change.ts'
import type { Plan } from '@rueda/rules/plans/plan.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { commandKind } from '../../write-path/commands.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { sizePlan } from './cost.ts'
import { presentPlan } from './present.ts'
import { openPlansOf, plansById } from './records.ts'
import { dateIn, runsFrom } from './sessions.ts'
import { ownPlan } from './store.ts'

/** What a customer does with plans: begin, change, pause, resume, end. */
type Requested = Readonly<{ caller: Caller; idempotency: Idempotency }>

type Begin = Requested & Readonly<{ instrumentId: string; market: MarketName; recurring: Amounted | null }>

/** Begins a plan; without an amount it reinvests the dividends of its share. */
export async function begin(app: App, { caller, idempotency, instrumentId, market, recurring }: Begin): Promise<Result<PlanRow>> {
  const now = app.clock.now()
  const from = await runsFrom(app.venue, market, now)
  const id = app.ids.next()
  const given = { id, number: referenceNumber('L', dateIn(market, now), id), instrumentId, recurring, from }
  const begun = await app.commands.run(beginningPlan, { accountId: caller.accountId, idempotency, arguments: given })
  return begun.ok ? shown(app, caller, begun.value) : begun
}

/** The plan as it is now, which for a repeated request may be later than it was then. */
async function shown(app: App, { accountId }: Caller, { id }: Readonly<{ id: string }>): Promise<Result<PlanRow>> {
  const plan = await ownPlan(app.pool, accountId, id)
  return plan === null ? refuse('object.not_found', { field: 'id' }) : ok(await presentPlan(app, plan))
}

type Beginning = Readonly<{ id: string; number: string; instrumentId: string; recurring: Amounted | null; from: CalendarDate }>

export const beginningPlan = commandKind({
  name: 'plans.begin',
  reads: (_: Beginning) => ({ wallets: [], records: [openPlansOf] }),
  decide: (app: Pick<Deciding, 'venue' | 'fees' | 'switches'>, { instrumentId, ...given }, state, now) => {
    const off = app.switches.refusal('plans')
    if (off !== null) return off
    const instrument = app.venue.instruments.get(instrumentId) ?? null
    const begun = beginPlan(state, { ...given, instrument }, now)
    if (!begun.ok) return begun
    const wrong =
      given.recurring === null || instrument === null
        ? null
        : tooLittle(app, state.accountId, { instrument, amount: given.recurring.amount }, now)
    return wrong ?? ok({ outcome: begun.value.outcome, data: { id: begun.value.plan.id } })
  },
})

type Change = Requested & Readonly<{ plan: Plan; market: MarketName; recurring: Amounted }>

export async function change(app: App, { caller, idempotency, plan, market, recurring }: Change): Promise<Result<PlanRow>> {
  const from = await runsFrom(app.venue, market, app.clock.now())
  const given = { planId: plan.id, instrumentId: plan.instrumentId, recurring, from }
  const changed = await app.commands.run(changingPlan, { accountId: caller.accountId, idempotency, arguments: given })
  return changed.ok ? shown(app, caller, changed.value) : changed
}

type Changing = Readonly<{ planId: string; instrumentId: string; recurring: Amounted; from: CalendarDate }>

export const changingPlan = commandKind({
  name: 'plans.change',
  reads: ({ planId }: Changing) => ({ wallets: [], records: [plansById([planId])] }),
  decide: (app: Pick<Deciding, 'venue' | 'fees'>, { instrumentId, ...given }, state, now) => {
    const changed = changePlan(state, given, now)
    if (!changed.ok) return changed
    const instrument = app.venue.instruments.get(instrumentId) ?? null
    const wrong = instrument === null ? null : tooLittle(app, state.accountId, { instrument, amount: given.recurring.amount }, now)
    return wrong ?? ok({ outcome: changed.value.outcome, data: { id: changed.value.plan.id } })
  },
})

type Act = Requested & Readonly<{ plan: Plan; market: MarketName; act: PlanAct }>

export async function act(app: App, { caller, idempotency, plan, market, act: asked }: Act): Promise<Result<PlanRow>> {
  const from = await runsFrom(app.venue, market, app.clock.now())
  const given = { planId: plan.id, act: asked, from }
  const acted = await app.commands.run(actingOnPlan, { accountId: caller.accountId, idempotency, arguments: given })
  return acted.ok ? shown(app, caller, acted.value) : acted
}

type Acting = Readonly<{ planId: string; act: PlanAct; from: CalendarDate }>

export const actingOnPlan = commandKind({
  name: 'plans.act',
  reads: ({ planId }: Acting) => ({ wallets: [], records: [plansById([planId])] }),
  decide: (_: object, given, state, now) => {
    const acted = actOnPlan(state, given, now)
    return acted.ok ? ok({ outcome: acted.value.outcome, data: { id: acted.value.plan.id } }) : acted
  },
})

/** An amount that buys nothing at the price of now; one that has no price is taken and looked at on its day. */
function tooLittle(
  app: Pick<Deciding, 'venue' | 'fees'>,
  accountId: string,
  asked: Readonly<{ instrument: Instrument; amount: bigint }>,
  now: number,
): ReturnType<typeof refuse> | null {
  const sized = sizePlan(app, accountId, asked, now)
  return sized.ok ? null : sized
}

type AskedShare = Readonly<{ market: MarketName; stockCode: string }>

/** The instrument that a plan can be for. */
export function plannable({ venue }: Pick<App, 'venue'>, { market, stockCode }: AskedShare): Result<Instrument> {
  const instrument = venue.find(market, stockCode)
  if (instrument === null || instrument.contract !== null) return refuse('instrument.unknown', { field: 'stockCode' })
  return fractionTermsOf(instrument) === null ? refuse('plan.instrument', { field: 'stockCode' }) : ok(instrument)
}

/** The customer's plan with the market of its share. */
export async function planOf(
  app: Pick<App, 'pool' | 'venue'>,
  accountId: string,
  id: string,
): Promise<Readonly<{ plan: Plan; market: MarketName }> | null> {
  const plan = await ownPlan(app.pool, accountId, id)
  if (plan === null) return null
  const market = app.venue.instruments.get(plan.instrumentId)?.market
  return { plan, market: market ?? marketOf(plan.instrumentId) }
}

/** A share that has left the list is still known by its market. */
const marketOf = (instrumentId: string): MarketName => (instrumentId.startsWith('AR:') ? 'AR' : 'US')

export const walletOfPlan = ({ market }: Pick<Instrument, 'market'>) => tradedTermsOf(market).wallet
