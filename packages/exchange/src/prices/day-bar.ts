import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import type { DailyLimits } from './daily-limits.ts'
import { type KeyedHash, type SipKey, uniform } from '../random/siphash.ts'

/** One session seen from afar: where it began and ended, how far it went, how much moved. Logarithms are relative to the open. */
export type SessionShape = Readonly<{
  /** The exact price at the beginning, before rounding to the tick. */
  openPrice: number
  close: number
  high: number
  low: number
  variance: number
  volume: number
  /** The bars between minutes at which the path is already settled; an index has these. */
  blocks?: readonly SettledBar[]
  /** The limits of the day's prices: past one the path goes on unseen, and the limit is the price. */
  limits?: DailyLimits | null
}>

/** The two ends of a session, and the usual variance of the way from the close before to its open. */
export type NightShape = Readonly<{ open: number; close: number; variance: number }>

export type SettledBar = Readonly<{
  from: number
  to: number
  node: number
  open: number
  close: number
  high: number
  low: number
  variance: number
  volume: number
}>

/**
 * The highest and lowest points of a path of that variance which ends at `close`: the exact law of a Brownian
 * bridge's maximum and of its minimum, so that a day's range costs one draw and no path.
 */
export function drawRange(
  hash: KeyedHash,
  key: SipKey,
  words: Readonly<{ index: number; tag: number; day: number; node: number }>,
  close: number,
  variance: number,
  arithmetic: Arithmetic,
) {
  hash.mix(key, words.index, words.tag, words.day, words.node)
  const reach = (draw: number): number => Math.sqrt(close * close - 2 * variance * arithmetic.log(draw))
  const high = Math.max(0, close, (close + reach(uniform(hash.low))) / 2)
  const low = Math.min(0, close, (close - reach(uniform(hash.high))) / 2)
  return { high, low }
}
