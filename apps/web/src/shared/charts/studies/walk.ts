/**
 * A study walks along a series: it takes one value and gives a result and the walk that goes on from there. A walk
 * never changes, so the bar that is still growing is simply walked again from the one before it.
 */
export type Walk<Taken, Given> = (taken: Taken) => Readonly<{ given: Given; next: Walk<Taken, Given> }>

/** Null until there are enough values for a true result. */
export type Value = number | null

/** All results along a series. */
export function along<Taken, Given>(begin: Walk<Taken, Given>, series: readonly Taken[]): readonly Given[] {
  let walk = begin
  return series.map((taken) => {
    const { given, next } = walk(taken)
    walk = next
    return given
  })
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Computes a result over a window of the last values; null until it is full. */
export const windowed =
  <Taken, Given>(length: number, read: (window: readonly Taken[]) => Given, seen: readonly Taken[] = []): Walk<Taken, Given | null> =>
  (taken) => {
    const window = [...seen, taken].slice(-length)
    return { given: window.length < length ? null : read(window), next: windowed(length, read, window) }
  }

/** Moves towards each value by a share of the way. */
export const approaching =
  (share: number, from: number): Walk<number, number> =>
  (value) => {
    const given = from + share * (value - from)
    return { given, next: approaching(share, given) }
  }

/** Begins at the plain mean of the first values and approaches each one after them. */
export const smoothed =
  (length: number, share: number, seen: readonly number[] = []): Walk<number, Value> =>
  (value) => {
    const first = [...seen, value]
    if (first.length < length) return { given: null, next: smoothed(length, share, first) }
    const given = mean(first)
    return { given, next: approaching(share, given) }
  }
