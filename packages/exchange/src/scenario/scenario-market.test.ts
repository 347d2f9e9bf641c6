import { createHash } from 'node:crypto'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { foldedBar } from '../bar-folding.ts'
import { createSimMarket } from '../prices/sim-market.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import { INSTRUMENT, StillMarket } from '../testing/still-market.ts'
import type { Bar, BarInterval } from '../venue.ts'
import { withCloseOnly } from './close-only.ts'
import { type ScenarioEvent, ScenarioEvents } from './scenario.ts'
import { withScenario } from './scenario-market.ts'

const at = (minutes: number): number => minutes * MINUTE_MS
const target = { instrumentId: INSTRUMENT.id }

function over(event: ScenarioEvent): MarketOfVenue {
  return withScenario(new StillMarket(), new ScenarioEvents({ name: 'test', events: [event] }, ({ market }) => market))
}
const shown = (market: MarketOfVenue, moment: number) => {
  const quote = market.quote(INSTRUMENT.id, moment)
  return quote === null ? null : [quote.bid, quote.ask, quote.last].map((price) => formatScaled(price, 2)).join(' ')
}

describe('a fall of ten percent over ten minutes', () => {
  const market = over({ kind: 'move', target, from: at(60), size: -0.1, minutes: 10 })

  it('comes minute by minute, stays, and keeps bid below ask on the tick', () => {
    expect(shown(market, at(60) - 1)).toBe('182.36 182.37 182.36')
    expect(shown(market, at(60))).toBe('180.53 180.55 180.54')
    expect(shown(market, at(64))).toBe('173.24 173.26 173.24')
    expect(shown(market, at(69))).toBe('164.12 164.14 164.12')
    expect(shown(market, at(300))).toBe('164.12 164.14 164.12')
  })

  it('is marked from its beginning on, and the last close is not moved by what came after it', () => {
    expect(market.quote(INSTRUMENT.id, at(60) - 1)).not.toHaveProperty('scenario')
    expect(market.quote(INSTRUMENT.id, at(61))).toMatchObject({ scenario: true })
    expect(formatScaled(market.quote(INSTRUMENT.id, at(300))?.previousClose ?? 0n, 2)).toBe('182.36')
  })

  it('shows in the day’s low and not in its high', () => {
    const quote = market.quote(INSTRUMENT.id, at(120))
    expect([quote?.high, quote?.low].map((price) => formatScaled(price ?? 0n, 2))).toEqual(['182.36', '164.12'])
  })
})

it('a gap is there from one minute to the next', () => {
  const market = over({ kind: 'move', target, from: at(60), size: 0.08, minutes: 0 })
  expect(shown(market, at(60) - 1)).toBe('182.36 182.37 182.36')
  expect(shown(market, at(60))).toBe('196.94 196.96 196.95')
})

it('at the upper limit nobody offers and the price stands still', () => {
  const market = over({ kind: 'limitUp', target, from: at(60), until: at(120), size: 0.1 })
  expect(shown(market, at(90))).toBe('200.59 0.00 200.59')
  expect(market.depth(INSTRUMENT.id, 10, at(90))?.asks).toEqual([])
  expect(shown(market, at(120))).toBe('182.36 182.37 182.36')
})

it('a silent feed goes on saying what it said last, and since when', () => {
  const market = over({ kind: 'stale', target, from: at(60), until: at(65) })
  expect(market.quote(INSTRUMENT.id, at(64))).toMatchObject({ silentSince: at(60) })
  expect(market.depth(INSTRUMENT.id, 10, at(64))).toEqual({ bids: [], asks: [] })
  expect(market.quote(INSTRUMENT.id, at(65))).not.toHaveProperty('silentSince')
})

it('what may be closed only says so with its reason and its time, and is marked', () => {
  const event = { kind: 'closeOnly', target, from: at(60), until: at(65), reason: 'volatility' } as const
  const market = withCloseOnly(new StillMarket(), new ScenarioEvents({ name: 'test', events: [event] }, (each) => each.market))
  expect(market.quote(INSTRUMENT.id, at(60) - 1)).not.toHaveProperty('closeOnly')
  expect(market.quote(INSTRUMENT.id, at(60))).toMatchObject({
    closeOnly: { reason: 'volatility', from: at(60), until: at(65) },
    scenario: true,
  })
  expect(market.quote(INSTRUMENT.id, at(65))).not.toHaveProperty('closeOnly')
  expect(market.interruptions?.([INSTRUMENT.id], at(59), at(65))).toEqual([at(60), at(65)])
})

describe('over the simulated market', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  const source = createSimMarket({
    dayKey: (market, date) => sha256(Buffer.from(`${market} ${date}`)),
    sha256,
    alwaysOpen: true,
    startDate: '2026-10-01',
  })
  const ID = 'US:ARDV'
  const NOON = Date.UTC(2026, 10, 18, 17)
  const AFTER = NOON + 20 * HOUR_MS
  const crash: ScenarioEvent = { kind: 'move', target: { market: 'US' }, from: NOON, size: -0.12, minutes: 7 }
  const market = withScenario(
    source,
    new ScenarioEvents({ name: 'crash', events: [crash] }, ({ market: name }) => (name === 'IDX' ? 'US' : name)),
  )
  const bars = (interval: BarInterval, limit: number) =>
    market.bars({ instrumentId: ID, interval, until: AFTER, limit, hours: 'regular', adjust: 'none' }, AFTER)?.bars ?? []

  it.each(['5m', '60m', 'day'] as const)('every bar of %s is still made of its minutes', (interval) => {
    const minutes = bars('1m', 1_500)
    const longer = bars(interval, 100)
    const whole = longer.filter((bar) => bar.at >= (minutes[0]?.at ?? 0))
    expect(whole.length).toBeGreaterThan(0)
    for (const [index, bar] of whole.entries()) {
      const end = whole[index + 1]?.at ?? AFTER
      const parts = minutes.filter((minute) => minute.at >= bar.at && minute.at < end)
      expect(prices(bar)).toEqual(prices(foldedBar(bar, parts)))
    }
  })

  it('takes the index with it, and nothing before it', () => {
    const change = (id: string) => {
      const [before, after] = [market.quote(id, NOON - 1), market.quote(id, NOON + 10 * MINUTE_MS)]
      return Number(after?.last ?? 0n) / Number(before?.last ?? 1n) - 1
    }
    expect(change('IDX:US500')).toBeLessThan(-0.1)
    expect(market.quote(ID, NOON - 1)).toEqual(source.quote(ID, NOON - 1))
  })
})

const prices = ({ open, high, low, close, volume }: Bar) => ({ open, high, low, close, volume })
