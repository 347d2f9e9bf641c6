import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { plainArithmetic } from '../arithmetic/plain-arithmetic.ts'
import { daysOf } from '../calendars/civil.ts'
import { sipKeyOf } from '../random/siphash.ts'
import type { Bar, BarInterval } from '../venue.ts'
import { drawNews, news } from './news.ts'
import { createSimMarket } from './sim-market.ts'
import { mean } from './statistics.ts'
import { testDayKey } from './testing.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const marketOf = (seed: number) => createSimMarket({ dayKey: testDayKey(seed), sha256, alwaysOpen: true, startDate: '2026-01-01' })
type Market = ReturnType<typeof marketOf>
const HOUR = 3_600_000
const HALF_HOUR = HOUR / 2
const MINUTE = 60_000
/** Prices come in units of 10^-8. */
const UNIT = 100_000_000

const SEEDS = [1, 2, 3, 4, 5]
const DATES = ['2026-02-03', '2026-04-11', '2026-06-20', '2026-09-02']
const markets = SEEDS.map((seed) => ({ seed, market: marketOf(seed) }))
const market = marketOf(1)

function dayOf(of: Market, date: CalendarDate) {
  const [day] = of.calendar('US', date, date)
  const [session] = day?.sessions ?? []
  if (session === undefined) throw new Error(`no session on ${date}`)
  return session
}

/** The number of shares that stand more than a part of their price off the day's open, at the end of each half hour. */
function moversOf(of: Market, date: CalendarDate, beyond: number): readonly number[] {
  const { opensAt, closesAt } = dayOf(of, date)
  const halfHours = (closesAt - opensAt) / HALF_HOUR
  const shares = of.instruments.filter(({ market: name }) => name === 'US')
  const closes = shares.map(({ id }) => barsOf(of, id, '30m', halfHours, closesAt - 1, closesAt).map(({ close }) => Number(close) / UNIT))
  return Array.from({ length: halfHours }, (_, place) => {
    const isMover = ({ id }: (typeof shares)[number], share: number): boolean =>
      Math.abs((closes[share]?.[place] ?? 0) / (of.openOn(id, date) ?? 1) - 1) > beyond
    return shares.filter(isMover).length
  })
}

describe('a day that never closes has movers at every hour', () => {
  test.each(markets)('seed $seed: at least twenty shares beyond 1 % at the end of each half hour', ({ market: of }) => {
    for (const date of DATES) {
      for (const [place, movers] of moversOf(of, date, 0.01).entries())
        expect(movers, `${date}, ${(place + 1) / 2} hours into the day`).toBeGreaterThanOrEqual(20)
    }
  })
})

const barsOf = (of: Market, instrumentId: string, interval: BarInterval, limit: number, until: number, now = until): readonly Bar[] =>
  of.bars({ instrumentId, interval, until, limit, hours: 'regular', adjust: 'none' }, now)?.bars ?? []

test.each(markets)('seed $seed: the charts of the most traded shares are no square waves of a cent', ({ market: of }) => {
  const date = DATES[1] as CalendarDate
  const noon = dayOf(of, date).opensAt + 7 * HOUR
  const quotes = of.instruments.flatMap(({ id, market: name }) => (name === 'US' ? (of.quote(id, noon) ?? []) : []))
  const mostTraded = quotes.toSorted((a, b) => Number(b.turnover - a.turnover)).slice(0, 10)
  const charts = mostTraded.map(({ instrumentId }) => ({
    instrumentId,
    closes: barsOf(of, instrumentId, '5m', 84, noon - 1).map(({ close }) => close),
  }))
  const different = charts.map(({ closes }) => new Set(closes).size).toSorted((a, b) => a - b)
  // Under model 1 the least lively of them had two prices in seven hours.
  expect(different[0], 'different prices of the least lively').toBeGreaterThanOrEqual(3)
  expect(different[5], 'different prices of the middle one').toBeGreaterThanOrEqual(12)
})

describe('days with news', () => {
  const date = DATES[2] as CalendarDate
  const { opensAt, closesAt } = dayOf(market, date)
  const shares = market.instruments.filter(({ market: name }) => name === 'US')
  const day = daysOf(date)
  const key = sipKeyOf(testDayKey(1)('US', date))
  const toldOf = (index: number) => drawNews(news, { key, index, day, minutes: 1_440 }, 0.02, plainArithmetic)
  // The catalogue numbers its companies in the order of its list.
  const told = shares.flatMap(({ id }, index) => {
    const found = toldOf(index)
    return found === null ? [] : [{ id, ...found }]
  })

  test('come to about a quarter of the companies, most of them in the first half hour', () => {
    expect(told.length).toBeGreaterThan(50)
    expect(told.length).toBeLessThan(105)
    expect(told.filter(({ minute }) => minute < 30).length).toBeGreaterThan(25)
    expect(told.some(({ minute }) => minute > 700)).toBe(true)
  })

  test('are jumps: the minute that begins with them opens where they lead', () => {
    const jumps = told.map(({ id, minute, move }) => {
      const [before, after] = barsOf(market, id, '1m', 2, opensAt + minute * MINUTE, closesAt + MINUTE)
      if (before === undefined || after === undefined) throw new Error('no bars')
      return { jump: Math.log(Number(after.open) / Number(before.close)), move }
    })
    for (const { jump, move } of jumps) {
      expect(Math.sign(jump)).toBe(Math.sign(move))
      expect(Math.abs(jump)).toBeGreaterThan(0.005)
      expect(Math.abs(jump)).toBeLessThan(0.05)
    }
  })

  test('every longer bar and the day give back their minutes', () => {
    for (const { id } of told.slice(0, 25)) {
      const minutes = barsOf(market, id, '1m', 1_440, closesAt - 1, closesAt + MINUTE)
      expect(minutes).toHaveLength(1_440)
      for (const [interval, length] of [
        ['5m', 5],
        ['15m', 15],
        ['30m', 30],
        ['60m', 60],
        ['day', 1_440],
      ] as const) {
        const bars = barsOf(market, id, interval, 1_440 / length, closesAt - 1, closesAt + MINUTE)
        expect(bars).toHaveLength(1_440 / length)
        for (const [index, bar] of bars.entries()) {
          const parts = minutes.slice(index * length, (index + 1) * length)
          expect(bar.at).toBe(parts[0]?.at)
          expect([bar.open, bar.close]).toEqual([parts[0]?.open, parts.at(-1)?.close])
          expect(bar.high).toBe(parts.reduce((high, part) => (part.high > high ? part.high : high), 0n))
          expect(bar.low).toBe(parts.reduce((low, part) => (part.low < low ? part.low : low), bar.high))
          expect(bar.volume).toBe(parts.reduce((sum, part) => sum + part.volume, 0n))
        }
      }
    }
  })

  test('cannot be foreseen: before them the price goes neither with nor against their move', () => {
    const drifts = told
      .filter(({ minute }) => minute >= 5)
      .map(({ id, minute, move }) => {
        const [before] = barsOf(market, id, '1m', 2, opensAt + minute * MINUTE, closesAt + MINUTE)
        const open = market.openOn(id, date) ?? 1
        return Math.sign(move) * Math.log(Number(before?.close) / UNIT / open)
      })
    expect(Math.abs(mean(drifts))).toBeLessThan(0.0025)
  })
})
