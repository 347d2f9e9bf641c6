import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import type { BarInterval } from '../venue.ts'
import { createWorldMarket } from '../world/world-market.ts'
import type { PriceModel } from './day-laws.ts'
import { modelsFrom, startsOfNewMarket, startsOfRunningMarket } from './model-starts.ts'
import { createSimMarket } from './sim-market.ts'
import { testDayKey } from './testing.ts'

const SEED = 20260101
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const CHANGE = '2026-08-05'
const MIDNIGHT = Date.parse('2026-08-05T04:00:00Z')
const AFTER = MIDNIGHT + 30 * 3_600_000

const marketBy = (alwaysOpen: boolean, modelOn: (market: string, date: string) => PriceModel) =>
  createSimMarket({ dayKey: testDayKey(SEED), sha256, alwaysOpen, startDate: '2026-01-01', modelOn })
type Market = ReturnType<typeof marketBy>
const before = (alwaysOpen: boolean) => marketBy(alwaysOpen, () => 1)
const changed = (alwaysOpen: boolean) => marketBy(alwaysOpen, (_market, date) => (date < CHANGE ? 1 : 2))
const IDS = ['US:ARDV', 'US:BRBF', 'US:CBHB', 'IDX:US500']

const barsOf = (market: Market, instrumentId: string, interval: BarInterval, until: number, now: number) =>
  market.bars({ instrumentId, interval, until, limit: 2_000, hours: 'extended', adjust: 'none' }, now)?.bars ?? []

describe('a market that changes to model 2', () => {
  test.each([true, false])('keeps every bar of the days before, whether always open (%s)', (alwaysOpen) => {
    const [old, one] = [before(alwaysOpen), changed(alwaysOpen)]
    for (const id of IDS) {
      for (const interval of ['1m', '15m', '60m', 'day'] as const) {
        const bars = barsOf(one, id, interval, MIDNIGHT - 1, AFTER)
        expect(bars.length).toBeGreaterThan(100)
        expect(bars).toEqual(barsOf(old, id, interval, MIDNIGHT - 1, AFTER))
      }
    }
  })

  test('tells before the change what it told with model 1 alone, quotes, books and trades', () => {
    const [old, one] = [before(true), changed(true)]
    for (const id of IDS) {
      for (const now of [MIDNIGHT - 1, MIDNIGHT - 5 * 3_600_000]) {
        expect(one.quote(id, now)).toEqual(old.quote(id, now))
        expect(one.depth(id, 10, now)).toEqual(old.depth(id, 10, now))
        expect(one.prints(id, now - 60_000, now)).toEqual(old.prints(id, now - 60_000, now))
      }
    }
  })

  test('goes on from the price that model 1 left, and then its own way', () => {
    const [old, one] = [before(true), changed(true)]
    for (const id of IDS) {
      expect(one.quote(id, MIDNIGHT)?.previousClose).toBe(old.quote(id, MIDNIGHT)?.previousClose)
      expect(one.quote(id, AFTER)?.last).not.toBe(old.quote(id, AFTER)?.last)
    }
  })

  test('is the same when it is made anew in the middle of the new day', () => {
    const running = changed(true)
    running.quote('US:ARDV', MIDNIGHT - 1)
    running.quote('US:ARDV', MIDNIGHT + 3_600_000)
    const again = changed(true)
    for (const id of IDS) {
      expect(again.quote(id, AFTER)).toEqual(running.quote(id, AFTER))
      expect(barsOf(again, id, '5m', AFTER, AFTER)).toEqual(barsOf(running, id, '5m', AFTER, AFTER))
    }
  })

  test('says with each promise which model draws the day', () => {
    const models = new Map(
      changed(true)
        .commitments(AFTER)
        .map(({ date, model }) => [date, model]),
    )
    expect([models.get('2026-01-01'), models.get('2026-08-04'), models.get(CHANGE), models.get('2026-08-12')]).toEqual([1, 1, 2, 2])
  })

  test('has on its real calendar the same laws, so that prices differ in a rounding at most', () => {
    const [old, two] = [before(false), marketBy(false, () => 2)]
    const pairs = IDS.flatMap((id) => {
      const closes = barsOf(two, id, 'day', AFTER, AFTER).map(({ close }) => close)
      return barsOf(old, id, 'day', AFTER, AFTER).map(({ close }, index) => [close, closes[index]])
    })
    expect(pairs.filter(([one, other]) => one !== other).length).toBeLessThan(pairs.length / 100)
  })
})

describe('when a market changes', () => {
  test('a new one has the newest model from the beginning of its history', () => {
    const modelOn = modelsFrom(startsOfNewMarket())
    for (const market of marketNames) expect(modelOn(market, '2021-01-04')).toBe(2)
  })

  test('one of which nothing is written has model 1 through and through', () => {
    expect(modelsFrom([])('US', '2030-01-01')).toBe(1)
  })

  test.each([
    ['an afternoon in New York, the next morning in Taipei', true, '2026-11-20T17:00:00Z', '2026-11-21', '2026-11-22'],
    ['the hour before midnight, when Buenos Aires is a day ahead already', true, '2026-11-21T03:30:00Z', '2026-11-22', '2026-11-22'],
    ['midnight in New York', true, '2026-11-21T05:00:00Z', '2026-11-22', '2026-11-22'],
    ['a Friday noon with the exchanges’ hours', false, '2026-11-20T17:00:00Z', '2026-11-21', '2026-11-22'],
    ['a Monday evening, when Tuesday’s futures have begun', false, '2026-11-24T00:30:00Z', '2026-11-25', '2026-11-25'],
  ])('a running one with the first date that none of its markets has begun: %s', (_, alwaysOpen, now, newYork, taipei) => {
    const starts = startsOfRunningMarket(alwaysOpen, Date.parse(now))
    const from = new Map(starts.map((start) => [start.market, start.from]))
    for (const market of ['US', 'AR', 'FUT', 'FX', 'IDX'] as const) expect(from.get(market)).toBe(newYork)
    expect(from.get('TW')).toBe(taipei)
  })
})

test('every market keeps its past through the change: shares, certificates, pairs, futures and indices', () => {
  const now = Date.parse('2026-11-20T17:00:00Z')
  const later = now + 20 * 3_600_000
  const dayKey = (market: string, date: string) => sha256(new TextEncoder().encode(`${market} ${date}`))
  for (const alwaysOpen of [true, false]) {
    const made = { dayKey, sha256, alwaysOpen, openedOn: '2026-11-20', startDate: '2026-06-01' }
    const old = createWorldMarket({ ...made, modelOn: () => 1 })
    const one = createWorldMarket({ ...made, modelOn: modelsFrom(startsOfRunningMarket(alwaysOpen, now)) })
    const classes = Map.groupBy(
      old.instruments.filter(({ id }) => old.quote(id, now) !== null),
      ({ market, contract, exchange }) => `${market} ${contract?.kind} ${exchange}`,
    )
    for (const [, [first, second]] of classes) {
      for (const instrumentId of [first?.id, second?.id]) {
        if (instrumentId === undefined) continue
        for (const interval of ['5m', 'day'] as const) {
          const until = interval === 'day' ? now - 48 * 3_600_000 : now
          const request = { instrumentId, interval, until, limit: 300, hours: 'regular', adjust: 'none' } as const
          const past = one.bars(request, later)?.bars.filter((bar) => bar.at + 300_000 <= now)
          expect(past, `${instrumentId} ${interval}`).toEqual(old.bars(request, later)?.bars.filter((bar) => bar.at + 300_000 <= now))
        }
      }
    }
  }
})
