import type { OrderRequest } from '../../src/orders/accept.ts'
import type { SettlementName } from '../../src/markets/market.ts'
import type { OrderType, TimeInForce } from '../../src/orders/order.ts'
import type { AccountState, Outcome } from '../../src/ledger/account-state.ts'
import type { Result } from '../../src/result.ts'
import type { Bringing } from '../../src/transfers/bring.ts'
import { type ModelOrder, PLAIN_MODEL, cashIn, placeInModel } from '../model/account.ts'
import { minorUnit } from '../model/fees.ts'
import { stepAt } from '../model/grid.ts'
import { worstOfMarket } from '../model/limits.ts'
import { freeShares, holdOf, partsOf } from '../model/shares.ts'
import { isSettlementDay } from '../world/clock.ts'
import type { Listing } from '../world/listings.ts'
import { type Condition, conditionOf, termsFor } from '../world/terms.ts'
import { type Step, closeBefore, dateIn, goodTillCancelled, lastOf, remember, feesNow } from '../world/world.ts'
import { bringInModel, bringingOf, broughtFor, chooseSources, holdOfShares, takeBackInModel } from './bring.ts'
import { type ShareOrderRequest, expectedAnswer } from './request.ts'
import { executeSome } from './execute.ts'

/** Places an order of shares in one of the three markets, with everything that can be right or wrong about it. */
export function placeOrder(step: Step): void {
  const { rng, world } = step
  const listing = rng.pick(world.shares)
  placeAsked(step, listing, askFor(step, listing, rng.percent(55) ? 'buy' : 'sell'))
}

/** Buys and sells on one day, mostly with fills on it: in Taiwan that is taxed differently. */
export function sellAtOnce(step: Step): void {
  const { rng, model, world } = step
  const taiwan = world.shares.find(({ wallet }) => wallet === 'TW')
  const among = world.shares.filter((listing) => {
    const holding = model.holdings.get(listing.instrument.id)
    return holding !== undefined && holding.boughtThatDay > 0n && holding.boughtOn === dateIn(step, listing)
  })
  const isHeld = taiwan !== undefined && among.includes(taiwan)
  if (taiwan !== undefined && !isHeld && rng.percent(40)) placeAsked(step, taiwan, askFor(step, taiwan, 'buy'))
  else if (among.length > 0) {
    const listing = isHeld ? taiwan : rng.pick(among)
    placeAsked(step, listing, askFor(step, listing, 'sell'))
  }
  if (rng.percent(70)) executeSome(step)
}

/** A request in one of the three markets, mostly one that can be placed. */
export function askFor(step: Step, listing: Listing, side: 'buy' | 'sell'): ShareOrderRequest {
  const { rng } = step
  const last = lastOf(step, listing)
  const type: OrderType = rng.percent(40) ? 'market' : 'limit'
  const limit = type === 'limit' ? limitAround(step, listing, last) : null
  const market = { last, ask: last + stepAt(listing.instrument.id, last), previousClose: closeBefore(step, listing) }
  const worstNow = limit ?? worstOfMarket(listing.instrument.id, side, market)
  const shares = chooseShares(step, listing, side, worstNow)
  const seen = type === 'market' && shares % EVERY_FEW === 0n ? seenBefore(listing.instrument.id, side, worstNow) : null
  return {
    instrumentId: listing.instrument.id,
    wallet: listing.wallet as ShareOrderRequest['wallet'],
    side,
    type,
    timeInForce: rng.pick<TimeInForce>(['DAY', 'DAY', 'DAY', 'GTC', 'IOC', 'FOK']),
    limit,
    stop: null,
    shares,
    settlement: chooseSettlement(step, listing),
    seen,
    worst: seen ?? worstNow,
    fees: feesNow(step),
  }
}

const EVERY_FEW = 5n
const TICKS_MOVED = 2n
/** Shown before the market moved a little against the customer. */
function seenBefore(id: string, side: 'buy' | 'sell', worst: bigint): bigint {
  const moved = TICKS_MOVED * stepAt(id, worst)
  return side === 'buy' ? worst - moved : worst + moved
}

const FARTHEST_TICKS = 20
/** A few ticks from the market, now and then between two of them or far away. */
function limitAround({ rng }: Step, { instrument: { id } }: Listing, last: bigint): bigint {
  const limit = last + BigInt(rng.below(2 * FARTHEST_TICKS + 1) - FARTHEST_TICKS) * stepAt(id, last)
  const onStep = limit - (limit % stepAt(id, limit))
  if (rng.percent(2)) return onStep * 2n
  return rng.percent(2) ? onStep + 1n : onStep
}

function chooseSettlement({ rng }: Step, { instrument: { market } }: Listing): SettlementName | null {
  return market === 'AR' ? rng.pick(['CI', '24hs', null] as const) : null
}

/** Mostly edge cases, where bugs are likely: one share, all shares, one more than that, a lot and less than one. */
export function chooseShares({ rng, model }: Step, { instrument: { id }, wallet }: Listing, side: 'buy' | 'sell', price: bigint): bigint {
  const most = side === 'sell' ? freeShares(model, id) : (cashIn(model, wallet) * minorUnit(id)) / (price === 0n ? 1n : price)
  const some = BigInt(1 + rng.below(300))
  const lots = 1_000n * BigInt(1 + rng.below(3))
  const chosen = rng.pick([1n, most, most + 1n, most / 2n, some, some, lots, lots + some, 4_000n * BigInt(1 + rng.below(40))])
  return chosen > 0n ? chosen : 1n
}

export function orderRequestOf(
  request: ShareOrderRequest,
  id: string,
  { unit, lot }: Listing,
  conditions: Partial<OrderRequest> = {},
): OrderRequest {
  return {
    id,
    number: id,
    instrumentId: request.instrumentId,
    wallet: request.wallet,
    side: request.side,
    type: request.type,
    timeInForce: request.timeInForce,
    limitPrice: request.limit === null ? null : request.limit * unit,
    worstSeen: request.seen === null || request.seen === undefined ? null : request.seen * unit,
    quantity: request.shares * lot,
    settlement: request.settlement,
    leverage: 1,
    margin: null,
    lots: request.side === 'sell' ? lotsFor(id) : null,
    ...conditions,
  }
}

const lotChoices = [null, { method: 'LIFO', chosen: [] }, { method: 'HIGHEST', chosen: [] }, { method: 'CHOSEN', chosen: [7, 3] }] as const
/** Sales use up their lots in every way there is, whatever else is drawn. */
const lotsFor = (id: string) => lotChoices[Number(id.match(/\d+/u)?.[0] ?? '0') % lotChoices.length] ?? null

/** Sends a request under its key; the parts it may be placed as are named after the step. */
export function sendOrder(
  step: Step,
  request: OrderRequest,
  listing: Listing,
  key: string,
  condition: Condition = 'open',
  { whole = (_state, accepted) => ({ ok: true, value: accepted }), bringing = null }: Sending = {},
): Result<Outcome> {
  const { brokerage } = step.world
  const terms = termsFor(step, listing, request.quantity, condition)
  const parts = [`${request.id}-lots`, `${request.id}-odd`].map((id) => ({ id, number: id })) as [Part, Part]
  return brokerage.request(step.accountId, key, step.now, (state) => {
    const accept = (at: AccountState) => brokerage.rules.acceptInLots(at, request, parts, terms, step.now)
    const accepted = bringing === null ? accept(state) : brokerage.rules.bringFirst(state, bringing, accept, step.now)
    return accepted.ok ? whole(state, accepted.value.outcome) : accepted
  })
}
type Sending = Readonly<{ whole?: Whole | undefined; bringing?: Bringing | null }>
type Part = Readonly<{ id: string; number: string }>
/** The whole decision on an order that the rules accept. */
export type Whole = (state: AccountState, accepted: Outcome) => Result<Outcome>

export const orderIdOf = (step: number): string => `order-${step}`

/** Places an order and returns true when it was accepted. */
export function placeAsked(step: Step, listing: Listing, asked: ShareOrderRequest, condition = conditionOf(step), whole?: Whole): boolean {
  const { model, world, number, accountId } = step
  const date = dateIn(step, listing)
  const sources = asked.side === 'buy' ? chooseSources(step, asked.wallet) : []
  const moved = broughtFor(model, { wallet: asked.wallet, hold: holdOfShares(asked, date) }, sources)
  const [brings, again] = [`bring-${number}`, `bring-${number}-again`]
  bringInModel(model, asked.wallet, moved, brings)
  const expected = answerTo(step, listing, asked, condition)
  const request = orderRequestOf(asked, orderIdOf(number), listing)
  const key = `key-${accountId}-${number}`
  const answer = sendOrder(step, request, listing, key, condition, { whole, bringing: bringingOf(step, asked.wallet, sources, brings) })
  expectAnswer(answer, expected, `${asked.side} ${asked.shares} of ${asked.instrumentId}`)
  if (!answer.ok) {
    takeBackInModel(model, asked.wallet, moved, brings)
    world.seen.add(`refused: ${answer.refusal}`)
    return false
  }
  if (moved.length > 0) world.seen.add(`brought from ${moved.length}`)
  const parts = partsIn(asked, request.id, date)
  for (const part of parts) placeInModel(model, part)
  remember(step, {
    key,
    answer,
    again: () =>
      sendOrder(step, { ...request, id: `${request.id}-again` }, listing, key, 'open', {
        bringing: bringingOf(step, asked.wallet, sources, again),
      }),
  })
  noticeOrder(step, asked, condition, parts.length)
  return true
}

/** The orders that a request under this id becomes. */
export function partsIn(asked: ShareOrderRequest, id: string, date: string): readonly ModelOrder[] {
  const parts = partsOf(asked.instrumentId, asked.shares)
  if (parts.length === 1) return [modelOrder(asked, id, date)]
  return parts.map((shares, index) => modelOrder({ ...asked, shares }, `${id}-${index === 0 ? 'lots' : 'odd'}`, date))
}

/** The rule book's answer to a request at this moment. */
export const answerTo = (step: Step, listing: Listing, asked: ShareOrderRequest, condition: Condition): string | null => {
  const date = dateIn(step, listing)
  const [last, previousClose] = [lastOf(step, listing), closeBefore(step, listing)]
  return expectedAnswer(step.model, asked, { condition, last, previousClose, date, settlementDay: isSettlementDay(date) })
}

export function expectAnswer(answer: Result<unknown>, expected: string | null, what: string): void {
  const given = answer.ok ? null : answer.refusal
  if (given !== expected) throw new Error(`${what} was answered with ${given ?? 'yes'}, the model says ${expected ?? 'yes'}`)
}

const settlementDays: Readonly<Record<string, number>> = { STOCK: 1, AR: 1, TW: 2 }

export function modelOrder(asked: ShareOrderRequest, id: string, date: string, change: Partial<ModelOrder> = {}): ModelOrder {
  const { instrumentId, wallet, side, worst, shares, type, settlement, timeInForce, fees } = asked
  return {
    ...PLAIN_MODEL,
    id,
    instrumentId,
    wallet,
    side,
    worst,
    shares,
    fees,
    hasLimit: type === 'limit',
    held: side === 'buy' ? holdOf(asked, date) : 0n,
    days: settlement === 'CI' ? 0 : (settlementDays[wallet] ?? 1),
    placedOn: date,
    lastDate: timeInForce === 'GTC' ? goodTillCancelled(date) : date,
    ...change,
  }
}

function noticeOrder(
  { model, world: { seen } }: Step,
  { side, wallet, instrumentId, settlement, shares }: ShareOrderRequest,
  condition: Condition,
  parts: number,
): void {
  if (side === 'buy' && cashIn(model, wallet) === 0n) seen.add('everything is on hold')
  if (side === 'sell' && freeShares(model, instrumentId) === 0n) seen.add('every share is on a sell order')
  if (condition === 'closed') seen.add('placed while the market is closed')
  if (condition === 'closing only') seen.add('sold while open for closing only')
  if (settlement === 'CI') seen.add('placed to settle on its day')
  if (parts > 1) seen.add('placed as lots and less than one')
  if (wallet === 'TW' && parts === 1 && shares < 1_000n) seen.add('placed in the odd-lot book')
}
