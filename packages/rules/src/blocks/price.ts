import { SCALE, divide, least, scaled, squareRoot } from '../decimal.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { toTick } from '../orders/limits.ts'
import type { Side } from '../side.ts'
import { SECOND_MS } from '../time.ts'

/**
 * The price of the block desk (`docs/rules/block-trades.md` E.4): the middle of the market, and half of what an order of this size would
 * move it by. Everybody can work it out again from the figures on the instrument's page.
 */

/** The least and the largest quantity of a block, in units of 10^-8; beyond the largest the books could not keep it (INV-04). */
export const MIN_BLOCK = scaled('10000')
export const MAX_BLOCK = scaled('5000000')
/** A firm price holds for this long, and a price of the customer's own is negotiated for this long. */
export const QUOTE_LIFE_MS = 30 * SECOND_MS
export const NEGOTIATION_MS = 60 * SECOND_MS
/** Trading days for which shares bought in a block stay locked. */
export const LOCK_DAYS = 1

/** Y of the square-root law, and the half of it that the desk asks for. */
const IMPACT = scaled('0.8')
const PARTS_OF_IMPACT = 2n
/** A block is at most one part in this many of a usual day's volume. */
const PARTS_OF_DAY = 20n

/** Published figures of the instrument: the average volume of a day in units of 10^-8, and the daily volatility as a ratio in them. */
export type BlockFacts = Readonly<{ averageVolume: bigint; dailyVolatility: bigint }>
/** Best prices of the market; zero where there is none. */
export type BestPrices = Readonly<{ bid: bigint; ask: bigint }>

/** The largest block of a share, whole shares in units of 10^-8: five percent of a usual day, and no more than the books keep. */
export const largestBlock = ({ averageVolume }: Pick<BlockFacts, 'averageVolume'>): bigint =>
  least((averageVolume / PARTS_OF_DAY / SCALE) * SCALE, MAX_BLOCK)

/** The middle of the market in units of 10^-8, half a unit up; null without a price on both sides. */
export const midOf = ({ bid, ask }: BestPrices): bigint | null => (bid <= 0n || ask <= 0n ? null : divide(bid + ask, 2n, 'HALF_UP'))

/** Half of the impact of a quantity as a share of the price, in units of 10^-8, rounded up: ½ · Y · σ · √(q / ADV). */
export function halfImpact(quantity: bigint, { averageVolume, dailyVolatility }: BlockFacts): bigint {
  const root = squareRoot((quantity * SCALE * SCALE) / averageVolume)
  return divide(IMPACT * dailyVolatility * root, PARTS_OF_IMPACT * SCALE * SCALE, 'CEIL')
}

/** What the desk buys or sells a quantity at, on the price grid and rounded against the taker (O.9); null without a market. */
export function blockPrice(
  instrument: Instrument,
  { side, quantity }: Readonly<{ side: Side; quantity: bigint }>,
  best: BestPrices,
  facts: BlockFacts,
): bigint | null {
  if (best.bid <= 0n || best.ask <= 0n || facts.averageVolume <= 0n) return null
  const twiceMid = best.bid + best.ask
  const impact = halfImpact(quantity, facts)
  return side === 'buy'
    ? toTick(instrument, divide(twiceMid * (SCALE + impact), 2n * SCALE, 'CEIL'), 'CEIL')
    : toTick(instrument, divide(twiceMid * (SCALE - impact), 2n * SCALE, 'FLOOR'), 'FLOOR')
}

/** The difference of a price to the middle of the market as a ratio in units of 10^-8: above zero for what is bought, below for what is sold. */
export const premiumOf = (price: bigint, mid: bigint): bigint => divide((price - mid) * SCALE, mid, 'HALF_UP')

/** The desk's price has come to the customer's, or gone beyond it in the customer's favour. */
export const reaches = (side: Side, price: bigint, limit: bigint): boolean => (side === 'buy' ? price <= limit : price >= limit)
