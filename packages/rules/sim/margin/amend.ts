import { keptBy } from '../orders/amend.ts'
import type { Amendment } from '../../src/orders/amend.ts'
import { type ModelOrder, addCash, cashIn } from '../model/account.ts'
import { contractOf, marginBandOf } from '../model/contracts.ts'
import { mayOpen } from '../model/suitability.ts'
import { expectAnswer } from '../orders/place.ts'
import type { MarginListing } from '../world/listings.ts'
import { termsFor } from '../world/terms.ts'
import { type Step, closeBefore, dateIn, lastOf, listingOf, remember } from '../world/world.ts'
import { holdOf } from './place.ts'

/** Other terms for an order on margin: fewer contracts, more, another limit; two that close the same change their size together. */
const RECENT = 12
const FARTHEST_TICKS = 5
const FEW = 4

type Wanted = Readonly<{ worst: bigint; shares: bigint }>

export function amendOnMargin(step: Step): void {
  const { world, rng, model } = step
  const known = [...model.open.values()].filter(({ margin }) => margin !== null && !margin.liquidates).slice(-RECENT)
  if (known.length === 0) return
  const order = rng.pick(known)
  const last = lastOf(step, listingOf(world, order.instrumentId))
  const isWorking = order.hasLimit && !order.waiting
  const worst = isWorking && rng.percent(60) ? last + BigInt(rng.below(2 * FARTHEST_TICKS + 1) - FARTHEST_TICKS) : order.worst
  const more = BigInt(1 + rng.below(FEW))
  const shares = rng.pick([order.shares, order.shares - 1n, order.filled + 1n, order.filled, order.shares + more])
  if (shares > 0n) amend(step, order, { worst, shares })
}

function amend(step: Step, order: ModelOrder, wanted: Wanted): void {
  const { world, model, number, accountId, now } = step
  const listing = listingOf(world, order.instrumentId) as MarginListing
  const isResized = wanted.shares !== order.shares
  const amendment: Amendment = {
    orderId: order.id,
    ...(wanted.worst === order.worst ? {} : { limitPrice: wanted.worst * listing.unit }),
    ...(isResized ? { quantity: wanted.shares * listing.lot } : {}),
  }
  const key = `key-${number}`
  const send = (change: Amendment) =>
    world.brokerage.request(accountId, key, now, (state) => {
      const amended = world.brokerage.rules.amendOrder(
        state,
        change,
        termsFor(step, listing, wanted.shares * listing.lot, 'open', keptBy(state, listing, change)),
        now,
      )
      return amended.ok ? { ok: true, value: amended.value.outcome } : amended
    })
  const expected = expectedAnswer(step, order, listing, wanted)
  const answer = send(amendment)
  expectAnswer(answer, expected, `${order.id} to ${wanted.shares} at ${wanted.worst}`)
  if (!answer.ok) return void world.seen.add(`amendment on margin refused: ${answer.refusal}`)
  if (isResized || wanted.worst !== order.worst) change(step, order, listing, wanted)
  remember(step, { key, answer, again: () => send({ ...amendment, quantity: (wanted.shares + 1n) * listing.lot }) })
  world.seen.add(order.filled > 0n ? 'partly filled on margin, then amended' : 'amended on margin')
  if (order.sibling !== null && isResized && model.open.has(order.sibling)) world.seen.add('two that close the same amended together')
}

function change(step: Step, order: ModelOrder, listing: MarginListing, { worst, shares }: Wanted): void {
  const { model } = step
  if (order.margin?.action === 'open') {
    const held = heldFor(step, order, listing, { worst, shares })
    addCash(model, order.wallet, order.held - held)
    order.held = held
  }
  const more = shares - order.shares
  const sibling = order.sibling === null ? undefined : model.open.get(order.sibling)
  if (sibling !== undefined) sibling.shares += more
  const position = order.margin?.action === 'close' ? model.positions.get(order.margin.positionId) : undefined
  if (position !== undefined) position.held += more
  order.worst = worst
  order.shares = shares
}

const heldFor = (step: Step, { side, instrumentId, filled }: ModelOrder, listing: MarginListing, { worst, shares }: Wanted): bigint =>
  holdOf(contractOf(instrumentId), { side, steps: shares - filled, worst }, lastOf(step, listing))

/** Open and of the right size, its contract not over, within the band, not too large, and covered by money or by the open position. */
function expectedAnswer(step: Step, order: ModelOrder, listing: MarginListing, wanted: Wanted): string | null {
  const { model } = step
  const { margin, side, filled, instrumentId } = order
  const isResized = wanted.shares !== order.shares
  const isPriced = wanted.worst !== order.worst
  if (isResized && wanted.shares <= filled) return 'quantity.below_minimum'
  if (!isResized && !isPriced) return null
  const { contract } = listing.instrument
  if (contract.kind === 'future' && dateIn(step, listing) > contract.lastTradeDate) return 'market.closed'
  if (model.frozen && margin?.action === 'open') return 'account.frozen'
  const takesMore = isPriced || wanted.shares > order.shares
  if (takesMore && margin?.action === 'open' && !mayOpen(model.suitability, step.now)) return 'suitability.required'
  const last = lastOf(step, listing)
  const { low, high } = marginBandOf(contractOf(instrumentId), side, { last, previousClose: closeBefore(step, listing) })
  if (isPriced && ((low !== null && wanted.worst < low) || (high !== null && wanted.worst > high))) return 'price.outside_band'
  if (wanted.shares > contractOf(instrumentId).largest) return 'order.risk_limit'
  if (last === 0n) return 'quote.stale'
  if (margin?.action === 'open')
    return heldFor(step, order, listing, wanted) - order.held > cashIn(model, order.wallet) ? 'wallet.insufficient' : null
  const position = model.positions.get(margin?.positionId ?? '')
  return wanted.shares - order.shares > (position?.steps ?? 0n) - (position?.held ?? 0n) ? 'position.insufficient' : null
}
