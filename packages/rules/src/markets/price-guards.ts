import { type Rounding, SCALE, divide, least } from '../decimal.ts'
import { type Instant, MINUTE_MS } from '../time.ts'

/**
 * Guards against a runaway price: bands around the price of the last minutes, and a pause when the market stands at a band
 * (`docs/rules/us-stocks.md` B.1, `docs/rules/argentina.md` B.2, `docs/rules/taiwan.md` B.3). Prices in units of 10^-8.
 */
export type PriceTier = 1 | 2
export type GuardBand = Readonly<{ low: bigint; high: bigint }>

export type PriceGuard = Readonly<{
  /** The band is drawn around the mean price of this time. */
  averageMs: number
  /** The time the market may stand at the band before it is paused; 0 pauses at the first touch. */
  limitStateMs: number
  /** After the pause an auction opens again. */
  pauseMs: number
  /** No pause begins in the last part of the session. */
  offBeforeCloseMs: number
  /** The band around a reference price; the end of the session may have wider ones. */
  band: (reference: bigint, tier: PriceTier, beforeCloseMs: number) => GuardBand
}>

const PERCENT = 100n
const THREE = 300_000_000n
const THREE_QUARTERS = 75_000_000n
const FIFTEEN_CENTS = 15_000_000n
/** From 15:35 to the close at 16:00. */
const LATE_MS = 25 * MINUTE_MS

/** The LULD band, by the reference's size and the listing's tier. */
export const luldBand: PriceGuard['band'] = (reference, tier, beforeCloseMs) =>
  around(reference, luldDistance(reference, tier, beforeCloseMs <= LATE_MS))

function luldDistance(reference: bigint, tier: PriceTier, isLate: boolean): bigint {
  const doubles = isLate && (tier === 1 || reference <= THREE)
  const usual =
    reference > THREE
      ? share(reference, tier === 1 ? 5n : 10n)
      : reference >= THREE_QUARTERS
        ? share(reference, 20n)
        : least(FIFTEEN_CENTS, share(reference, 75n))
  return doubles ? usual * 2n : usual
}

const share = (price: bigint, percent: bigint): bigint => divide(price * percent, PERCENT, 'HALF_UP')
const around = (reference: bigint, distance: bigint): GuardBand => ({ low: reference - distance, high: reference + distance })

/** A share of the reference to both sides, in units of 10^-8. */
export const bandWithin =
  (share: bigint, rounding: Rounding): PriceGuard['band'] =>
  (reference) =>
    around(reference, divide(reference * share, SCALE, rounding))

/** A new mean replaces the reference only when it lies at least one percent from it. */
export function nextReference(reference: bigint, mean: bigint): bigint {
  const distance = mean > reference ? mean - reference : reference - mean
  return distance * PERCENT >= reference ? mean : reference
}

/** The market-wide breaker of the United States (`docs/rules/us-stocks.md` B.1, L.3): falls of the index against its last close. */
const BREAKER_FALLS = [7n, 13n, 20n] as const
export const BREAKER_INDEX = 'IDX:US500'
export const BREAKER_HALT_MS = 15 * MINUTE_MS
/** The first two levels halt until 15:25 only, or 12:25 on half days: the last 35 minutes go on. */
const BREAKER_OFF_BEFORE_CLOSE_MS = 35 * MINUTE_MS

/** The index values at which each level is reached, first level first. */
export const breakerLevels = (previousClose: bigint): readonly bigint[] =>
  BREAKER_FALLS.map((fall) => divide(previousClose * (PERCENT - fall), PERCENT, 'HALF_UP'))

/** The halt when a level is first reached at a moment; `null` for none. */
export function breakerHalt(level: number, at: Instant, closesAt: Instant): Readonly<{ until: Instant }> | null {
  if (level === BREAKER_FALLS.length - 1) return { until: closesAt }
  return closesAt - at > BREAKER_OFF_BEFORE_CLOSE_MS ? { until: at + BREAKER_HALT_MS } : null
}
