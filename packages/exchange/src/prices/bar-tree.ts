/**
 * A session as bars that can be looked into, walked from left to right: the next bar may be taken as it is or cut in two
 * that give it back exactly. Whoever wants to know how far a stretch of hours went need not see its minutes.
 */
export interface BarTree {
  /** The next bar, however long; null at the end. */
  look(): TreeBar | null
  /** Cuts the next bar in two; never asked of a single minute. */
  divide(): void
  /** Leaves the next bar behind as it is. */
  pass(): void
}

/** Minutes count from the session's open. */
export type TreeBar = Readonly<{ from: number; to: number; open: number; high: number; low: number; close: number }>

/** The bars up to each of some minutes of a session, in order, cutting nowhere else; null for one without a minute. */
export const stretchesOf = (tree: BarTree, cuts: readonly number[]): readonly (TreeBar | null)[] => cuts.map((to) => stretchUpTo(tree, to))

function stretchUpTo(tree: BarTree, to: number): TreeBar | null {
  let stretch: TreeBar | null = null
  for (let bar = tree.look(); bar !== null && bar.from < to; bar = tree.look()) {
    if (bar.to > to) {
      tree.divide()
      continue
    }
    stretch = stretch === null ? bar : joined(stretch, bar)
    tree.pass()
  }
  return stretch
}

const joined = (one: TreeBar, next: TreeBar): TreeBar => ({
  from: one.from,
  to: next.to,
  open: one.open,
  high: Math.max(one.high, next.high),
  low: Math.min(one.low, next.low),
  close: next.close,
})
