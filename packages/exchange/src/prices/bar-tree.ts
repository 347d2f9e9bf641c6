/**
 * A session as bars that can be looked into. Each of them may be taken as it is, or cut in two that give it back exactly.
 * Whoever wants to know how far a stretch of hours went need not see its minutes.
 */
export interface BarTree {
  /** The number of bars it is cut into so far, in no order. */
  readonly size: number
  bar(index: number): TreeBar
  /** Cuts a bar in two, never a single minute: its right half takes its place, and its left half becomes the last bar. */
  divide(index: number): void
}

/** Minutes count from the session's open. */
export type TreeBar = Readonly<{ from: number; to: number; open: number; high: number; low: number; close: number }>

/** The bars up to each of some minutes of a session, in order, cutting nowhere else; null for one without a minute. */
export function stretchesOf(tree: BarTree, cuts: readonly number[]): readonly (TreeBar | null)[] {
  const bars = cutAt(tree, cuts).toSorted((one, next) => one.from - next.from)
  let from = 0
  return cuts.map((to) => {
    const stretch = bars.filter((bar) => bar.from >= from && bar.to <= to)
    from = to
    return stretch.length === 0 ? null : stretch.reduce(joined)
  })
}

function cutAt(tree: BarTree, cuts: readonly number[]): TreeBar[] {
  const bars: TreeBar[] = []
  for (let index = 0; index < tree.size; index += 1) {
    let bar = tree.bar(index)
    for (; cuts.some((cut) => bar.from < cut && cut < bar.to); bar = tree.bar(index)) tree.divide(index)
    bars.push(bar)
  }
  return bars
}

const joined = (one: TreeBar, next: TreeBar): TreeBar => ({
  from: one.from,
  to: next.to,
  open: one.open,
  high: Math.max(one.high, next.high),
  low: Math.min(one.low, next.low),
  close: next.close,
})
