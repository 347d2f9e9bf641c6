import type { OrderRequest } from '../../src/orders/accept.ts'
import { type ModelOrder, placeInModel } from '../model/account.ts'
import { contractOf, trailedOnMargin, worstAfterMarginStop } from '../model/contracts.ts'
import { stepAt } from '../model/grid.ts'
import { isBetter, trailedStop, worstAfter, worstOfStop } from '../model/limits.ts'
import type { Listing } from '../world/listings.ts'
import { SHARE_UNIT } from '../world/units.ts'
import { type Step, dateIn, lastOf, listingOf, remember, feesNow } from '../world/world.ts'
import { type ShareOrderRequest } from './request.ts'
import { answerTo, chooseShares, expectAnswer, modelOrder, orderRequestOf, sendOrder } from './place.ts'

/** Orders that wait for a trade, pairs for the same shares, and exits, in markets that take such orders. */
const UNIT = SHARE_UNIT.price
const WHOLE_PERCENT = 100_000_000n

type Planned = Readonly<{
  request: Pick<ShareOrderRequest, 'side' | 'type' | 'limit' | 'stop' | 'worst'>
  conditions: Partial<OrderRequest>
  /** The orders afterwards; the first is the order itself. */
  orders: readonly (readonly [id: string, order: Partial<ModelOrder>])[]
}>
type Plan = Readonly<{ rng: Step['rng']; listing: Listing; id: string; last: bigint; away: (most: number) => bigint }>

export function placeConditional(step: Step): void {
  const { rng, number, model, world } = step
  const listing = rng.pick(world.shares.filter(({ wallet }) => wallet !== 'TW'))
  const { instrument } = listing
  const last = lastOf(step, listing)
  const away = (most: number): bigint => stepAt(instrument.id, last) * BigInt(1 + rng.below(most))
  const id = `order-${number}`
  const planned = rng.pick([stop, trailing, bracket, pair])({ rng, listing, id, last, away })
  const { side, worst } = planned.request
  const shares = chooseShares(step, listing, side, worst)
  const asked: ShareOrderRequest = {
    ...planned.request,
    instrumentId: instrument.id,
    wallet: listing.wallet as ShareOrderRequest['wallet'],
    timeInForce: rng.percent(30) ? 'GTC' : 'DAY',
    shares,
    settlement: null,
    fees: feesNow(step),
  }
  const expected = answerTo(step, listing, asked, 'open')
  const request = orderRequestOf(asked, id, listing, { second: { id: `second-${number}`, number: id }, ...planned.conditions })
  const key = `key-${number}`
  const answer = sendOrder(step, request, listing, key)
  expectAnswer(answer, expected, `${asked.type} ${side} ${shares} of ${instrument.id}`)
  if (!answer.ok) return void world.seen.add(`conditional refused: ${answer.refusal}`)
  for (const [orderId, change] of planned.orders) placeInModel(model, modelOrder(asked, orderId, dateIn(step, listing), change))
  remember(step, { key, answer, again: () => sendOrder(step, { ...request, id: `${id}-again` }, listing, key) })
}

function stop({ rng, listing: { instrument }, id, last, away }: Plan): Planned {
  const side = rng.percent(50) ? 'buy' : 'sell'
  const at = onStep(instrument.id, side === 'buy' ? last + away(20) : last - away(20))
  const hasLimit = rng.percent(40)
  const limit = hasLimit ? onStep(instrument.id, side === 'buy' ? at + away(10) : at - away(10)) : null
  const worst = limit ?? worstOfStop(instrument.id, side, at)
  return {
    request: { side, type: hasLimit ? 'stopLimit' : 'stop', limit, stop: at, worst },
    conditions: { stopPrice: at * UNIT },
    orders: [[id, { worst, hasLimit, stop: at, waiting: true }]],
  }
}

function trailing({ rng, listing: { instrument }, id, last }: Plan): Planned {
  const side = rng.percent(50) ? 'buy' : 'sell'
  const trail = BigInt(1 + rng.below(20))
  const at = trailedStop(instrument.id, side, last, trail)
  const worst = worstOfStop(instrument.id, side, at)
  return {
    // Its worth is taken at the last price, because the customer does not name its stop.
    request: { side, type: 'trailing', limit: null, stop: null, worst },
    conditions: { trailPercent: trail * WHOLE_PERCENT },
    orders: [[id, { worst, hasLimit: false, stop: at, waiting: true, trail, best: last }]],
  }
}

function bracket({ rng, listing: { instrument }, id, last, away }: Plan): Planned {
  const limit = onStep(instrument.id, last + (rng.percent(50) ? away(5) : -away(5)))
  const takeProfit = rng.percent(80) ? onStep(instrument.id, limit + away(30) + stepAt(instrument.id, limit + away(30))) : null
  const stopLoss = takeProfit === null || rng.percent(80) ? onStep(instrument.id, limit - away(30)) : null
  return {
    request: { side: 'buy', type: 'limit', limit, stop: null, worst: limit },
    conditions: { takeProfit: timesUnit(takeProfit), stopLoss: timesUnit(stopLoss) },
    orders: [[id, { exits: { takeProfit, stopLoss, ids: [] } }]],
  }
}

function pair({ listing: { instrument }, id, last, away }: Plan): Planned {
  const second = id.replace('order', 'second')
  const [limit, stopLoss] = [onStep(instrument.id, last + away(20)), onStep(instrument.id, last - away(20))]
  const worst = worstOfStop(instrument.id, 'sell', stopLoss)
  return {
    request: { side: 'sell', type: 'limit', limit, stop: null, worst: limit },
    conditions: { stopLoss: stopLoss * UNIT },
    orders: [
      [id, { sibling: second }],
      [second, { worst, hasLimit: false, stop: stopLoss, waiting: true, sibling: id }],
    ],
  }
}

const onStep = (instrumentId: string, price: bigint): bigint => price - (price % stepAt(instrumentId, price))
const timesUnit = (price: bigint | null): bigint | null => (price === null ? null : price * UNIT)

/** A trade of the market: it triggers a held order whose stop it reaches, and a trailing stop follows it. */
export function tradePasses(step: Step): void {
  const { world, rng, model } = step
  const waiting = [...model.open.values()].filter((order) => order.waiting)
  if (waiting.length === 0) return
  const order = rng.pick(waiting)
  const at = order.stop ?? 0n
  const beyond = (order.margin === null ? stepAt(order.instrumentId, at) : 1n) * BigInt(rng.below(30))
  world.sequence += 1
  if (rng.percent(50)) release(step, order, order.side === 'buy' ? at + beyond : at - beyond)
  else follow(step, order, rng.percent(50) ? (order.best ?? order.worst) + beyond : (order.best ?? order.worst) - beyond)
}

const tradeOf = ({ world, now }: Step, { id, instrumentId }: ModelOrder, price: bigint) => ({
  orderId: id,
  price: price * listingOf(world, instrumentId).unit,
  sequence: world.sequence,
  at: now,
})

function release(step: Step, order: ModelOrder, price: bigint): void {
  const { world, accountId, now } = step
  const { instrument } = listingOf(world, order.instrumentId)
  if (price <= 0n && order.wallet !== 'FUTURE') return
  const { rules } = world.brokerage
  // Reported twice, as after a lost acknowledgement, it triggers once.
  for (let times = step.rng.percent(20) ? 2 : 1; times > 0; times -= 1) {
    const triggered = world.brokerage.decide(accountId, now, (state) =>
      rules.triggerOrder(state, tradeOf(step, order, price), instrument, now),
    )
    if (!triggered.ok) throw new Error(`a stop could not be let go: ${triggered.refusal}`)
  }
  if (!order.hasLimit) order.worst = worstOnceLetGo(order, price)
  order.waiting = false
  world.seen.add(`${order.trail === null ? 'stop' : 'trailing stop'} let go${order.margin === null ? '' : ' on margin'}`)
}

const worstOnceLetGo = ({ margin, instrumentId, side, worst }: ModelOrder, price: bigint): bigint =>
  margin === null ? worstAfter(instrumentId, side, worst, price) : worstAfterMarginStop(contractOf(instrumentId), side, worst, price)

function follow(step: Step, order: ModelOrder, price: bigint): void {
  const { world, accountId, now } = step
  const { instrument } = listingOf(world, order.instrumentId)
  if (price <= 0n && order.wallet !== 'FUTURE') return
  world.brokerage.decide(accountId, now, (state) => world.brokerage.rules.trailOrder(state, tradeOf(step, order, price), instrument, now))
  if (order.trail === null || !isBetter(order.side, order.best ?? order.worst, price)) return void world.seen.add('a trade no stop follows')
  order.best = price
  order.stop =
    order.margin === null
      ? trailedStop(order.instrumentId, order.side, price, order.trail)
      : trailedOnMargin(order.side, price, order.trail)
  world.seen.add('trailing stop follows')
}
