import { describe, expect, it } from 'vitest'
import { followed, panned, periodView, revealing, withRoomFor, zoomed } from './view-moves.ts'

/** The last hundred, with room for four behind them. */
const view = periodView(100, 200)

describe('a view of 100 out of 200 bars', () => {
  it('goes from its first bar to a little behind its last', () => {
    expect(view).toEqual({ from: 99.5, to: 203.5 })
  })
  it('makes room for what is written at the last bar, and none for what has enough', () => {
    const wide = withRoomFor(view, [{ at: 199, width: 60 }], 300)
    // Half of what is written lies behind its bar.
    expect(((wide.to - 199) / (wide.to - wide.from)) * 300).toBeCloseTo(30, 10)
    expect(withRoomFor(view, [{ at: 120, width: 60 }], 300)).toEqual(view)
    expect(withRoomFor(view, [{ at: 199, width: 60 }], 0)).toEqual(view)
  })
  it('moves with the finger: to the right shows what was before', () => {
    expect(panned(view, 200, 250, 500)).toEqual({ from: 47.5, to: 151.5 })
  })
  it('stops at both ends', () => {
    expect(panned(view, 200, -5_000, 500).to).toBeCloseTo(203.5, 10)
    expect(panned(view, 200, 5_000, 500)).toEqual({ from: -0.5, to: 103.5 })
  })
  it('comes closer around the finger', () => {
    expect(zoomed(view, 200, 0.5, 0)).toEqual({ from: 99.5, to: 151.5 })
    expect(zoomed(view, 200, 0.5, 0.5)).toEqual({ from: 125.5, to: 177.5 })
  })
  it('comes no closer than ten bars and goes no further away than all of them', () => {
    const closest = zoomed(view, 200, 0.001, 1)
    expect(closest.to - closest.from).toBe(10)
    const furthest = zoomed(view, 200, 9, 0.3)
    expect(furthest.from).toBeCloseTo(-0.5, 10)
    expect(furthest.to).toBeCloseTo(207.5, 10)
  })
  it('follows a bar that the keys go to', () => {
    expect(revealing(view, 200, 150)).toEqual(view)
    expect(revealing(view, 200, 98)).toEqual({ from: 97.5, to: 201.5 })
  })
})

describe('a view while bars come', () => {
  const bars = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ timestamp: from + at }))
  it('keeps what it shows when older ones are put in front', () => {
    expect(followed({ from: 10, to: 60 }, bars(100, 80), bars(0, 180))).toEqual({ from: 110, to: 160 })
  })
  it('follows a new one at the end, and stays where it is further back', () => {
    expect(followed({ from: 29.5, to: 83 }, bars(0, 80), bars(0, 81))).toEqual({ from: 30.5, to: 84 })
    expect(followed({ from: 10, to: 60 }, bars(0, 80), bars(0, 81))).toEqual({ from: 10, to: 60 })
  })
})
