/** Buys with the whole capital when the relative strength index falls below one bound, and sells everything when it rises above the other. */
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
