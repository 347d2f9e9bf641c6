import type { MarginOrderRequest } from '../../src/margin/accept.ts'
import type { ModelOrder } from '../model/account.ts'
import { contractOf, trailedOnMargin, worstOfMarginStop } from '../model/contracts.ts'
import type { MarginListing } from '../world/listings.ts'
import { type Step, lastOf, listingOf } from '../world/world.ts'
import { type Asked, place } from './place.ts'
import { marginPositionKind } from '../../src/margin/records.ts'

/** Orders on margin that wait for a price: stops and trails that open, brackets, and pairs that close an open position. */
type Plan = Readonly<{ step: Step; listing: MarginListing; id: string; last: bigint; away: (most: number) => bigint }>
type Planned = Pick<Asked, 'side' | 'limit' | 'worst' | 'orders'> & Readonly<{ conditions: Partial<MarginOrderRequest> }>

const WHOLE_PERCENT = 100_000_000n

export function placeConditionalOnMargin(step: Step): void {
  const { rng, number, world } = step
  const listing = rng.pick(world.margins)
  const last = lastOf(step, listing)
  // Distances from a price of zero have no meaning, and no pair trades below it.
  if (last === 0n) return
  const away = (most: number): bigint => BigInt(1 + rng.below(most))
  const planned = rng.pick([stop, trailing, bracket])({ step, listing, id: `order-${number}`, last, away })
  const steps = BigInt(1 + rng.below(listing.wallet === 'FOREX' ? 300 : 5))
  place(
    step,
    { ...planned, listing, contract: contractOf(listing.instrument.id), steps, action: 'open', positionId: `p-${number}` },
    'open',
  )
}

/** Two orders for the free part of a position: a limit at a profit and a stop at a loss. */
export function placePairOnMargin(step: Step): void {
  const { rng, model, number, world } = step
  const open = [...model.live].filter(([, { steps, held }]) => steps > held)
  if (open.length === 0) return
  const [positionId, position] = rng.pick(open)
  const listing = listingOf(world, marginPositionKind.of(step.account.state).get(positionId)?.instrumentId ?? '') as MarginListing
  const last = lastOf(step, listing)
  if (last === 0n) return
  const contract = contractOf(listing.instrument.id)
  const side = position.direction > 0n ? 'sell' : 'buy'
  const [id, second] = [`order-${number}`, `second-${number}`]
  const limit = last + position.direction * BigInt(1 + rng.below(20))
  const stopLoss = last - position.direction * BigInt(1 + rng.below(20))
  const waits = { stop: stopLoss, worst: worstOfMarginStop(contract, side, stopLoss), hasLimit: false, waiting: true, sibling: id }
  const asked = {
    listing,
    contract,
    side,
    limit,
    worst: limit,
    steps: position.steps - position.held,
    action: 'close',
    positionId,
  } as const
  const orders = [
    [id, { sibling: second }],
    [second, waits],
  ] as const
  place(step, { ...asked, conditions: { stopLoss: stopLoss * listing.unit, second: { id: second, number: id } }, orders }, 'open')
}

function stop({ step: { rng }, listing, id, last, away }: Plan): Planned {
  const side = rng.percent(50) ? 'buy' : 'sell'
  const beyond = side === 'buy' ? 1n : -1n
  const at = last + beyond * away(20)
  const limit = rng.percent(40) ? at + beyond * away(10) : null
  const worst = limit ?? worstOfMarginStop(contractOf(listing.instrument.id), side, at)
  return {
    side,
    limit,
    worst,
    conditions: { type: limit === null ? 'stop' : 'stopLimit', stopPrice: at * listing.unit },
    orders: [[id, { stop: at, waiting: true }]],
  }
}

function trailing({ step: { rng }, listing, id, last }: Plan): Planned {
  const side = rng.percent(50) ? 'buy' : 'sell'
  const trail = BigInt(1 + rng.below(20))
  const at = trailedOnMargin(side, last, trail)
  return {
    side,
    limit: null,
    worst: worstOfMarginStop(contractOf(listing.instrument.id), side, at),
    conditions: { type: 'trailing', trailPercent: trail * WHOLE_PERCENT },
    orders: [[id, { stop: at, waiting: true, trail, best: last }]],
  }
}

/** For a short the profit lies below and the loss above. */
function bracket({ step: { rng }, listing, id, last, away }: Plan): Planned {
  const side = rng.percent(50) ? 'buy' : 'sell'
  const gains = side === 'buy' ? 1n : -1n
  const limit = last + (rng.percent(50) ? away(4) : -away(4))
  const takeProfit = rng.percent(80) ? limit + gains * away(30) : null
  const stopLoss = takeProfit === null || rng.percent(80) ? limit - gains * away(30) : null
  const inUnits = (price: bigint | null): bigint | null => (price === null ? null : price * listing.unit)
  return {
    side,
    limit,
    worst: limit,
    conditions: { takeProfit: inUnits(takeProfit), stopLoss: inUnits(stopLoss) },
    orders: [[id, exitsOf(takeProfit, stopLoss)]],
  }
}

const exitsOf = (takeProfit: bigint | null, stopLoss: bigint | null): Partial<ModelOrder> => ({ exits: { takeProfit, stopLoss, ids: [] } })
