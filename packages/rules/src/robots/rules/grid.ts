/** Holds half of its steps at the first close, one step more for each fall by a step's width, and one less for each rise. */
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
