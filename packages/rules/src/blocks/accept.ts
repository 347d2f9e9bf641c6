import { SCALE, divide, formatScaled, greatest, least } from '../decimal.ts'
import { type Instrument, tickAt } from '../instruments/instrument.ts'
import { formatPrice } from '../instruments/terms.ts'
import type { AccountState } from '../ledger/account-state.ts'
import { STALE_AFTER_MS } from '../markets/stale.ts'
import { type Accepted, type OrderRequest, type OrderTerms, acceptHeld } from '../orders/accept.ts'
import { priceHold } from '../orders/hold.ts'
import { isInsideBand, isOnTick, mayLieAt, toTick } from '../orders/limits.ts'
import { type BlockTerms, isOpening } from '../orders/order.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import { percent } from '../markets/market.ts'
import type { Instant } from '../time.ts'
import { type BlockFacts, MIN_BLOCK, largestBlock, midOf } from './price.ts'

/**
 * A block is an order that the block desk executes whole: at its firm price at once, or at a price of the customer's own if the desk's
 * comes to it within a minute (`docs/rules/block-trades.md` E.4).
 */

/** The market of an order's terms, with what the desk prices by; `low` and `high` are the day's so far, in units of 10^-8. */
export type BlockMarket = OrderTerms &
  Readonly<{
    day: Readonly<{ low: bigint; high: bigint }> | null
    /** Null while they are not known: a server that has just started works them out. */
    facts: BlockFacts | null
    /** The customer's permission to trade blocks is not open. */
    blockPermissionMissing: boolean
  }>

export type BlockRequest = Pick<OrderRequest, 'id' | 'number' | 'instrumentId' | 'wallet' | 'side' | 'quantity'> &
  Readonly<{
    /** The firm price, or the customer's own. */
    price: bigint
    block: BlockTerms
  }>

/** What the desk asks before it names a price; the checks run in the order of all orders, and the first that fails wins. */
export function checkBlock(
  state: Pick<AccountState, 'frozen'>,
  { side, quantity }: Pick<BlockRequest, 'side' | 'quantity'>,
  terms: BlockMarket,
  now: Instant,
): Result<Readonly<{ instrument: Instrument; mid: bigint; facts: BlockFacts }>> {
  const { instrument, market, facts } = terms
  if (state.frozen && isOpening({ side, margin: null })) return refuse('account.frozen')
  if (terms.identityMissing) return refuse('kyc.required')
  if (terms.permissionMissing === true) return refuse('permission.required')
  if (terms.blockPermissionMissing) return refuse('block.not_permitted')
  if (instrument === null) return refuse('instrument.unknown', { field: 'stockCode' })
  if (instrument.quoteOnly) return refuse('instrument.quote_only')
  // The desk has no hours of its own: it hedges in the market, and quotes while that trades.
  if (!terms.matching || terms.extended === true) return refuse('market.closed')
  if (terms.halted) return refuse('instrument.halted')
  if ((terms.closeOnly ?? null) !== null && side === 'buy') return refuse('instrument.close_only')
  if (quantity < MIN_BLOCK) return refuse('quantity.below_minimum', { num: formatScaled(MIN_BLOCK), field: 'quantity' })
  if (quantity % SCALE !== 0n) return refuse('quantity.step', { step: '1', field: 'quantity' })
  if (facts === null) return refuse('quote.stale')
  if (quantity > largestBlock(facts)) return refuse('order.risk_limit', { limit: formatScaled(largestBlock(facts)), unit: 'shares' })
  const mid = market === null ? null : midOf(market)
  if (mid === null) return refuse('quote.stale')
  if (now - terms.marketAt > STALE_AFTER_MS) return refuse('quote.stale', { ageMs: now - terms.marketAt })
  return ok({ instrument, mid, facts })
}

/** How far from the middle of the market a price of the customer's own may lie. */
const NEGOTIABLE = percent('1')

/** A price to negotiate lies on the grid, within the day's range so far, and near the middle of the market. */
function checkOwnPrice(instrument: Instrument, price: bigint, mid: bigint, day: BlockMarket['day']): Refusal | null {
  if (!mayLieAt(instrument, price)) return refuse('parameter.invalid', { field: 'price' })
  if (!isOnTick(instrument, price)) return refuse('price.tick', { tick: formatScaled(tickAt(instrument, price)), field: 'price' })
  const away = divide(mid * NEGOTIABLE, SCALE, 'DOWN')
  const near = { low: toTick(instrument, mid - away, 'CEIL'), high: toTick(instrument, mid + away, 'FLOOR') }
  const range = day === null ? near : { low: greatest(near.low, day.low), high: least(near.high, day.high) }
  if (isInsideBand(range, price)) return null
  return refuse('price.outside_band', {
    field: 'price',
    low: formatPrice(instrument, range.low),
    high: formatPrice(instrument, range.high),
  })
}

/** Accepts a block or refuses it: J30 holds its money or its shares until the desk has executed it. */
export function acceptBlock(state: AccountState, request: BlockRequest, terms: BlockMarket, now: Instant): Result<Accepted> {
  const { price, block, ...asked } = request
  const checked = checkBlock(state, request, terms, now)
  if (!checked.ok) return checked
  const { instrument, mid } = checked.value
  const wrong = block.isFirm ? null : checkOwnPrice(instrument, price, mid, terms.day)
  if (wrong !== null) return wrong
  const order: OrderRequest = {
    ...asked,
    ...{ type: 'limit', timeInForce: block.isFirm ? 'FOK' : 'DAY', limitPrice: price, leverage: 1, margin: null, block },
  }
  return acceptHeld(state, order, terms, price, priceHold(request, price, terms), now)
}
