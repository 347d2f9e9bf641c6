import { describe, expect, it } from 'vitest'
import { isInside, matchPrice } from './match-price.ts'

const quote = { low: 1_000, high: 1_004 }

describe('the price at which two customers trade', () => {
  it.each([
    // An arriving purchase at its worst price, a resting sale at its limit.
    ['buy', 1_004, 1_002, 1_002],
    ['buy', 1_004, 1_004, 1_004],
    ['buy', 1_000, 1_000, 1_000],
    ['buy', 1_050, 1_002, 1_002],
    // The resting order's limit is below the bid: it gets the bid.
    ['buy', 1_004, 950, 1_000],
    ['sell', 1_000, 1_002, 1_002],
    ['sell', 950, 1_002, 1_002],
    ['sell', 1_000, 1_050, 1_004],
  ] as const)('%s at %i with one resting at %i: %i', (side, worst, resting, price) => {
    expect(matchPrice(side, worst, resting, quote)).toBe(price)
    expect(matchPrice(side, BigInt(worst), BigInt(resting), { low: 1_000n, high: 1_004n })).toBe(BigInt(price))
  })

  it.each([
    ['both beyond the ask', 'buy', 1_050, 1_005],
    ['both beyond the bid, far away', 'buy', 900, 850],
    ['both beyond the bid, by one step', 'sell', 950, 999],
    ['both beyond the ask, as a sale', 'sell', 1_005, 1_050],
    ['limits that do not reach each other', 'buy', 1_001, 1_002],
  ] as const)('none where they are %s', (_, side, worst, resting) => {
    expect(matchPrice(side, worst, resting, quote)).toBeNull()
  })

  it('none without a quote, and none in one whose bid stands above its ask', () => {
    expect(matchPrice('buy', 1_004, 1_002, null)).toBeNull()
    expect(matchPrice('buy', 1_100, 900, { low: 1_004, high: 1_000 })).toBeNull()
  })

  it('below zero too, where futures trade', () => {
    expect(matchPrice('buy', -3, -5, { low: -4, high: -2 })).toBe(-4)
    expect(matchPrice('sell', -9, -1, { low: -4, high: -2 })).toBe(-2)
  })

  it('is inside the quote, both ends included', () => {
    expect([999, 1_000, 1_004, 1_005].map((price) => isInside(quote, price))).toEqual([false, true, true, false])
    expect(isInside(null, 1_000)).toBe(false)
  })
})
