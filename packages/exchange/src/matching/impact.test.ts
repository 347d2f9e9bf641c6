import { describe, expect, it } from 'vitest'
import { IMPACT_LIMIT, ImpactOverlay, impactOf, shiftOf } from './impact.ts'

const terms = { averageDailyVolume: 1_200_000, dailyVolatility: 0.018 }
const close = 1_000 * 60_000

describe('the impact of an execution', () => {
  it('is 0.186 % for 20,000 shares of 1.2 million a day at 1.8 % daily volatility', () => {
    expect(impactOf(20_000, terms) * 100).toBeCloseTo(0.186, 3)
    expect(impactOf(-20_000, terms) * 100).toBeCloseTo(-0.186, 3)
  })

  it('moves 182.37 by 34 cents', () => {
    expect(shiftOf(18_237, impactOf(20_000, terms), 1)).toBe(34)
  })

  it('grows with the square root of the size: between 0.1 and 10 % of the daily volume the slope is one half', () => {
    const small = impactOf(1_200, terms)
    const large = impactOf(120_000, terms)
    const slope = Math.log(large / small) / Math.log(100)
    expect(slope).toBeGreaterThan(0.4)
    expect(slope).toBeLessThan(0.6)
  })
})

describe('the overlay of an instrument', () => {
  it('fades: after 180 s half of it is left', () => {
    const overlay = new ImpactOverlay()
    overlay.add(20_000, 0, close, terms)
    expect(overlay.at(180_000)).toBeCloseTo(impactOf(20_000, terms) / 2, 10)
  })

  it('is cut to zero at the end of the session', () => {
    const overlay = new ImpactOverlay()
    overlay.add(20_000, close - 1_000, close, terms)
    expect(overlay.at(close - 1)).toBeGreaterThan(0)
    expect(overlay.at(close)).toBe(0)
  })

  it('never exceeds three percent', () => {
    const overlay = new ImpactOverlay()
    for (let minute = 0; minute < 60; minute += 1) overlay.add(1_000_000, minute * 60_000, close, terms)
    expect(overlay.at(60 * 60_000)).toBe(IMPACT_LIMIT)
  })

  it('of a new session knows nothing of the one before, and a look back still finds it', () => {
    const overlay = new ImpactOverlay()
    overlay.add(20_000, 0, close, terms)
    overlay.add(-5_000, close + 60_000, 2 * close, terms)
    expect(overlay.at(close + 60_000)).toBeCloseTo(impactOf(-5_000, terms), 12)
    expect(overlay.at(180_000)).toBeCloseTo(impactOf(20_000, terms) / 2, 10)
  })

  it('counts pieces sent together as the whole they are', () => {
    const pieces = new ImpactOverlay()
    for (let piece = 0; piece < 10; piece += 1) pieces.add(2_000, piece * 100, close, terms)
    expect(pieces.at(900)).toBeCloseTo(impactOf(20_000, terms), 12)
  })
})
