import type { Outcome } from '../../src/ledger/account-state.ts'
import { type MarginOrderRequest } from '../../src/margin/accept.ts'
import type { Result } from '../../src/result.ts'
import { type ModelAccount, type ModelOrder, PLAIN_MODEL, cashIn, placeInModel } from '../model/account.ts'
import { type ModelContract, contractOf, marginBandOf, worstOfMarginMarket } from '../model/contracts.ts'
import type { ModelPosition } from '../model/margin.ts'
import { mayOpen } from '../model/suitability.ts'
import type { Bringing } from '../../src/transfers/bring.ts'
import { bringInModel, bringingOf, broughtFor, chooseSources, takeBackInModel } from '../orders/bring.ts'
import { expectAnswer } from '../orders/place.ts'
import type { MarginListing } from '../world/listings.ts'
import { type Condition, conditionOf, termsFor } from '../world/terms.ts'
import { type Step, closeBefore, dateIn, goodTillCancelled, lastOf, listingOf, remember } from '../world/world.ts'
import { marginPositionKind } from '../../src/margin/records.ts'

/** Orders on margin: opening a position, and closing one or a part of it. */
export type Asked = Readonly<{
  listing: MarginListing
  contract: ModelContract
  side: 'buy' | 'sell'
  /** Null for a market order. */
  limit: bigint | null
  worst: bigint
  steps: bigint
  action: 'open' | 'close'
  positionId: string
  /** A stop, a trail, exits or a second order; and their orders in the model, the order itself first. */
  conditions?: Partial<MarginOrderRequest>
  orders?: readonly (readonly [id: string, order: Partial<ModelOrder>])[]
}>

export function openPosition(step: Step): void {
  const { rng, number, world } = step
  const listing = rng.pick(world.margins)
  const side = rng.percent(50) ? 'buy' : 'sell'
  const most = listing.wallet === 'FOREX' ? 300 : 5
  const steps = rng.percent(2) ? 6_000n : BigInt(1 + rng.below(most))
  place(step, askFor(step, { listing, side, steps, action: 'open', positionId: `p-${number}` }))
}

/** Closes all of it, a part, and now and then more than there is. */
export function closePosition(step: Step): void {
  const { rng, model, world } = step
  const positions = [...model.live]
  if (positions.length === 0) return
  const [positionId, position] = rng.pick(positions)
  const instrumentId = marginPositionKind.of(step.account.state).get(positionId)?.instrumentId ?? ''
  const left = position.steps - position.held
  const part = left > 0n ? 1n + BigInt(rng.below(Number(left))) : 1n
  const steps = rng.percent(3) ? left + 1n : rng.percent(50) && left > 0n ? left : part
  const side = position.direction > 0n ? 'sell' : 'buy'
  place(step, askFor(step, { listing: listingOf(world, instrumentId) as MarginListing, side, steps, action: 'close', positionId }))
}

const FARTHEST_TICKS = 4

export function askFor(step: Step, asked: Pick<Asked, 'listing' | 'side' | 'steps' | 'action' | 'positionId'>): Asked {
  const { rng } = step
  const { listing, side } = asked
  const contract = contractOf(listing.instrument.id)
  const last = lastOf(step, listing)
  const away = BigInt(rng.below(2 * FARTHEST_TICKS + 1) - FARTHEST_TICKS)
  const limit = rng.percent(30) ? null : last + (rng.percent(2) ? last : away)
  return {
    ...asked,
    contract,
    limit,
    worst: limit ?? worstOfMarginMarket(contract, side, { last, ask: last + 1n, previousClose: closeBefore(step, listing) }),
  }
}

export function place(step: Step, asked: Asked, condition: Condition = conditionOf(step)): void {
  const { model, world, number } = step
  const { wallet } = asked.listing
  const brings = `bring-${number}`
  const sources = asked.action === 'open' && asked.conditions === undefined ? chooseSources(step, wallet) : []
  const hold = holdOf(asked.contract, asked, lastOf(step, asked.listing))
  const moved = broughtFor(model, { wallet, hold }, sources)
  bringInModel(model, wallet, moved, brings)
  const expected = expectedAnswer(step, asked, condition)
  const key = `key-${number}`
  const id = `order-${number}`
  const answer = send(step, asked, { id, key, condition, bringing: bringingOf(step, wallet, sources, brings) })
  expectAnswer(answer, expected, `${asked.action} ${asked.steps} of ${asked.listing.instrument.id} at ${asked.limit}`)
  if (!answer.ok) {
    takeBackInModel(model, wallet, moved, brings)
    return void world.seen.add(`on margin refused: ${answer.refusal}`)
  }
  if (moved.length > 0) world.seen.add('brought to margin')
  for (const [orderId, change] of asked.orders ?? [[id, {}] as const]) keepOrder(step, asked, orderId, change)
  const bringing = bringingOf(step, wallet, sources, `${brings}-again`)
  const again = () => send(step, { ...asked, steps: asked.steps + 1n }, { id: `${id}-again`, key, condition, bringing })
  remember(step, { key, answer, again })
  if (asked.action === 'close') {
    const position = model.positions.get(asked.positionId)
    if (position !== undefined) position.held += asked.steps
    if (condition === 'closing only') world.seen.add('closed while open for closing only')
  }
}

type Sending = Readonly<{ id: string; key: string; condition: Condition; bringing: Bringing }>

function send(step: Step, asked: Asked, { id, key, condition, bringing }: Sending): Result<Outcome> {
  const { world, accountId, now } = step
  const { listing, action } = asked
  const request: MarginOrderRequest = {
    id,
    number: id,
    instrumentId: listing.instrument.id,
    wallet: listing.wallet,
    side: asked.side,
    type: asked.limit === null ? 'market' : 'limit',
    timeInForce: 'GTC',
    limitPrice: asked.limit === null ? null : asked.limit * listing.unit,
    quantity: asked.steps * listing.lot,
    leverage: action === 'open' && listing.wallet === 'FOREX' ? 30 : 1,
    margin: { action, positionId: asked.positionId },
    ...asked.conditions,
  }
  const terms = termsFor(step, listing, request.quantity, condition)
  return world.brokerage.request(accountId, key, now, (state) => {
    const { rules } = world.brokerage
    const accepted = rules.bringFirst(state, bringing, (at) => rules.acceptMarginOrder(at, request, terms, now), now)
    return accepted.ok ? { ok: true, value: accepted.value.outcome } : accepted
  })
}

function keepOrder(
  step: Step,
  { listing, contract, side, limit, worst, steps, action, positionId }: Asked,
  id: string,
  change: Partial<ModelOrder>,
): void {
  const date = dateIn(step, listing)
  placeInModel(step.model, {
    ...PLAIN_MODEL,
    id,
    side,
    worst,
    instrumentId: listing.instrument.id,
    wallet: listing.wallet,
    margin: { action, positionId, liquidates: false },
    shares: steps,
    hasLimit: limit !== null,
    held: action === 'open' ? holdOf(contract, { side, steps, worst }, lastOf(step, listing)) : 0n,
    days: 0,
    placedOn: date,
    lastDate: goodTillCancelled(date),
    ...change,
  })
}

/** Margin at the dearest likely price, and the fees of opening and closing. */
export function holdOf(contract: ModelContract, { side, steps, worst }: Pick<Asked, 'side' | 'steps' | 'worst'>, last: bigint): bigint {
  const dearest = side === 'sell' && last > worst ? last : worst
  return contract.initial(sizeOf(dearest), steps) + 2n * contract.fee * steps
}

const sizeOf = (ticks: bigint): bigint => (ticks < 0n ? -ticks : ticks)

function expectedAnswer(step: Step, asked: Asked, condition: Condition): string | null {
  const { model } = step
  const { listing, contract, side, limit, steps, action } = asked
  const { contract: terms } = listing.instrument
  if (terms.kind === 'future' && dateIn(step, listing) > terms.lastTradeDate) return 'market.closed'
  if (model.frozen && action === 'open') return 'account.frozen'
  if (action === 'open' && !mayOpen(model.suitability, step.now)) return 'suitability.required'
  if (condition === 'halted') return 'instrument.halted'
  if (condition === 'closing only' && action === 'open') return 'instrument.close_only'
  const last = condition === 'no price' ? 0n : lastOf(step, listing)
  const { low, high } = marginBandOf(contract, side, { last, previousClose: closeBefore(step, listing) })
  if (limit !== null && limit <= 0n && terms.kind === 'pair') return 'parameter.invalid'
  if (limit !== null && condition !== 'silent' && ((low !== null && limit < low) || (high !== null && limit > high)))
    return 'price.outside_band'
  if (steps > contract.largest || (model.open.size >= MAX_OPEN && action === 'open')) return 'order.risk_limit'
  if (condition === 'silent' || last === 0n || (condition === 'stale' && limit === null)) return 'quote.stale'
  return action === 'open' ? fundsAnswer(model, asked, last) : closingAnswer(model.positions.get(asked.positionId), steps)
}

const MAX_OPEN = 200

const fundsAnswer = (model: ModelAccount, asked: Asked, last: bigint): string | null =>
  holdOf(asked.contract, asked, last) > cashIn(model, asked.listing.wallet) ? 'wallet.insufficient' : null

function closingAnswer(position: ModelPosition | undefined, steps: bigint): string | null {
  if (position === undefined || position.steps === 0n) return 'position.not_open'
  return steps > position.steps - position.held ? 'position.insufficient' : null
}
