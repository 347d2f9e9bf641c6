/** Draws for simulations (mulberry32): one number repeats the whole run. */
export type Draw = (below: number) => number

export function generator(start: number): Draw {
  let state = start >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
