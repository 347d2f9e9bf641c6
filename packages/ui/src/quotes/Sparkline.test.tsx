import { describe, expect, it } from 'vitest'
import { scaleFor } from './Sparkline.tsx'

const HEIGHT = 104

describe('the scale of a small chart', () => {
  it('goes from the lowest value at the bottom to the highest at the top', () => {
    const y = scaleFor([10, 20], HEIGHT, 0)
    expect([y(20), y(15), y(10)]).toEqual([2, 52, 102])
  })
  it('draws a move below the least share as small as it is, in the middle', () => {
    const y = scaleFor([100_000, 99_998.5], HEIGHT, 0.01)
    expect(Math.round(y(100_000))).toBe(52)
    expect(Math.round(y(99_998.5))).toBe(52)
  })
  it('leaves a larger move as it was', () => {
    const y = scaleFor([100_000, 90_000], HEIGHT, 0.01)
    expect([y(100_000), y(90_000)]).toEqual([2, 102])
  })
  it('puts values that are all the same into the middle', () => {
    expect(scaleFor([5, 5], HEIGHT, 0)(5)).toBe(52)
  })
})
