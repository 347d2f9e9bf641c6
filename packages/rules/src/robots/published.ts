import type { RobotId } from './catalogue.ts'

/** The sources of the rules, letter for letter; a test compares them with the files that run. */
export const publishedTexts: Readonly<Record<RobotId, string>> = {
  smaCross: `/** The whole capital while the mean of the last closes over the short window lies above that over the long one, and nothing otherwise. */
export type SmaCross = Readonly<{ fast: bigint; slow: bigint }>

const WHOLE = 10_000n

export function smaCross(closes: readonly bigint[], _start: number, { fast, slow }: SmaCross): bigint {
  if (BigInt(closes.length) < slow) return 0n
  const sumOf = (days: bigint): bigint => closes.slice(-Number(days)).reduce((sum, close) => sum + close, 0n)
  // Compared as fractions: both means times both windows.
  return sumOf(fast) * slow > sumOf(slow) * fast ? WHOLE : 0n
}
`,
  rsi: `/** Buys with the whole capital when the relative strength index falls below one bound, and sells everything when it rises above the other. */
export type Rsi = Readonly<{ days: bigint; buyBelow: bigint; sellAbove: bigint }>

const WHOLE = 10_000n
const PERCENT = 100n

export function rsi(closes: readonly bigint[], start: number, { days, buyBelow, sellAbove }: Rsi): bigint {
  let target = 0n
  for (let day = Math.max(start, Number(days)); day < closes.length; day += 1) {
    let gained = 0n
    let lost = 0n
    for (let at = day - Number(days) + 1; at <= day; at += 1) {
      const change = (closes[at] ?? 0n) - (closes[at - 1] ?? 0n)
      if (change > 0n) gained += change
      else lost -= change
    }
    // The index is 100 × gains ÷ (gains + losses), by plain sums over the window; without any change it says nothing.
    if (gained * PERCENT < buyBelow * (gained + lost)) target = WHOLE
    if (gained * PERCENT > sellAbove * (gained + lost)) target = 0n
  }
  return target
}
`,
  grid: `/** Holds half of its steps at the first close, one step more for each fall by a step's width, and one less for each rise. */
export type Grid = Readonly<{ steps: bigint; widthPercent: bigint }>

const WHOLE = 10_000n
const PERCENT = 100n

export function grid(closes: readonly bigint[], start: number, { steps, widthPercent }: Grid): bigint {
  let reference = closes[start] ?? 0n
  if (reference === 0n) return 0n
  let held = steps / 2n
  for (const close of closes.slice(start)) {
    for (;;) {
      const above = (reference * (PERCENT + widthPercent)) / PERCENT
      const below = (reference * (PERCENT - widthPercent)) / PERCENT
      if (close >= above && held > 0n) {
        reference = above
        held -= 1n
      } else if (close <= below && held < steps) {
        reference = below
        held += 1n
      } else break
    }
  }
  return (held * WHOLE) / steps
}
`,
  dca: `/** Buys the same part of the capital every few trading days, whatever the price, until all of it is invested. It never sells. */
export type Dca = Readonly<{ parts: bigint; everyDays: bigint }>

const WHOLE = 10_000n

export function dca(closes: readonly bigint[], start: number, { parts, everyDays }: Dca): bigint {
  const days = BigInt(closes.length - start)
  if (days <= 0n) return 0n
  const bought = (days - 1n) / everyDays + 1n
  return ((bought < parts ? bought : parts) * WHOLE) / parts
}
`,
  volatilityTarget: `/** Holds less the more the price has moved lately, in tenths, so that the holding would have moved by about the target a year. */
export type VolatilityTarget = Readonly<{ days: bigint; targetPercent: bigint }>

const WHOLE = 10_000n
const TENTH = 1_000n
const PERCENT = 100n
const SCALE = 100_000_000n
const TRADING_DAYS = 252n

export function volatilityTarget(closes: readonly bigint[], _start: number, { days, targetPercent }: VolatilityTarget): bigint {
  if (BigInt(closes.length) <= days) return 0n
  let squares = 0n
  for (let at = closes.length - Number(days); at < closes.length; at += 1) {
    const before = closes[at - 1] ?? 0n
    if (before <= 0n) return 0n
    const change = (((closes[at] ?? 0n) - before) * SCALE) / before
    squares += change * change
  }
  if (squares === 0n) return WHOLE
  // The largest number of tenths whose yearly variance stays within the target's.
  let target = 0n
  for (let next = TENTH; next <= WHOLE; next += TENTH) {
    const moved = squares * TRADING_DAYS * next * next * PERCENT * PERCENT
    if (moved <= targetPercent * targetPercent * days * SCALE * SCALE * WHOLE * WHOLE) target = next
  }
  return target
}
`,
}
