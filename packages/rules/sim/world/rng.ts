/**
 * Chance by position: every choice comes from hash(seed, step, field), never from a stream, so that leaving out one
 * step leaves the choices of all others as they were.
 */
export type Rng = Readonly<{
  /** A whole number from 0 to below `limit`. */
  below: (limit: number) => number
  pick: <Item>(items: readonly Item[]) => Item
  /** True this many times in a hundred. */
  percent: (share: number) => boolean
}>

export function rngAt(seed: number, step: number): Rng {
  let field = 0
  const next = (): number => {
    field += 1
    return mix(mix(mix(seed) ^ step) ^ field)
  }
  const below = (limit: number): number => Math.floor((next() / 0x1_0000_0000) * limit)
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    percent: (share) => below(100) < share,
  }
}

/** The finalizer of MurmurHash3: every bit of the input changes half of the output. */
function mix(value: number): number {
  let hash = (value + 0x9e3779b9) | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
