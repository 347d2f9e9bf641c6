import { addDays } from '../../src/calendar-date.ts'
import type { Execution } from '../../src/orders/book-execution.ts'
import { executeOnMargin } from '../margin/execute.ts'
import type { ModelOrder } from '../model/account.ts'
import { spreadFill } from '../model/conditional.ts'
import { heldLate } from '../model/corporate.ts'
import { stepAt } from '../model/grid.ts'
import { fillInModel } from '../model/shares.ts'
import { dollarMidAt } from '../world/prices.ts'
import { type Step, dateIn, feesNow, goodTillCancelled, lastOf, listingOf } from '../world/world.ts'
import { type Traded, executionOf, repeat, tell } from './tell.ts'

/** Executions reported by the venue: in time, late, twice, out of order, too dear, too many, and for orders that have ended. */
export function executeSome(step: Step): void {
  const { rng, model } = step
  // Those of robots have parts of shares, and blocks are executed whole: they are finished by operations of their own.
  const open = [...model.open.values()].filter(({ robot, isBlock }) => robot === null && !isBlock)
  if (open.length === 0) return
  // A new order trades soon, or waits for long.
  const order = rng.percent(40) ? (open.at(-1) ?? rng.pick(open)) : rng.pick(open)
  if (order.margin !== null) executeOnMargin(step, order)
  else executeShares(step, order)
}

type Mood = 'fair' | 'too dear' | 'too many'

function executeShares(step: Step, order: ModelOrder): void {
  const { rng, world } = step
  const rest = order.shares - order.filled
  const mood: Mood = rng.percent(4) ? 'too dear' : rng.percent(3) ? 'too many' : 'fair'
  const shares = mood === 'too many' ? rest + 1n : rng.percent(45) ? rest : 1n + BigInt(rng.below(Number(rest)))
  const price = priceOf(step, order, mood)
  if (price === null) return
  const date = tradeDateOf(step, order)
  const execution = executionOf(step, order, { price, shares, date })
  const answer = tell(step, order, execution)
  if (order.waiting || mood !== 'fair') {
    if (answer.ok) throw new Error(`an execution was booked: ${order.waiting ? 'of a held order' : mood}`)
    return void world.seen.add(order.waiting ? 'execution of a held order refused' : `execution refused: ${mood}`)
  }
  if (!answer.ok) throw new Error(`execution refused: ${answer.refusal}`)
  fillShares(step, order, execution, { price, shares, date })
  if (rng.percent(8)) repeat(step, order, execution)
}

/** No better than the market while prices stand still, so that every trade costs its customer something. */
export function priceOf(step: Step, { instrumentId, side, worst }: ModelOrder, mood: Mood): bigint | null {
  const { rng, world } = step
  const tick = stepAt(instrumentId, worst)
  const better = mood === 'too dear' ? -tick : tick * BigInt(rng.below(6))
  const price = side === 'buy' ? worst - better : worst + better
  if (!world.still) return price > 0n ? price : null
  const last = lastOf(step, listingOf(world, instrumentId))
  if (side === 'buy' ? worst < last : worst > last) return null
  return side === 'buy' ? (price < last ? last : price) : price > last ? last : price
}

const LATEST_DAYS = 3
/** Now and then it is reported days later, as after a database outage. */
function tradeDateOf(step: Step, { instrumentId, placedOn }: ModelOrder): string {
  const today = dateIn(step, listingOf(step.world, instrumentId))
  if (step.world.still || !step.rng.percent(8)) return today
  const late = addDays(today, -1 - step.rng.below(LATEST_DAYS))
  return late < placedOn ? placedOn : late
}

/** Applies an execution of shares to the reference model. */
export function fillShares(step: Step, order: ModelOrder, { sequence, settlementDate: settles }: Execution, traded: Traded): void {
  const { model, world } = step
  const { price, shares, date } = traded
  const isAtOnce = settles <= date || settles <= (model.settledThrough.get(order.wallet) ?? '')
  const mid = dollarMidAt(listingOf(world, order.instrumentId).instrument.currency, world.still ? 0 : step.number)
  if (mid !== null) world.mids.set(sequence, mid)
  heldLate(model, order.instrumentId, date, order.side === 'buy' ? shares : -shares)
  fillInModel(model, order, { price, shares, date, settlesOn: isAtOnce ? null : settles })
  spreadFill(model, order, shares, {
    sequence,
    placedOn: dateIn(step, listingOf(world, order.instrumentId)),
    lastDate: goodTillCancelled(date),
  })
  noticeFill(step, order, traded, isAtOnce && settles > date)
  if (isAtOnce && order.side === 'sell' && settles <= date) world.seen.add('sold and settled on its day')
}

function noticeFill(step: Step, order: ModelOrder, { date }: Traded, isAfterSettlement: boolean): void {
  const { model, world } = step
  const { seen } = world
  if (order.sibling !== null) seen.add('one of two for the same shares was filled')
  if (order.exits !== null) seen.add('a purchase brought its exits')
  if (order.sameDay > 0n && order.wallet === 'TW') seen.add('bought and sold in Taiwan on one day')
  if (date < dateIn(step, listingOf(world, order.instrumentId))) seen.add('execution told days later')
  if (isAfterSettlement) seen.add('execution told after its settlement')
  if (order.fees !== feesNow(step)) seen.add('filled under commissions that hold no more')
  seen.add(order.open ? 'partly filled' : 'filled')
  if (order.side === 'sell' && model.holdings.get(order.instrumentId)?.shares === 0n) seen.add('position closed')
  if (order.side === 'sell' && model.realised < 0n) seen.add('sold at a loss')
}

const RECENT = 8

/** The venue reports an execution of an order that has ended: it comes too late and is refused. */
export function executeEnded(step: Step): void {
  const { world, rng, model } = step
  const ended = model.recent.filter(({ open, filled, shares }) => !open && filled < shares)
  if (ended.length === 0) return
  const order = rng.pick(ended.slice(-RECENT))
  const date = dateIn(step, listingOf(world, order.instrumentId))
  const answer = tell(step, order, executionOf(step, order, { price: order.worst, shares: 1n, date }))
  if (answer.ok) throw new Error('an ended order was filled')
  world.seen.add('execution of an ended order refused')
}
