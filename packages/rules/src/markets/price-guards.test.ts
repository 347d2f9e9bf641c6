import { describe, expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { marketFacts } from './markets.ts'
import { type PriceTier, breakerHalt, breakerLevels, nextReference } from './price-guards.ts'

const band = (market: 'US' | 'AR' | 'TW', reference: string, tier: PriceTier, beforeCloseMs: number) => {
  const found = marketFacts[market].guard?.band(scaled(reference), tier, beforeCloseMs)
  return found === undefined ? null : `${formatScaled(found.low, 2)}–${formatScaled(found.high, 2)}`
}
const AT_11_00 = 5 * HOUR_MS
const AT_15_34 = 26 * MINUTE_MS
const AT_15_35 = 25 * MINUTE_MS
const AT_15_40 = 20 * MINUTE_MS

describe('bands around the last minutes (rule book B.1, L.2)', () => {
  it.each([
    ['tier 1 above 3.00: 5 %', '182.40', 1, AT_11_00, '173.28–191.52'],
    ['tier 1 late: doubled', '182.40', 1, AT_15_40, '164.16–200.64'],
    ['tier 1 a minute before it doubles', '182.40', 1, AT_15_34, '173.28–191.52'],
    ['tier 1 from 15:35 on', '182.40', 1, AT_15_35, '164.16–200.64'],
    ['tier 2 above 3.00: 10 %', '50.00', 2, AT_11_00, '45.00–55.00'],
    ['tier 2 above 3.00 is not doubled', '50.00', 2, AT_15_40, '45.00–55.00'],
    ['from 0.75 to 3.00: 20 %', '2.50', 2, AT_11_00, '2.00–3.00'],
    ['from 0.75 to 3.00 late', '2.50', 2, AT_15_40, '1.50–3.50'],
    ['below 0.75: the lesser of 0.15 and 75 %', '0.50', 2, AT_11_00, '0.35–0.65'],
    ['far below: 75 %', '0.12', 1, AT_11_00, '0.03–0.21'],
  ] as const)('%s', (_, reference, tier, beforeCloseMs, expected) => {
    expect(band('US', reference, tier, beforeCloseMs)).toBe(expected)
  })

  it('Argentina 5 %, Taiwan 3.5 %, and neither waits at the band', () => {
    expect(band('AR', '7450.00', 1, AT_11_00)).toBe('7077.50–7822.50')
    expect(band('TW', '612.00', 1, AT_11_00)).toBe('590.58–633.42')
    expect([marketFacts.AR.guard?.limitStateMs, marketFacts.TW.guard?.limitStateMs]).toEqual([0, 0])
    expect([marketFacts.AR.guard?.pauseMs, marketFacts.TW.guard?.pauseMs]).toEqual([5 * MINUTE_MS, 2 * MINUTE_MS])
  })

  it('the reference follows the mean in steps of one percent', () => {
    expect(nextReference(scaled('100'), scaled('100.99'))).toBe(scaled('100'))
    expect(nextReference(scaled('100'), scaled('101'))).toBe(scaled('101'))
    expect(nextReference(scaled('100'), scaled('98.90'))).toBe(scaled('98.9'))
  })
})

describe('the market-wide breaker (rule book L.3)', () => {
  it('US500 closed at 6,000: 5,580.00, 5,220.00 and 4,800.00', () => {
    expect(breakerLevels(scaled('6000')).map((level) => formatScaled(level, 2))).toEqual(['5580.00', '5220.00', '4800.00'])
  })

  it('halts for 15 minutes before 15:25, not after it, and the third level for the rest of the day', () => {
    const close = 16 * HOUR_MS
    const at = (hours: number, minutes: number) => hours * HOUR_MS + minutes * MINUTE_MS
    expect(breakerHalt(0, at(11, 0), close)).toEqual({ until: at(11, 15) })
    expect(breakerHalt(1, at(15, 24), close)).toEqual({ until: at(15, 39) })
    expect(breakerHalt(0, at(15, 26), close)).toBeNull()
    expect(breakerHalt(2, at(15, 26), close)).toEqual({ until: close })
    expect(breakerHalt(0, at(12, 26), at(13, 0))).toBeNull()
  })
})
