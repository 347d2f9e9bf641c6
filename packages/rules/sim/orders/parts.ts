import { commissionTerms } from '../model/commissions.ts'
import type { OrderRequest } from '../../src/orders/accept.ts'
import { type ModelOrder, cashIn, endInModel, placeInModel } from '../model/account.ts'
import { halfUp, minorUnit } from '../model/fees.ts'
import { stepAt } from '../model/grid.ts'
import { worstOfMarket } from '../model/limits.ts'
import { freeShares } from '../model/shares.ts'
import type { Listing } from '../world/listings.ts'
import { type Condition, conditionOf, termsFor } from '../world/terms.ts'
import { MILLIONTHS } from '../world/units.ts'
import { type Step, closeBefore, dateIn, lastOf, feesNow } from '../world/world.ts'
import { fillShares, priceOf } from './execute.ts'
import { answerTo, expectAnswer, modelOrder, orderIdOf, orderRequestOf, sendOrder } from './place.ts'
import type { ShareOrderRequest } from './request.ts'
import { executionOf, tell } from './tell.ts'

/** Purchases by amount, and sales of whatever parts of shares came of them (P.5). Quantities count millionths of a share. */
const COLLAR_PERCENT = 101n
const MAX_AMOUNT = 200_000
export const MIN_WORTH = 100n
/** What can be wrong with the market here; every other trouble is met by whole shares. */
const troubles: readonly Condition[] = ['closed', 'halted', 'closing only']

export function buyByAmount(step: Step): void {
  const { rng, model, world } = step
  const listing = rng.pick(world.parts)
  const cash = cashIn(model, listing.wallet)
  const amount = rng.pick([BigInt(1 + rng.below(MAX_AMOUNT)), 151n, 50n, cash, cash + 1n])
  const condition = conditionHere(step)
  const { collar, shares } = sizedInModel(step, listing, amount)
  const asked = askedFor(step, listing, 'buy', shares, collar)
  const request: OrderRequest = { ...orderRequestOf(asked, orderIdOf(step.number), listing), quantity: 0n, amount }
  const sized = world.brokerage.rules.sizedByAmount(request, termsFor(step, listing, 0n, condition))
  const worth = halfUp(shares * smaller(collar, lastOf(step, listing)), minorUnit(listing.instrument.id))
  if (shares === 0n || worth < MIN_WORTH) {
    expectAnswer(sized, 'amount.out_of_range', `an amount of ${amount}`)
    return void world.seen.add('amount too small refused')
  }
  if (!sized.ok) throw new Error(`an amount of ${amount} was refused: ${sized.refusal}`)
  if (sized.value.quantity !== shares * listing.lot)
    throw new Error(`an amount of ${amount} buys ${sized.value.quantity}, the model says ${shares}`)
  if (place(step, listing, asked, sized.value, condition)) world.seen.add('bought by amount')
}

export function sellParts(step: Step): void {
  const { rng, model, world } = step
  const listing = rng.pick(world.parts)
  const { id } = listing.instrument
  const free = freeShares(model, id)
  if (free === 0n) return
  const shares = rng.pick([free, free, free + 1n, free - (free % MILLIONTHS), 1n + BigInt(rng.below(Number(MILLIONTHS)))])
  if (shares === 0n) return
  const last = lastOf(step, listing)
  const worst = worstOfMarket(id, 'sell', { last, ask: last + stepAt(id, last), previousClose: closeBefore(step, listing) })
  const asked = askedFor(step, listing, 'sell', shares, worst)
  const sold = place(step, listing, asked, orderRequestOf(asked, orderIdOf(step.number), listing), conditionHere(step))
  if (sold && shares === free) world.seen.add('everything sold with its part of a share')
}

export function conditionHere(step: Step): Condition {
  const condition = conditionOf(step)
  return troubles.includes(condition) ? condition : 'open'
}

export const askedFor = (step: Step, { instrument }: Listing, side: 'buy' | 'sell', shares: bigint, worst: bigint): ShareOrderRequest => ({
  instrumentId: instrument.id,
  wallet: 'STOCK',
  side,
  type: 'market',
  timeInForce: 'DAY',
  limit: null,
  stop: null,
  shares,
  settlement: null,
  worst,
  fees: feesNow(step),
})

/** (amount − fee) / collar, where the collar is 1 % above the ask and lies on a cent, and the fee is that on the whole amount. */
export function sizedInModel(step: Step, listing: Listing, amount: bigint, isCharged = true): Readonly<{ collar: bigint; shares: bigint }> {
  const { id } = listing.instrument
  const last = lastOf(step, listing)
  const cent = stepAt(id, last)
  const ask = last + cent
  const onePercent = (ask * COLLAR_PERCENT) / 100n
  const collar = onePercent - (onePercent % cent)
  const { share, least } = (commissionTerms[feesNow(step)] ?? commissionTerms[0]).us
  const commission = halfUp(amount * share, 100_000n)
  const fee = isCharged ? (commission < least ? least : commission) : 0n
  return { collar, shares: amount <= fee ? 0n : ((amount - fee) * minorUnit(id)) / collar }
}

/** Places an order at market and lets the venue fill it, all of it or a part, after which it is over. */
function place(step: Step, listing: Listing, asked: ShareOrderRequest, request: OrderRequest, condition: Condition): boolean {
  const { world, model, accountId, number } = step
  const answer = sendOrder(step, request, listing, `key-${accountId}-${number}`, condition)
  expectAnswer(answer, answerTo(step, listing, asked, condition), `${asked.side} ${asked.shares} parts`)
  if (!answer.ok) {
    world.seen.add(`parts refused: ${answer.refusal}`)
    return false
  }
  const order = modelOrder({ ...asked, type: 'market' }, request.id, dateIn(step, listing))
  placeInModel(model, order)
  finishParts(step, listing, order, condition)
  return true
}

/** Lets the venue fill an order, all of it or a part, after which it is over. */
export function finishParts(step: Step, listing: Listing, order: ModelOrder, condition: Condition): void {
  // Where the market is closed, whole shares wait for it; they are given up at once here.
  if (condition !== 'closed') execute(step, listing, order)
  if (order.open) giveUp(step, listing, order)
}

function execute(step: Step, listing: Listing, order: ModelOrder): void {
  const { rng } = step
  const price = priceOf(step, order, 'fair')
  if (price === null) return
  // Whole shares first: what is left of an order with a part of a share always has that part.
  const whole = order.shares - (order.shares % MILLIONTHS)
  const shares = whole > 0n && rng.percent(40) ? whole : order.shares
  const traded = { price, shares, date: dateIn(step, listing) }
  const execution = executionOf(step, order, traded)
  const answer = tell(step, order, execution)
  if (!answer.ok) throw new Error(`an execution of parts was refused: ${answer.refusal}`)
  fillShares(step, order, execution, traded)
}

function giveUp(step: Step, listing: Listing, order: ModelOrder): void {
  const { world, accountId, model, now } = step
  const tradeDate = dateIn(step, listing)
  const ended = world.brokerage.end(accountId, order.id, { reason: 'NO_LIQUIDITY', tradeDate }, now)
  if (!ended.ok) throw new Error(`an order of parts could not be ended: ${ended.refusal}`)
  endInModel(model, order)
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
