import { SCALE, divide, formatScaled, parseScaled } from '@rueda/rules/decimal.ts'

/** The value of one price step in one contract; null where a figure is not a number. */
export function tickValueOf(tickSize: string, multiplier: string): string | null {
  const [tick, times] = [parseScaled(tickSize), parseScaled(multiplier)]
  return tick === null || times === null ? null : formatScaled(divide(tick * times, SCALE, 'HALF_UP'))
}

/** The distance of two prices in pips, with one decimal; null where one of them is missing. */
export function pipsBetween(bid: string | null, ask: string | null, pip: string): string | null {
  const [low, high, step] = [parseScaled(bid ?? ''), parseScaled(ask ?? ''), parseScaled(pip)]
  if (low === null || high === null || step === null || step === 0n) return null
  return formatScaled(divide((high - low) * TENTHS, step, 'HALF_UP') * (SCALE / TENTHS), 1)
}

const TENTHS = 10n
