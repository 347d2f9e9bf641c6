import { addDays } from '../../src/calendar-date.ts'
import type { BlockMarket } from '../../src/blocks/accept.ts'
import { blockFeesOf } from '../../src/blocks/fees.ts'
import { LOCK_DAYS } from '../../src/blocks/price.ts'
import { ok } from '../../src/result.ts'
import { type ModelOrder, cashIn, endInModel, placeInModel } from '../model/account.ts'
import { MAX_BLOCK_SHARES, MIN_BLOCK_SHARES, USUAL_MOVE, USUAL_VOLUME, firmPriceIn, mayBeNamed } from '../model/blocks.ts'
import { stepAt } from '../model/grid.ts'
import { freeShares, holdOf, tooFewIn } from '../model/shares.ts'
import { bestPrices, type Condition, conditionOf, termsFor } from '../world/terms.ts'
import type { Listing } from '../world/listings.ts'
import { SHARE_UNIT } from '../world/units.ts'
import { type Step, dateIn, lastOf, listingOf, remember } from '../world/world.ts'
import { fillShares, priceOf } from './execute.ts'
import { askedFor } from './parts.ts'
import { expectAnswer, modelOrder, orderIdOf } from './place.ts'
import type { ShareOrderRequest } from './request.ts'
import { executionOf, marketOf, tell } from './tell.ts'

/** Blocks: at the desk's firm price in one commit, or at a price of the customer's own that the desk comes to or not. */
const facts = { averageVolume: USUAL_VOLUME * SHARE_UNIT.quantity, dailyVolatility: USUAL_MOVE }
const DAY_TICKS = 30n
/** The one share cheap enough for its blocks to be paid for here. */
const isAffordable = ({ instrument }: Listing): boolean => instrument.id === 'US:CCCC'

type Block = Readonly<{
  asked: ShareOrderRequest
  isFirm: boolean
  isPermitted: boolean
  condition: Condition
  day: Readonly<{ low: bigint; high: bigint }>
}>

export function tradeBlock(step: Step): void {
  const { world, model, accountId, number, now } = step
  const listing = world.shares.find(isAffordable)
  if (listing === undefined) return
  const block = chooseBlock(step, listing)
  const { asked, isFirm, condition } = block
  const id = orderIdOf(number)
  const date = dateIn(step, listing)
  const order = modelOrder(asked, id, date, { isBlock: true, held: asked.side === 'buy' ? holdOf({ ...asked, isBlock: true }, date) : 0n })
  const traded = { price: asked.worst, shares: asked.shares, date }
  const execution = isFirm ? executionOf(step, order, traded) : null
  const terms = marketFor(step, listing, block)
  const key = `key-${accountId}-${number}`
  const send = (orderId: string) =>
    world.brokerage.request(accountId, key, now, (state) => {
      const accepted = world.brokerage.rules.acceptBlock(
        state,
        {
          ...{ id: orderId, number: orderId, instrumentId: asked.instrumentId, wallet: asked.wallet, side: asked.side },
          ...{ quantity: asked.shares * listing.lot, price: asked.worst * listing.unit, block: { isFirm, lockDays: LOCK_DAYS } },
        },
        terms,
        now,
      )
      if (!accepted.ok) return accepted
      const { outcome } = accepted.value
      return execution === null
        ? ok(outcome)
        : world.brokerage.atOnce(state, outcome, [{ execution: { ...execution, orderId } }], marketOf(step, listing, date), now)
    })
  const answer = send(id)
  expectAnswer(answer, blockAnswer(step, listing, block), `a block: ${asked.side} ${asked.shares} at ${asked.worst} while ${condition}`)
  if (!answer.ok) return void world.seen.add(`block refused: ${answer.refusal}`)
  placeInModel(model, order)
  if (execution !== null) {
    fillShares(step, order, execution, traded)
    lockIn(step, order, date)
  }
  remember(step, { key, answer, again: () => send(`${id}-again`) })
  world.seen.add(isFirm ? `block at a firm price: ${asked.side}` : 'block waits for its price')
}

function chooseBlock(step: Step, listing: Listing): Block {
  const { rng, model } = step
  const { id } = listing.instrument
  const last = lastOf(step, listing)
  const [side, isFirm] = [rng.percent(60) ? ('buy' as const) : ('sell' as const), rng.percent(60)]
  const most = side === 'sell' ? freeShares(model, id) : (cashIn(model, listing.wallet) * 100n) / (last * 2n)
  const shares = rng.pick([
    MIN_BLOCK_SHARES,
    MIN_BLOCK_SHARES,
    12_345n,
    most,
    MIN_BLOCK_SHARES - 1n,
    MAX_BLOCK_SHARES,
    MAX_BLOCK_SHARES + 1n,
  ])
  const step1 = stepAt(id, last)
  const day = { low: last - step1 * BigInt(rng.below(Number(DAY_TICKS))), high: last + step1 * BigInt(rng.below(Number(DAY_TICKS))) }
  const own = last + step1 * BigInt(rng.below(2 * Number(DAY_TICKS)) - Number(DAY_TICKS))
  const worst = isFirm ? firmPriceIn(id, side, last, shares) : own - (own % stepAt(id, own))
  if (isFirm) expectFirmPrice(step, listing, { side, shares, worst })
  return { asked: askedFor(step, listing, side, shares, worst), isFirm, isPermitted: !rng.percent(6), condition: conditionOf(step), day }
}

type Priced = Readonly<{ side: 'buy' | 'sell'; shares: bigint; worst: bigint }>
function expectFirmPrice(step: Step, listing: Listing, { side, shares, worst }: Priced): void {
  const best = bestPrices(listing, lastOf(step, listing))
  const price = step.world.brokerage.rules.blockPrice(listing.instrument, { side, quantity: shares * listing.lot }, best, facts)
  if (price !== worst * listing.unit) throw new Error(`the desk quotes ${price} for ${side} ${shares}, the model says ${worst}`)
}

const marketFor = (step: Step, listing: Listing, { asked, isPermitted, condition, day }: Block): BlockMarket => ({
  ...termsFor(step, listing, asked.shares * listing.lot, condition),
  fees: blockFeesOf(listing.instrument, asked.shares * listing.lot),
  day: { low: day.low * listing.unit, high: day.high * listing.unit },
  facts,
  blockPermissionMissing: !isPermitted,
})

/** The first check that fails, in the order of the rule book. */
function blockAnswer(step: Step, listing: Listing, { asked, isFirm, isPermitted, condition, day }: Block): string | null {
  const { model } = step
  const { instrumentId, side, shares, worst } = asked
  if (model.frozen && side === 'buy') return 'account.frozen'
  if (!isPermitted) return 'block.not_permitted'
  if (condition === 'closed') return 'market.closed'
  if (condition === 'halted') return 'instrument.halted'
  if (condition === 'closing only' && side === 'buy') return 'instrument.close_only'
  if (shares < MIN_BLOCK_SHARES) return 'quantity.below_minimum'
  if (shares > MAX_BLOCK_SHARES) return 'order.risk_limit'
  if (condition !== 'open' && condition !== 'closing only') return 'quote.stale'
  if (!isFirm && !mayBeNamed(instrumentId, worst, lastOf(step, listing), day)) return 'price.outside_band'
  if (side === 'buy') {
    const held = holdOf({ ...asked, isBlock: true }, dateIn(step, listing))
    return held > cashIn(model, asked.wallet) ? 'wallet.insufficient' : null
  }
  const lacking = shares - freeShares(model, instrumentId)
  return lacking > 0n ? tooFewIn(model, instrumentId, lacking) : null
}

/** What was bought is locked until the next day; days of the week are all trading days here. */
function lockIn({ model, world }: Step, { id, instrumentId, side, shares }: ModelOrder, date: string): void {
  if (side === 'sell') return
  model.locks.set(id, { instrumentId, shares, until: addDays(date, 1) })
  world.seen.add('shares of a block are locked')
}

/** The desk comes to the customer's price and executes the whole block, or the minute is over. */
export function finishBlock(step: Step): void {
  const { rng, model, world, accountId, now } = step
  const open = [...model.open.values()].filter(({ isBlock }) => isBlock)
  if (open.length === 0) return
  const order = rng.pick(open)
  const date = dateIn(step, listingOf(world, order.instrumentId))
  const price = rng.percent(65) ? priceOf(step, order, 'fair') : null
  if (price === null) {
    const ended = world.brokerage.end(accountId, order.id, { reason: 'EXPIRED', tradeDate: date }, now)
    if (!ended.ok) throw new Error(`a block could not be ended: ${ended.refusal}`)
    endInModel(model, order)
    return void world.seen.add('block expired')
  }
  const traded = { price, shares: order.shares, date }
  const execution = executionOf(step, order, traded)
  const answer = tell(step, order, execution)
  if (!answer.ok) throw new Error(`the execution of a block was refused: ${answer.refusal}`)
  fillShares(step, order, execution, traded)
  lockIn(step, order, date)
  world.seen.add(price === order.worst ? 'block at its own price' : 'block at a better price')
}
