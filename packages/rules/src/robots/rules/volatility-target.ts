/** Holds less the more the price has moved lately, in tenths, so that the holding would have moved by about the target a year. */
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
