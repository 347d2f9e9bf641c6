import { compose } from '../../src/ledger/compose.ts'
import { ok } from '../../src/result.ts'
import { type ModelOrder, PLAIN_MODEL, endInModel, placeInModel } from '../model/account.ts'
import { contractOf, worstOfMarginMarket } from '../model/contracts.ts'
import type { MarginListing } from '../world/listings.ts'
import { termsFor } from '../world/terms.ts'
import { type Step, closeBefore, dateIn, goodTillCancelled, lastOf, listingOf } from '../world/world.ts'

/** A customer's close of a position at the market ends its exits in the same decision (D.1). */
export function closeByHand(step: Step): void {
  const { rng, model, world, number, accountId, now } = step
  const exits = [...model.open.values()].filter(isExit)
  if (exits.length === 0) return
  const { margin, instrumentId, wallet, side } = rng.pick(exits)
  const positionId = margin?.positionId ?? ''
  const own = exits.filter((order) => order.margin?.positionId === positionId)
  const position = model.live.get(positionId)
  const listing = listingOf(world, instrumentId) as MarginListing
  const { contract } = listing.instrument
  const last = lastOf(step, listing)
  const isOver = contract.kind === 'future' && dateIn(step, listing) > contract.lastTradeDate
  if (position === undefined || position.liquidation !== 'none' || last === 0n || isOver) return
  const steps = position.steps - position.held + heldBy(own)
  if (steps > contractOf(instrumentId).largest) return
  const id = `order-${number}`
  const common = { id, instrumentId, wallet, side } as const
  const closed = world.brokerage.decide(accountId, now, (state) => {
    const { rules } = world.brokerage
    const ids = own.map((order) => order.id)
    const { state: after, outcome: ended } = rules.endExits(state, ids, dateIn(step, listing), now)
    const whole = { ...common, number: id, type: 'market', timeInForce: 'DAY', limitPrice: null, leverage: 1 } as const
    const request = { ...whole, quantity: steps * listing.lot, margin: { action: 'close', positionId } } as const
    const accepted = rules.acceptMarginOrder(after, request, termsFor(step, listing, request.quantity), now)
    return accepted.ok ? ok(compose(ended, accepted.value.outcome)) : accepted
  })
  if (!closed.ok) throw new Error(`a position with exits could not be closed: ${closed.refusal}`)
  for (const order of own) endInModel(model, order)
  position.held += steps
  const date = dateIn(step, listing)
  const market = { last, ask: last + 1n, previousClose: closeBefore(step, listing) }
  placeInModel(model, {
    ...PLAIN_MODEL,
    ...common,
    margin: { action: 'close', positionId, liquidates: false },
    worst: worstOfMarginMarket(contractOf(instrumentId), side, market),
    shares: steps,
    hasLimit: false,
    days: 0,
    placedOn: date,
    lastDate: goodTillCancelled(date),
  })
  world.seen.add('closed by hand, its exits with it')
}

/** A leg of a bracket, or one of two orders that close the same shares. */
const isExit = ({ id, margin, sibling }: ModelOrder): boolean =>
  margin?.action === 'close' && (sibling !== null || id.startsWith('profit-') || id.startsWith('loss-'))

/** The quantity on exits; two for one part count once. */
function heldBy(exits: readonly ModelOrder[]): bigint {
  const counted = new Set<string>()
  let held = 0n
  for (const { id, sibling, shares, filled } of exits) {
    if (sibling === null || !counted.has(sibling)) held += shares - filled
    counted.add(id)
  }
  return held
}
