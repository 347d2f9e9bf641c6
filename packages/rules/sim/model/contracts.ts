/** The margin contracts by the numbers of the rule book (B.4, B.5): a contract month, a pair. Prices in ticks, quantities in steps. */
export type ModelContract = Readonly<{
  /** Parts that one tick of one step is counted in, so that a share of a position's basis comes out exact. */
  parts: bigint
  /** Cents for so many parts; another currency is exchanged at the mid. */
  cents: (parts: bigint, mid: bigint) => bigint
  /** Per step and side. */
  fee: bigint
  initial: (ticks: bigint, steps: bigint) => bigint
  maintenance: (initial: bigint, steps: bigint) => bigint
  /** The extra fee of a liquidation. */
  penalty: (ticks: bigint, steps: bigint, mid: bigint) => bigint
  /** The interest of one night for a long (1) or a short (-1). */
  night: (direction: bigint, ticks: bigint, steps: bigint) => bigint
  /** In percent of the close before and of the last price; a market order's collar in thousandths. */
  dailyPercent: bigint | null
  collar: bigint
  largest: bigint
}>

const halfAway = (numerator: bigint, denominator: bigint): bigint => {
  const sign = numerator < 0n ? -1n : 1n
  return (sign * (2n * sign * numerator + denominator)) / (2n * denominator)
}

const future = (centsPerTick: bigint, parts: bigint, initial: bigint, maintenance: bigint, dailyPercent: bigint): ModelContract => ({
  parts,
  cents: (counted) => halfAway(counted * centsPerTick, parts),
  fee: 120n,
  initial: (_, steps) => initial * steps,
  maintenance: (_, steps) => maintenance * steps,
  penalty: (_, steps) => 120n * steps,
  night: () => 0n,
  dailyPercent,
  collar: 20n,
  largest: 100n,
})

const LEVERAGE = 30n
const LOT_STEPS = 50n * 100n
const pair = { fee: 0n, maintenance: halfOf, dailyPercent: null, collar: 5n, largest: LOT_STEPS } as const

function halfOf(initial: bigint): bigint {
  return halfAway(initial, 2n)
}

/** Dollars for a euro: one tick of a step of a thousand is a cent. A long pays 2.5 % a year, a short earns 1 %. */
const EURUSD: ModelContract = {
  ...pair,
  parts: 10n,
  cents: (counted) => halfAway(counted, 10n),
  initial: (ticks, steps) => halfAway(ticks * steps, LEVERAGE),
  penalty: (ticks, steps) => halfAway(ticks * steps, 2_000n),
  night: (direction, ticks, steps) => halfAway(ticks * steps * (direction > 0n ? -25n : 10n), 360_000n),
}

const YEN_TICKS = 1_000n
const STEP_CENTS = 100_000n
const WHOLE = 100_000_000n

/**
 * Yen for a dollar: one tick of a step of a thousand dollars is a yen, and yen become dollars at the mid. A long earns 2.25 %, a short pays
 * 3.75 %.
 */
const USDJPY: ModelContract = {
  ...pair,
  parts: 1_000n,
  cents: (counted, mid) => halfAway(counted * 100n * YEN_TICKS, 1_000n * mid),
  initial: (_, steps) => halfAway(STEP_CENTS * steps, LEVERAGE),
  penalty: (ticks, steps, mid) => halfAway(halfAway(ticks * steps * 100n * YEN_TICKS, mid), 2_000n),
  night: (direction, ticks, steps) => {
    const yen = halfAway(ticks * steps * WHOLE * (direction > 0n ? 225n : -375n), 10_000n * 360n)
    return halfAway(yen * 100n * YEN_TICKS, WHOLE * ticks)
  },
}

const SES = future(1_250n, 25_000_000n, 1_500_000n, 1_360_000n, 7n)
const SCL = future(1_000n, 1_000_000n, 620_000n, 560_000n, 10n)

export function contractOf(instrumentId: string): ModelContract {
  if (instrumentId.startsWith('FUT:SES')) return SES
  if (instrumentId.startsWith('FUT:SCL')) return SCL
  return instrumentId === 'FX:EURUSD' ? EURUSD : USDJPY
}

/** A purchase holds money for two percent above its stop, a sale for its collar; both measured by size, as a price may lie below zero. */
export const worstOfMarginStop = (contract: ModelContract, side: Side, stop: bigint): bigint =>
  side === 'buy' ? halfAway(stop * 100n + sizeOf(stop) * 2n, 100n) : collaredSale(contract, stop)

/** Once triggered it is a market order around the trade that triggered it, and a purchase no dearer than its hold. */
export const worstAfterMarginStop = (contract: ModelContract, side: Side, worst: bigint, last: bigint): bigint =>
  side === 'buy' ? smaller(worst, floored(last * 1_000n + sizeOf(last) * contract.collar, 1_000n)) : collaredSale(contract, last)

const collaredSale = ({ collar }: ModelContract, price: bigint): bigint => raised(price * 1_000n - sizeOf(price) * collar, 1_000n)

export const trailedOnMargin = (side: Side, best: bigint, percent: bigint): bigint =>
  halfAway(best * 100n + sizeOf(best) * (side === 'buy' ? percent : -percent), 100n)

const sizeOf = (ticks: bigint): bigint => (ticks < 0n ? -ticks : ticks)
const floored = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient
}
const raised = (numerator: bigint, denominator: bigint): bigint => -floored(-numerator, denominator)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

type Side = 'buy' | 'sell'
type Prices = Readonly<{ last: bigint; previousClose: bigint }>
type Ends = Readonly<{ low: bigint | null; high: bigint | null }>

/** The limits allowed: for a future a band around the close before; for a pair half around the last price, on the side that could hurt. */
export function marginBandOf({ dailyPercent }: ModelContract, side: Side, { last, previousClose }: Prices): Ends {
  const from = dailyPercent === null ? last : previousClose
  const [percent, size] = [dailyPercent ?? 50n, sizeOf(from)]
  const low = raised(from * 100n - size * percent, 100n)
  const high = floored(from * 100n + size * percent, 100n)
  if (dailyPercent === null) return side === 'buy' ? { low: null, high } : { low, high: null }
  return previousClose === 0n ? { low: null, high: null } : { low, high }
}

/** A price, or the end of the future's day that it has left; pairs have none. */
export function withinDay(contract: ModelContract, price: bigint, previousClose: bigint): bigint {
  if (contract.dailyPercent === null || previousClose === 0n) return price
  const { low, high } = marginBandOf(contract, 'buy', { last: price, previousClose })
  if (low !== null && price < low) return low
  return high !== null && price > high ? high : price
}

/** The worst a market order may fill at; with no ask in the market, the last price takes its place. */
export function worstOfMarginMarket(
  contract: ModelContract,
  side: Side,
  { last, ask, previousClose }: Prices & Readonly<{ ask: bigint }>,
): bigint {
  const { low, high } = marginBandOf(contract, side, { last, previousClose })
  const away = sizeOf(last) * contract.collar
  if (side === 'sell') {
    const collared = raised(last * 1_000n - away, 1_000n)
    return low === null ? collared : larger(low, collared)
  }
  const reference = ask === 0n ? last : ask
  const held = smaller(halfAway(reference * 100n + sizeOf(reference) * 2n, 100n), floored(last * 1_000n + away, 1_000n))
  return high === null ? held : smaller(held, high)
}
