import { type Instrument, tickAt } from '../src/instruments/instrument.ts'
import type { OrderAsk, OrderTerms } from '../src/orders/accept.ts'
import type { Amendment } from '../src/orders/amend.ts'
import type { Chance } from './chance.ts'
import { holdAmended, isBetter, trailedStop, worstAfter, worstOfStop } from './conditional-model.ts'
import { type House, instruments } from './house.ts'
import { type ModelAccount, type ModelOrder, PLAIN_MODEL, freeShares, holdOf } from './model.ts'

/** Orders that wait for a trade, orders for the same shares, exits, and amendments of all of them. */
type Step = Readonly<{
  world: Readonly<{ house: House; seen: Set<string> }> & { sequence: number }
  chance: Chance
  number: number
  accountId: string
  model: ModelAccount
  date: string
  now: number
  termsFor: (instrument: Instrument) => OrderTerms
}>

const UNIT = 10_000n
const SHARE = 100_000_000n

type Planned = Readonly<{
  ask: Partial<OrderAsk>
  side: 'buy' | 'sell'
  orders: readonly (readonly [id: string, order: Partial<ModelOrder>])[]
}>

export function placeConditional(step: Step): void {
  const { chance, number, accountId, model, world, now } = step
  const instrument = chance.pick(instruments)
  const terms = step.termsFor(instrument)
  const last = (terms.market?.last ?? 0n) / UNIT
  const tick = tickAt(instrument, last * UNIT) / UNIT
  const away = (most: number): bigint => tick * BigInt(1 + chance.below(most))
  const id = `order-${number}`
  const planned = chance.pick([stop, trailing, bracket, pair])({ chance, id, last, away })
  const free = freeShares(model, instrument.id)
  const shares = sharesFor(step, planned, last, free)
  const [first] = planned.orders
  const worst = first?.[1].worst ?? last
  const hold = holdOf(worst, shares)
  const ask: OrderAsk = {
    id,
    number: id,
    instrumentId: instrument.id,
    wallet: 'STOCK',
    side: planned.side,
    type: 'limit',
    timeInForce: chance.percent(30) ? 'GTC' : 'DAY',
    limitPrice: null,
    quantity: shares * SHARE,
    second: { id: `second-${number}`, number: id },
    leverage: 1,
    margin: null,
    ...planned.ask,
  }
  const placed = world.house.place(accountId, `key-${number}`, ask, terms, now)
  const expected = planned.side === 'buy' ? model.cash >= hold : free >= shares
  if (!placed.ok) {
    if (placed.refusal !== 'order.risk_limit' && expected) throw new Error(`refused (${placed.refusal}) what the model allows`)
    return void world.seen.add(`conditional refused: ${placed.refusal}`)
  }
  if (!expected) throw new Error('accepted what the model cannot pay or deliver')
  if (planned.side === 'buy') model.cash -= hold
  for (const [orderId, order] of planned.orders) {
    const held = planned.side === 'buy' ? hold : 0n
    model.orders.set(orderId, { ...PLAIN_MODEL, side: planned.side, instrumentId: instrument.id, worst, shares, held, ...order })
  }
}

function sharesFor({ chance, model }: Step, { side }: Planned, last: bigint, free: bigint): bigint {
  const most = side === 'sell' ? free : (model.cash * 98n) / (last + 1n)
  const chosen = chance.pick([1n, most, most + 1n, most / 2n, BigInt(1 + chance.below(200))])
  return chosen > 0n ? chosen : 1n
}

type Plan = Readonly<{ chance: Chance; id: string; last: bigint; away: (most: number) => bigint }>

function stop({ chance, id, last, away }: Plan): Planned {
  const side = chance.percent(50) ? 'buy' : 'sell'
  const stopPrice = side === 'buy' ? last + away(20) : last - away(20)
  const hasLimit = chance.percent(40)
  const limit = side === 'buy' ? stopPrice + away(10) : stopPrice - away(10)
  const worst = hasLimit ? limit : worstOfStop(side, stopPrice)
  const type = hasLimit ? 'stopLimit' : 'stop'
  return {
    side,
    ask: { type, stopPrice: stopPrice * UNIT, limitPrice: hasLimit ? limit * UNIT : null },
    orders: [[id, { worst, hasLimit, stop: stopPrice, waiting: true }]],
  }
}

function trailing({ chance, id, last }: Plan): Planned {
  const side = chance.percent(50) ? 'buy' : 'sell'
  const trail = BigInt(1 + chance.below(20))
  const stopPrice = trailedStop(side, last, trail)
  return {
    side,
    ask: { type: 'trailing', trailPercent: trail * SHARE },
    orders: [[id, { worst: worstOfStop(side, stopPrice), hasLimit: false, stop: stopPrice, waiting: true, trail, best: last }]],
  }
}

function bracket({ chance, id, last, away }: Plan): Planned {
  const limit = last + (chance.percent(50) ? away(5) : -away(5))
  const takeProfit = chance.percent(80) ? limit + away(30) : null
  const stopLoss = takeProfit === null || chance.percent(80) ? limit - away(30) : null
  return {
    side: 'buy',
    ask: {
      limitPrice: limit * UNIT,
      takeProfit: takeProfit === null ? null : takeProfit * UNIT,
      stopLoss: stopLoss === null ? null : stopLoss * UNIT,
    },
    orders: [[id, { worst: limit, hasLimit: true, exits: { takeProfit, stopLoss, ids: [] } }]],
  }
}

function pair({ id, last, away }: Plan): Planned {
  const second = id.replace('order', 'second')
  const [limit, stopLoss] = [last + away(20), last - away(20)]
  return {
    side: 'sell',
    ask: { limitPrice: limit * UNIT, stopLoss: stopLoss * UNIT },
    orders: [
      [id, { worst: limit, hasLimit: true, sibling: second }],
      [second, { worst: worstOfStop('sell', stopLoss), hasLimit: false, stop: stopLoss, waiting: true, sibling: id }],
    ],
  }
}

/** A trade of the market: it lets a held order go where it reaches its stop, and a trailing one follows it. */
export function tradePasses({ world, chance, model, accountId, now }: Step): void {
  const waiting = [...model.orders.entries()].filter(([, order]) => order.open && order.waiting)
  if (waiting.length === 0) return
  const [orderId, order] = chance.pick(waiting)
  const stopPrice = order.stop ?? 0n
  const tick = stopPrice >= 10_000n ? 100n : 1n
  const beyond = tick * BigInt(chance.below(30))
  world.sequence += 1
  const trade = (price: bigint) => ({ orderId, price: price * UNIT, sequence: world.sequence, at: now })
  if (chance.percent(50)) {
    const price = order.side === 'buy' ? stopPrice + beyond : stopPrice - beyond
    if (price <= 0n) return
    const triggered = world.house.trigger(accountId, trade(price), now)
    if (!triggered.ok) throw new Error(`a stop could not be let go: ${triggered.refusal}`)
    order.worst = worstAfter(order, price)
    order.waiting = false
    return void world.seen.add(order.trail === null ? 'stop let go' : 'trailing stop let go')
  }
  const best = order.best ?? order.worst
  const price = chance.percent(50) ? best + beyond : best - beyond
  if (price <= 0n) return
  world.house.trail(accountId, trade(price), now)
  if (order.trail === null || !isBetter(order.side, best, price)) return void world.seen.add('a trade no stop follows')
  order.best = price
  order.stop = trailedStop(order.side, price, order.trail)
  world.seen.add('trailing stop follows')
}

/** Other terms for an order: fewer shares, more, another limit; where it must be refused, it is. */
export function amendSome(step: Step): void {
  const { world, chance, model, accountId, now } = step
  const known = [...model.orders.entries()].slice(-12)
  if (known.length === 0) return
  const [orderId, order] = chance.pick(known)
  const instrument = instruments.find(({ id }) => id === order.instrumentId)
  if (instrument === undefined) return
  const terms = step.termsFor(instrument)
  const last = (terms.market?.last ?? 0n) / UNIT
  const tick = tickAt(instrument, last * UNIT) / UNIT
  const isWorking = order.hasLimit && !order.waiting
  const worst = isWorking && chance.percent(60) ? last + tick * BigInt(chance.below(21) - 10) : order.worst
  const shares = chance.pick([order.shares, order.shares - 1n, order.filled + 1n, order.filled, order.shares + BigInt(chance.below(50))])
  if (worst <= 0n || shares <= 0n) return
  const amendment: Amendment = {
    orderId,
    ...(worst === order.worst ? {} : { limitPrice: worst * UNIT }),
    ...(shares === order.shares ? {} : { quantity: shares * SHARE }),
  }
  const sibling = order.sibling === null ? undefined : model.orders.get(order.sibling)
  const held = order.side === 'buy' ? holdAmended(order, worst, shares) : 0n
  const isPaid = order.side === 'buy' ? held - order.held <= model.cash : shares - order.shares <= freeShares(model, order.instrumentId)
  const isSized = shares === order.shares || shares > order.filled
  const isSame = worst === order.worst && shares === order.shares
  const amended = world.house.amend(accountId, amendment, terms, now)
  const expected = order.open && isSized && (isSame || isPaid)
  if (!amended.ok) {
    if (expected && amended.refusal !== 'order.risk_limit') throw new Error(`refused (${amended.refusal}) an amendment the model allows`)
    return void world.seen.add(`amendment refused: ${amended.refusal}`)
  }
  if (!expected) throw new Error('amended what the model does not allow')
  if (order.side === 'buy' && !isSame) {
    model.cash -= held - order.held
    order.held = held
  }
  if (order.filled > 0n && !isSame) world.seen.add('partly filled, then amended')
  if (sibling?.open === true && shares !== order.shares) {
    sibling.shares += shares - order.shares
    world.seen.add('two of one size amended together')
  }
  order.worst = worst
  order.shares = shares
  world.seen.add(isSame ? 'amended to the same' : 'amended')
}
