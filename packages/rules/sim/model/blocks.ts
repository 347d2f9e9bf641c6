import { onGrid, stepAt } from './grid.ts'

/** The block desk in the reference model, worked out from the text of the rule book (`docs/rules/block-trades.md` E.4). */
export const MIN_BLOCK_SHARES = 10_000n
/** Shares that the desk's figures say are traded on a usual day, and how much a price moves on one, in hundred-millionths. */
export const USUAL_VOLUME = 1_000_000n
export const USUAL_MOVE = 1_800_000n
export const MAX_BLOCK_SHARES = (USUAL_VOLUME * 5n) / 100n
const PARTS = 100_000_000n

/** Half of 0.8 times the day's move times the root of the block's part of the day's volume, against the taker and on the grid. */
export function firmPriceIn(instrumentId: string, side: 'buy' | 'sell', mid: bigint, shares: bigint): bigint {
  const root = rootOf((shares * PARTS * PARTS) / USUAL_VOLUME)
  const moved = (4n * USUAL_MOVE * root + 10n * PARTS - 1n) / (10n * PARTS)
  if (side === 'buy') {
    const exact = mid * (PARTS + moved)
    const step = stepAt(instrumentId, exact / PARTS) * PARTS
    return ((exact + step - 1n) / step) * (step / PARTS)
  }
  const exact = mid * (PARTS - moved)
  const step = stepAt(instrumentId, exact / PARTS) * PARTS
  return (exact / step) * (step / PARTS)
}

/** Bit by bit, rounded down. */
function rootOf(square: bigint): bigint {
  let root = 0n
  for (let bit = 1n << 60n; bit > 0n; bit >>= 1n) if ((root + bit) * (root + bit) <= square) root += bit
  return root
}

/** A price of one's own lies within one percent of the middle, and within the day so far. */
export function mayBeNamed(instrumentId: string, price: bigint, mid: bigint, day: Readonly<{ low: bigint; high: bigint }>): boolean {
  const near = { low: onGrid(instrumentId, mid * 99n, 'up'), high: onGrid(instrumentId, mid * 101n, 'down') }
  return price >= near.low && price <= near.high && price >= day.low && price <= day.high
}
