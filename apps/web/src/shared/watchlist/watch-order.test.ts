import { describe, expect, it } from 'vitest'
import { arranged, moved } from './watch-order.ts'

const rows = (...codes: string[]) => codes.map((code) => ({ code }))

describe('the order of the watchlist', () => {
  it('is the arranged one, and new instruments follow as they were added', () => {
    expect(arranged(rows('A', 'B', 'C', 'D'), ['C', 'A'])).toEqual(rows('C', 'A', 'B', 'D'))
  })
  it('does not mind an arranged instrument that is watched no more', () => {
    expect(arranged(rows('A', 'B'), ['C', 'B'])).toEqual(rows('B', 'A'))
  })
  it('moves one row and stops at the ends', () => {
    expect(moved(['A', 'B', 'C'], 0, 2)).toEqual(['B', 'C', 'A'])
    expect(moved(['A', 'B', 'C'], 2, 0)).toEqual(['C', 'A', 'B'])
    expect(moved(['A', 'B', 'C'], 0, -1)).toEqual(['A', 'B', 'C'])
  })
})
