import { reinvestmentFeesOf } from '../../src/blocks/fees.ts'
import type { Outcome } from '../../src/ledger/account-state.ts'
import { compose } from '../../src/ledger/compose.ts'
import type { OrderRequest } from '../../src/orders/accept.ts'
import type { PlanAct } from '../../src/plans/change.ts'
import { isPassing, skipOf } from '../../src/plans/plan.ts'
import { planKind } from '../../src/plans/records.ts'
import type { Occasion } from '../../src/plans/run.ts'
import { ok } from '../../src/result.ts'
import { cashIn, placeInModel } from '../model/account.ts'
import { halfUp, minorUnit, roundedUp } from '../model/fees.ts'
import { type ModelPlan, ranInModel, weekdayFrom } from '../model/plans.ts'
import type { holdOf } from '../model/shares.ts'
import type { Listing } from '../world/listings.ts'
import { type Condition, termsFor } from '../world/terms.ts'
import { type Step, dateIn, lastOf, listingOf } from '../world/world.ts'
import { bringInModel, bringingOf, broughtFor, givers, holdOfShares, takeBackInModel } from './bring.ts'
import { MIN_WORTH, askedFor, conditionHere, finishParts, sizedInModel } from './parts.ts'
import { answerTo, expectAnswer, modelOrder, orderIdOf, orderRequestOf } from './place.ts'

/** Plans: begun, paused, resumed and ended, and their purchases: on their date, twice, too late, without money, with a dividend. */
const MAX_OPEN = 6
const MAX_AMOUNT = 60_000
const WEEKDAYS = 5

export function beginPlan(step: Step): void {
  const { world, rng, model, accountId, number, now } = step
  const open = [...model.plans.values()].filter(({ state }) => state !== 'ended')
  if (open.length >= MAX_OPEN) return
  const listing = rng.pick(world.parts)
  const isReinvestment = rng.percent(30)
  const standing = open.find((plan) => plan.isReinvestment && plan.instrumentId === listing.instrument.id)
  const amount = rng.pick([BigInt(1 + rng.below(MAX_AMOUNT)), 151n, cashIn(model, listing.wallet) + 1n])
  const weekday = 1 + rng.below(WEEKDAYS)
  const from = dateIn(step, listing)
  const named = rng.percent(50) ? (givers[listing.wallet] ?? []) : []
  const recurring = isReinvestment ? null : { amount, givers: named, rhythm: 'week' as const, day: weekday, firstDate: from }
  const id = `plan-${number}`
  const answer = world.brokerage.request(accountId, `key-${number}`, now, (state) => {
    const begun = world.brokerage.rules.beginPlan(state, { id, number: id, instrument: listing.instrument, recurring, from }, now)
    return begun.ok ? ok(begun.value.outcome) : begun
  })
  expectAnswer(answer, model.frozen ? 'account.frozen' : null, `a plan of ${amount}`)
  if (!answer.ok) return void world.seen.add(`plan refused: ${answer.refusal}`)
  if (isReinvestment && standing !== undefined) return void world.seen.add('reinvested already')
  const known = {
    id,
    instrumentId: listing.instrument.id,
    isReinvestment,
    amount,
    givers: isReinvestment ? [] : named,
    weekday,
    skips: 0,
    done: new Set<string>(),
  }
  model.plans.set(id, { ...known, state: 'active', dueOn: isReinvestment ? '' : weekdayFrom(from, weekday) })
  world.seen.add(isReinvestment ? 'reinvestment begun' : 'plan begun')
}

export function actOnPlan(step: Step): void {
  const { world, rng, model, accountId, now } = step
  const plan = pickPlan(step)
  if (plan === null) return
  const act = rng.pick<PlanAct>(['pause', 'resume', 'resume', 'end'])
  const from = dateIn(step, listingOf(world, plan.instrumentId))
  const answer = world.brokerage.decide(accountId, now, (state) => {
    const acted = world.brokerage.rules.actOnPlan(state, { planId: plan.id, act, from }, now)
    return acted.ok ? ok(acted.value.outcome) : acted
  })
  const wanted = ({ pause: 'paused', resume: 'active', end: 'ended' } as const)[act]
  const isOver = plan.state === 'ended' && wanted !== 'ended'
  const isBarred = act === 'resume' && plan.state === 'paused' && model.frozen
  expectAnswer(answer, isOver ? 'plan.ended' : isBarred ? 'account.frozen' : null, `to ${act} a plan`)
  if (isOver || isBarred || plan.state === wanted) return
  if (act === 'resume') Object.assign(plan, { skips: 0, dueOn: plan.isReinvestment ? '' : weekdayFrom(from, plan.weekday) })
  plan.state = wanted
  expectPlan(step, plan)
  world.seen.add(`plan: ${act}`)
}

const RECENT = 6
function pickPlan({ rng, model }: Step): ModelPlan | null {
  const all = [...model.plans.values()]
  const open = all.filter(({ state }) => state !== 'ended')
  const among = open.length > 0 && rng.percent(85) ? open : all.slice(-RECENT)
  return among.length === 0 ? null : rng.pick(among)
}

/** The job comes on the date, late, and twice. */
export function runPlan(step: Step): void {
  const { rng, world } = step
  const plan = pickPlan(step)
  if (plan === null) return
  const listing = listingOf(world, plan.instrumentId)
  const occasion = occasionOf(step, plan)
  const isMissed = rng.percent(8)
  const condition = conditionHere(step)
  const expected = expectedRun(step, listing, plan, { occasion, isMissed, condition })
  const orders = step.account.state.openOrders
  decideRun(step, listing, plan, { occasion, isMissed, condition })
  if (expected.kind === 'bought') {
    const { asked } = expected
    const held = plan.isReinvestment ? { isFree: true, held: holdWithoutFees(asked) } : {}
    const order = modelOrder(asked, orderIdOf(step.number), dateIn(step, listing), held)
    placeInModel(step.model, order)
    finishParts(step, listing, order, condition)
    world.seen.add(plan.isReinvestment ? 'dividend reinvested' : 'plan bought')
  } else if (step.account.state.openOrders !== orders) throw new Error(`a plan placed an order: ${expected.kind}`)
  else world.seen.add(`plan: ${expected.kind}`)
  if (expected.kind !== 'nothing' && expected.kind !== 'waits') ranInModel(plan, occasion.occasion, expected.kind)
  expectPlan(step, plan)
  if (!rng.percent(30)) return
  const before = step.account.entries.length
  decideRun(step, listing, plan, { occasion, isMissed: false, condition: 'halted' })
  expectPlan(step, plan)
  if (step.account.entries.length !== before) throw new Error('a purchase of a plan was made twice')
}

function occasionOf({ rng, number }: Step, plan: ModelPlan): Occasion {
  const again = [...plan.done].at(-1)
  const isAgain = again !== undefined && rng.percent(25)
  const occasion = isAgain ? again : plan.isReinvestment ? `dividend-${number}` : plan.dueOn
  const dueOn = plan.isReinvestment ? '2026-01-02' : occasion
  const dividend = plan.isReinvestment ? rng.pick([BigInt(1 + rng.below(MAX_AMOUNT)), 99n, 101n]) : null
  return { planId: plan.id, occasion, dueOn, ranOn: dueOn, dividend }
}

type Run = Readonly<{ occasion: Occasion; isMissed: boolean; condition: Condition }>

function decideRun(step: Step, listing: Listing, plan: ModelPlan, { occasion, isMissed, condition }: Run): void {
  const { world, accountId, number, now } = step
  const { rules } = world.brokerage
  const decided = world.brokerage.decide(accountId, now, (state) => {
    const pending = rules.pendingRun(state, occasion)
    if (pending === null) return ok(NOTHING)
    if (isMissed) return ok(rules.skippedRun(pending, occasion, 'missed', now))
    const terms = termsFor(step, listing, 0n, condition)
    const fees = plan.isReinvestment ? reinvestmentFeesOf(listing.instrument, 0n) : terms.fees
    const id = orderIdOf(number)
    const origin = plan.isReinvestment ? ('reinvestment' as const) : ('plan' as const)
    const asked = askedFor(step, listing, 'buy', 0n, 0n)
    const request: OrderRequest = { ...orderRequestOf(asked, id, listing), quantity: 0n, amount: pending.amount, origin }
    const sized = rules.sizedByAmount(request, { ...terms, fees })
    if (!sized.ok) return ok(rules.skippedRun(pending, occasion, skipOf(sized.refusal), now))
    const offered = (givers[listing.wallet] ?? []).map((from) => ({ from, id: '' }))
    const bringing = bringingOf(step, listing.wallet, rules.sourcesOfRun(pending, offered), `bring-${number}`)
    const accepted = rules.bringFirst(state, bringing, (at) => rules.acceptOrder(at, sized.value, { ...terms, fees }, now), now)
    if (accepted.ok) return ok(compose(rules.placedRun(pending, occasion, id, now), accepted.value.outcome))
    return ok(isPassing(accepted.refusal) ? NOTHING : rules.skippedRun(pending, occasion, skipOf(accepted.refusal), now))
  })
  if (!decided.ok) throw new Error(`the job of plans was refused: ${decided.refusal}`)
}

const NOTHING: Outcome = { entries: [] }

type Expected =
  | Readonly<{ kind: 'nothing' | 'waits' | 'skipped' | 'missed' }>
  | Readonly<{ kind: 'bought'; asked: ReturnType<typeof askedFor> }>

function expectedRun(step: Step, listing: Listing, plan: ModelPlan, { occasion, isMissed, condition }: Run): Expected {
  if (plan.state !== 'active' || plan.done.has(occasion.occasion)) return { kind: 'nothing' }
  if (isMissed) return { kind: 'missed' }
  const amount = occasion.dividend ?? plan.amount
  const { collar, shares } = sizedInModel(step, listing, amount, !plan.isReinvestment)
  const last = lastOf(step, listing)
  const worth = halfUp(shares * (collar < last ? collar : last), minorUnit(listing.instrument.id))
  if (shares === 0n || worth < MIN_WORTH) return { kind: 'skipped' }
  const asked = askedFor(step, listing, 'buy', shares, collar)
  const hold = holdOfShares(asked, dateIn(step, listing))
  const moved = broughtFor(step.model, { wallet: listing.wallet, hold }, sourcesFor(plan, amount))
  bringInModel(step.model, listing.wallet, moved, `bring-${step.number}`)
  const answer = answerTo(step, listing, asked, condition)
  const isShort = answer === 'wallet.insufficient'
  // Without a fee there may be money enough after all.
  const isCovered = plan.isReinvestment && isShort && holdWithoutFees(asked) <= cashIn(step.model, listing.wallet)
  if (answer === null || isCovered) {
    if (moved.length > 0) step.world.seen.add('brought to a plan')
    return { kind: 'bought', asked }
  }
  takeBackInModel(step.model, listing.wallet, moved, `bring-${step.number}`)
  return { kind: answer === 'market.closed' || answer === 'instrument.halted' ? 'waits' : 'skipped' }
}

/** Each that the plan names may give as much as the purchase is for. */
const sourcesFor = ({ givers: named }: ModelPlan, amount: bigint) => named.map((from) => ({ from, most: amount }))

const holdWithoutFees = ({ worst, shares, instrumentId }: Parameters<typeof holdOf>[0]): bigint =>
  roundedUp(worst * shares, minorUnit(instrumentId))

function expectPlan({ account }: Step, plan: ModelPlan): void {
  const known = planKind.of(account.state).get(plan.id)
  const [status, dueOn = '', skips = 0] = [known?.status, known?.recurring?.dueOn, known?.recurring?.skipsInRow]
  if (status !== plan.state || dueOn !== plan.dueOn || skips !== plan.skips)
    throw new Error(`a plan is ${status} for ${dueOn} after ${skips} skips, the model says ${plan.state}, ${plan.dueOn}, ${plan.skips}`)
}
