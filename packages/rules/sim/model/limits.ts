import { onGrid, stepAt } from './grid.ts'

/** The price limits of share orders (B.1 to B.3, D.1), without the rules. */
export type ModelMarket = Readonly<{ last: bigint; ask: bigint; previousClose: bigint }>
type Side = 'buy' | 'sell'

/** Above any price there is. */
const NO_END = 10n ** 18n
const isTaiwan = (instrumentId: string): boolean => instrumentId.startsWith('TW:')
const DAILY_PERCENT: Readonly<Record<string, bigint>> = { AR: 15n, TW: 10n }

/** In the United States half around the last price, on the side that could hurt; elsewhere a share of the close of the day before. */
export function bandOf(instrumentId: string, side: Side, { last, previousClose }: ModelMarket): Readonly<{ low: bigint; high: bigint }> {
  const daily = DAILY_PERCENT[instrumentId.slice(0, 2)]
  if (daily !== undefined)
    return {
      low: onGrid(instrumentId, previousClose * (100n - daily), 'up'),
      high: onGrid(instrumentId, previousClose * (100n + daily), 'down'),
    }
  return side === 'buy'
    ? { low: 0n, high: onGrid(instrumentId, last * 150n, 'down') }
    : { low: onGrid(instrumentId, last * 50n, 'up'), high: NO_END }
}

/** The worst price of a market order: at most two percent above the ask for a purchase, and within its collar and band. */
export function worstOfMarket(instrumentId: string, side: Side, market: ModelMarket): bigint {
  const { low, high } = bandOf(instrumentId, side, market)
  if (side === 'sell') return isTaiwan(instrumentId) ? low : larger(low, onGrid(instrumentId, market.last * 95n, 'up'))
  const held = onGrid(instrumentId, market.ask * 102n, 'half')
  const collared = isTaiwan(instrumentId) ? held : smaller(held, onGrid(instrumentId, market.last * 105n, 'down'))
  return smaller(collared, high)
}

/** A purchase holds money for two percent above its stop; a sale sells at most five percent below it. */
export const worstOfStop = (instrumentId: string, side: Side, stop: bigint): bigint =>
  side === 'buy' ? onGrid(instrumentId, stop * 102n, 'half') : onGrid(instrumentId, stop * 95n, 'up')

/** The worst price after the trigger. */
export function worstAfter(instrumentId: string, side: Side, worst: bigint, last: bigint): bigint {
  return side === 'sell' ? onGrid(instrumentId, last * 95n, 'up') : smaller(worst, onGrid(instrumentId, last * 105n, 'down'))
}

export const trailedStop = (instrumentId: string, side: Side, best: bigint, percent: bigint): bigint =>
  onGrid(instrumentId, best * (side === 'buy' ? 100n + percent : 100n - percent), 'half')

export const isBetter = (side: Side, known: bigint, last: bigint): boolean => (side === 'buy' ? last < known : last > known)
export const isOnStep = (instrumentId: string, price: bigint): boolean => price % stepAt(instrumentId, price) === 0n

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
