import { plainArithmetic } from '../arithmetic/plain-arithmetic.ts'
import { reaches } from '../book/book.ts'
import { type AuctionOrder, type AuctionResult, type CallTerms, callAuction } from './call-auction.ts'
import type { OpenOrder } from './open-order.ts'

/**
 * The auction that opens a session, or opens again after a halt: everything customers have waiting trades with a
 * mirrored outside book around the outside market's price (`docs/rules/matching.md` C.5).
 */

/** Each side of the outside book offers this part of the average daily volume. */
const OUTSIDE_SHARE_OF_DAILY_VOLUME = 0.02
/** After the session less of it is about: what each side offers at the closing price. */
const OUTSIDE_SHARE_AT_CLOSE = 0.005
const LEVELS = 50
/** The hump of the depth: (j + 1) · e^(−j/6) at a distance of j ticks. */
const DEPTH_DECAY_TICKS = 6

export type AuctionEntry = AuctionOrder & Readonly<{ open: OpenOrder | null }>
export type OpeningTerms = CallTerms & OutsideTerms
type OutsideTerms = Readonly<{ reference: number; tick: number; averageDailyVolume: number }>

/** Runs it over orders in the order of their time; null when nothing trades. Fill-or-kill orders wait for the continuous market. */
export function openingAuction(waiting: readonly OpenOrder[], terms: OpeningTerms): AuctionResult<AuctionEntry> | null {
  const entries = waiting.filter((open) => open.order.timeInForce !== 'FOK').map(entryOf)
  if (entries.length === 0) return null
  // The outside stood at its prices before our customers came.
  return callAuction([...outsideBook(terms), ...entries], terms)
}

/** Those who take one price, at that price. */
export const entriesAt = (price: number, waiting: readonly OpenOrder[]): readonly AuctionEntry[] =>
  waiting
    .filter(({ order, worstPrice }) => order.timeInForce !== 'FOK' && reaches(order.side, worstPrice, price))
    .map((open) => ({ ...entryOf(open), market: false, price }))

/** Orders of the outside that still trade at the closing price. */
export const outsideAt = (price: number, averageDailyVolume: number): readonly AuctionEntry[] =>
  (['buy', 'sell'] as const).map((side) => ({
    open: null,
    side,
    market: false,
    price,
    quantity: Math.floor(averageDailyVolume * OUTSIDE_SHARE_AT_CLOSE),
  }))

export const entryOf = (open: OpenOrder): AuctionEntry => ({
  open,
  side: open.order.side,
  market: open.order.type === 'market',
  price: open.worstPrice,
  quantity: open.remaining,
})

/** The mirrored depth. What is less than a unit is carried to the next tick, so that a thin market has some too. */
export function outsideBook({ reference, tick, averageDailyVolume }: OutsideTerms): AuctionEntry[] {
  const weights = Array.from({ length: LEVELS }, (_, distance) => (distance + 1) * plainArithmetic.exp(-distance / DEPTH_DECAY_TICKS))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const entries: AuctionEntry[] = []
  let offered = 0
  let given = 0
  for (const [distance, weight] of weights.entries()) {
    offered += (averageDailyVolume * OUTSIDE_SHARE_OF_DAILY_VOLUME * weight) / whole
    const quantity = Math.floor(offered) - given
    given += quantity
    const bid = reference - distance * tick
    if (quantity > 0 && bid > 0) entries.push({ open: null, side: 'buy', market: false, price: bid, quantity })
    if (quantity > 0) entries.push({ open: null, side: 'sell', market: false, price: reference + distance * tick, quantity })
  }
  return entries
}

/**
 * Orders of one account never trade with each other: of two that could trade in the auction the later one is
 * taken out, and returned; beside a forced one it is the other, whichever came first. Orders come in the order of their time.
 */
export function selfCrossing(waiting: readonly OpenOrder[]): OpenOrder[] {
  const kept: OpenOrder[] = []
  const out: OpenOrder[] = []
  const isForced = ({ order }: OpenOrder): boolean => order.isForced === true
  for (const open of [...waiting.filter(isForced), ...waiting.filter((each) => !isForced(each))]) {
    const meets = kept.some((other) => other.order.accountId === open.order.accountId && crosses(open, other))
    ;(meets ? out : kept).push(open)
  }
  return out
}

function crosses(a: OpenOrder, b: OpenOrder): boolean {
  if (a.order.side === b.order.side) return false
  const [buy, sell] = a.order.side === 'buy' ? [a, b] : [b, a]
  return buy.worstPrice >= sell.worstPrice
}

/**
 * Of two orders for the same shares only the triggered stop takes part: both at once would sell them twice. The
 * limit goes on with what is left.
 */
export function withoutSiblings(waiting: readonly OpenOrder[]): readonly OpenOrder[] {
  const present = new Set(waiting.map(({ order }) => order.orderId))
  return waiting.filter(({ order }) => order.type === 'market' || order.siblingId === null || !present.has(order.siblingId))
}
