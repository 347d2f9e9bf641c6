import { ok } from '../../src/result.ts'
import type { MarginStep } from '../../src/margin/liquidation.ts'
import { markOf, valueMargin } from '../../src/margin/valuation.ts'
import { PLAIN_MODEL, type ModelOrder, addCash, cashIn, endInModel, placeInModel } from '../model/account.ts'
import { type ModelPosition } from '../model/margin.ts'
import { type ModelStep, expectedStep, stateNames, worstOfLiquidation } from '../model/margin-call.ts'
import { contractOf, withinDay } from '../model/contracts.ts'
import type { MarginListing } from '../world/listings.ts'
import { termsFor } from '../world/terms.ts'
import { type Step, closeBefore, dateIn, lastOf, listingOf } from '../world/world.ts'
import { marginPositionKind } from '../../src/margin/records.ts'

/** Looks after a position whose margin may run short, step by step: notified, topped up, its orders cancelled, closed by half and whole. */
export function lookAfterMargin(step: Step): void {
  const open = openOf(step)
  if (open.length === 0) return
  const [positionId] = step.rng.pick(open)
  // A second look a moment later finds the work of the first already done.
  for (let looks = step.rng.percent(30) ? 2 : 1; looks > 0; looks -= 1) look(step, positionId)
}

function look(step: Step, positionId: string): void {
  const position = step.model.live.get(positionId)
  if (position === undefined) return
  const listing = listingFor(step, positionId)
  const matching = step.rng.percent(90)
  const seen = {
    ticks: markIn(step, listing),
    available: availableTo(step, listing),
    confirmed: step.rng.percent(80),
    matching,
    now: step.now,
  }
  if (seen.ticks === 0n) return
  const expected = expectedStep(position, seen)
  const taken = takeStep(step, listing, positionId, seen)
  if (nameOf(taken) !== nameOf(expected, listing.lot))
    throw new Error(`${positionId} needs ${nameOf(expected, listing.lot)}, and ${nameOf(taken)} was done`)
  carryOutInModel(step, positionId, position, expected, listing)
  if (expected.kind !== 'nothing')
    step.world.seen.add(`margin: ${expected.kind === 'close' ? `${expected.kind} ${expected.stage}` : expected.kind}`)
}

export const openOf = ({ model }: Step): (readonly [string, ModelPosition])[] => [...model.live]

export function listingFor({ world, account }: Step, positionId: string): MarginListing {
  return listingOf(world, marginPositionKind.of(account.state).get(positionId)?.instrumentId ?? '') as MarginListing
}

/** The last price, cut to the day's band. */
const markIn = (step: Step, listing: MarginListing): bigint =>
  withinDay(contractOf(listing.instrument.id), lastOf(step, listing), closeBefore(step, listing))

const availableTo = ({ model }: Step, { wallet }: MarginListing): bigint => (model.frozen ? 0n : cashIn(model, wallet))

/** A step as text, so that two of them can be compared. */
function nameOf(step: MarginStep | ModelStep, lot = 1n): string {
  if (step.kind === 'close') return `close ${step.stage} ${'quantity' in step ? step.quantity : step.steps * lot}`
  if (step.kind === 'tell') return `tell ${typeof step.state === 'number' ? stateNames[step.state] : step.state}`
  return step.kind === 'topUp' ? `topUp ${step.cents}` : step.kind
}

type Seen = Readonly<{ ticks: bigint; available: bigint; confirmed: boolean; matching: boolean }>

function takeStep(step: Step, listing: MarginListing, positionId: string, { available, confirmed, matching }: Seen): MarginStep {
  const { world, accountId, now, number } = step
  const { rules } = world.brokerage
  const { instrument } = listing
  const terms = termsFor(step, listing, instrument.step)
  const { market, rate } = terms
  if (market === null || rate === null) throw new Error('a market without a price is not looked at')
  const taken: { step: MarginStep } = { step: { kind: 'nothing' } }
  const done = world.brokerage.decide(accountId, now, (state) => {
    const position = marginPositionKind.of(state).get(positionId)
    if (position === undefined) throw new Error(`${positionId} is not in the books`)
    const mark = markOf(instrument, market)
    const valuation = valueMargin(position, mark, instrument.contract, rate)
    taken.step = rules.nextMarginStep(position, { valuation, confirmed, matching, available, step: instrument.step }, now)
    const naming = { id: `order-${number}`, number: `order-${number}` }
    return rules.carryOut(state, taken.step, { position, instrument, valuation, mark, rate, terms, ...naming }, now)
  })
  if (!done.ok) throw new Error(`a step of a margin call was refused: ${done.refusal}`)
  if (taken.step.kind === 'cancelOrders') cancelOrdersOf(step, positionId)
  return taken.step
}

/** Cancels every order of the position at the venue: those that close it and those that open more. */
function cancelOrdersOf(step: Step, positionId: string): void {
  for (const order of ordersOf(step, positionId)) {
    const tradeDate = dateIn(step, listingOf(step.world, order.instrumentId))
    const ended = step.world.brokerage.end(step.accountId, order.id, { reason: 'SYSTEM', tradeDate }, step.now)
    if (!ended.ok) throw new Error(`an order of a margin call could not be ended: ${ended.refusal}`)
  }
}

const ordersOf = ({ model }: Step, positionId: string): readonly ModelOrder[] =>
  [...model.open.values()].filter(({ margin }) => margin?.positionId === positionId)

function carryOutInModel(step: Step, positionId: string, position: ModelPosition, taken: ModelStep, listing: MarginListing): void {
  const { model, now } = step
  if (taken.kind === 'tell') position.told = { state: taken.state, at: now }
  if (taken.kind === 'recovered') position.liquidation = 'none'
  if (taken.kind === 'cancelOrders') for (const order of ordersOf(step, positionId)) endInModel(model, order)
  if (taken.kind === 'topUp') {
    addCash(model, listing.wallet, -taken.cents)
    position.margin += taken.cents
    position.topUpLeft = (position.topUpLeft ?? 0n) - taken.cents
  }
  if (taken.kind === 'close') liquidateInModel(step, positionId, position, taken, listing)
}

type Closing = Extract<ModelStep, { kind: 'close' }>

function liquidateInModel(
  step: Step,
  positionId: string,
  position: ModelPosition,
  { steps, stage }: Closing,
  listing: MarginListing,
): void {
  const side = position.direction > 0n ? 'sell' : 'buy'
  const date = dateIn(step, listing)
  position.liquidation = stage
  position.liquidatingSince = step.now
  position.held += steps
  placeInModel(step.model, {
    ...PLAIN_MODEL,
    id: `order-${step.number}`,
    side,
    instrumentId: listing.instrument.id,
    wallet: listing.wallet,
    margin: { action: 'close', positionId, liquidates: true },
    worst: withinDay(contractOf(listing.instrument.id), worstOfLiquidation(side, markIn(step, listing)), closeBefore(step, listing)),
    shares: steps,
    hasLimit: false,
    days: 0,
    placedOn: date,
    lastDate: date,
  })
}

/** Lets margin be added automatically up to a cap, or stops that. */
export function allowTopUp(step: Step): void {
  const open = openOf(step)
  if (open.length === 0) return
  const { rng, world, accountId, now } = step
  const [positionId, position] = rng.pick(open)
  const cap = rng.percent(30) ? null : BigInt(rng.below(2_000_000))
  const allowed = world.brokerage.decide(accountId, now, (state) => {
    const set = world.brokerage.rules.setTopUp(state, { positionId, cap }, now)
    return set.ok ? ok(set.value.outcome) : set
  })
  if (!allowed.ok) throw new Error(`margin could not be let be added: ${allowed.refusal}`)
  position.topUpLeft = cap
  world.seen.add(cap === null ? 'margin is no more added by itself' : 'margin may be added by itself')
}
