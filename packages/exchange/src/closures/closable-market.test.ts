import { createHash } from 'node:crypto'
import type { ClosedDay } from '@rueda/rules/markets/closed-day.ts'
import { bandFor } from '@rueda/rules/orders/limits.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { taiwaneseIndex } from '../catalogue/world-indices.ts'
import { guardMarket } from '../interruptions/guarded-market.ts'
import { createSimVenue } from '../sim-venue.ts'
import type { Bar, BarRequest } from '../venue.ts'
import { createWorldMarket } from '../world/world-market.ts'
import { closableMarket } from './closable-market.ts'

/**
 * Tuesday 11 August 2026 is closed in Taipei for a typhoon, or in New York. Taipei is eight hours ahead of UTC and
 * trades from 9:00 to 13:30; New York is four behind.
 */
const TYPHOON: ClosedDay = { market: 'TW', date: '2026-08-11', cause: 'weather' }
const MOURNING: ClosedDay = { market: 'US', date: '2026-08-11', cause: 'mourning' }
const SHARE = 'TW:7203'
const at = (moment: string): number => Date.parse(moment)

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const world = createWorldMarket({
  dayKey: (market, date) => sha256(Buffer.from(`closed days ${market} ${date}`)),
  sha256,
  alwaysOpen: false,
  openedOn: '2026-08-03',
  startDate: '2026-01-05',
})
let closable = closableMarket(world)
beforeEach(() => {
  closable = closableMarket(world)
})

const barsOf = (more: Partial<BarRequest>, now: number, market = closable.market): readonly Bar[] =>
  market.bars({ instrumentId: SHARE, interval: 'day', until: now, limit: 10, hours: 'regular', adjust: 'split', ...more }, now)?.bars ?? []
const dates = (bars: readonly Bar[]): string[] => bars.map((bar) => new Date(bar.at).toISOString().slice(0, 10))

describe('while it is closed', () => {
  const ELEVEN = at('2026-08-11T03:00:00Z')

  test('nothing of the day is seen: the last price, no orders, no trades, no bars', () => {
    const evening = world.quote(SHARE, at('2026-08-10T12:00:00Z'))
    closable.closeDays([TYPHOON])
    const { market } = closable
    expect(market.session('TW', ELEVEN)).toMatchObject({ phase: 'CLOSED', matching: false, tradeDate: '2026-08-12' })
    expect(market.quote(SHARE, ELEVEN)).toEqual(evening)
    expect(market.quote(SHARE, ELEVEN)).toMatchObject({ phase: 'CLOSED', tradeDate: '2026-08-10', bid: 0n, ask: 0n })
    expect(market.depth(SHARE, 10, ELEVEN)).toEqual({ bids: [], asks: [] })
    expect(market.prints(SHARE, at('2026-08-10T06:00:00Z'), ELEVEN)).toEqual(
      world.prints(SHARE, at('2026-08-10T06:00:00Z'), at('2026-08-11T00:00:00Z')),
    )
    expect(dates(barsOf({ limit: 2 }, ELEVEN))).toEqual(['2026-08-07', '2026-08-10'])
    expect(barsOf({ interval: '1m', limit: 5 }, ELEVEN)).toEqual(barsOf({ interval: '1m', limit: 5 }, at('2026-08-10T12:00:00Z'), world))
    expect(market.facts(SHARE, ELEVEN)).toEqual(world.facts(SHARE, at('2026-08-10T12:00:00Z')))
  })

  test('the index rests with its members, and other markets go on', () => {
    const { id } = taiwaneseIndex.instrument
    const evening = world.quote(id, at('2026-08-10T12:00:00Z'))
    closable.closeDays([TYPHOON])
    expect(closable.market.quote(id, ELEVEN)).toEqual(evening)
    expect(world.quote(id, ELEVEN)).not.toEqual(evening)
    for (const id of ['FX:USDJPY', 'FUT:SES-2026Z', 'AR:PMSR'])
      expect(closable.market.quote(id, ELEVEN), id).toEqual(world.quote(id, ELEVEN))
  })

  test('the calendar tells a day that neither trades nor settles, and why', () => {
    closable.closeDays([TYPHOON])
    const [before, day, after] = closable.market.calendar('TW', '2026-08-10', '2026-08-12')
    expect(day).toMatchObject({ trading: false, settlement: false, sessions: [], closure: 'weather' })
    expect([before, after]).toEqual([
      world.calendar('TW', '2026-08-10', '2026-08-10')[0],
      world.calendar('TW', '2026-08-12', '2026-08-12')[0],
    ])
  })

  test('before hours are part of the day: New York sees Monday evening until Wednesday at four', () => {
    closable.closeDays([MOURNING])
    const evening = world.quote('US:ARDV', at('2026-08-11T07:59:59Z'))
    for (const moment of ['2026-08-11T08:00:00Z', '2026-08-11T15:00:00Z', '2026-08-11T23:00:00Z', '2026-08-12T07:59:59Z'])
      expect(closable.market.quote('US:ARDV', at(moment)), moment).toEqual(evening)
    expect(closable.market.quote('US:ARDV', at('2026-08-12T08:01:00Z'))).toMatchObject({ phase: 'PRE', tradeDate: '2026-08-12' })
    expect(closable.market.session('IDX', at('2026-08-11T15:00:00Z'))).toMatchObject({ phase: 'CLOSED', tradeDate: '2026-08-12' })
  })
})

describe('the day after', () => {
  const TEN = at('2026-08-12T02:00:00Z')

  test('no price is another one than without the closing; only the change counts from the last day seen', () => {
    const without = world.quote(SHARE, TEN)
    closable.closeDays([TYPHOON])
    const [monday] = barsOf({ limit: 1 }, at('2026-08-10T12:00:00Z'), world)
    expect(closable.market.quote(SHARE, TEN)).toEqual({ ...without, previousClose: monday?.close })
    expect(closable.market.depth(SHARE, 10, TEN)).toEqual(world.depth(SHARE, 10, TEN))
  })

  test('a day later everything is as it would have been', () => {
    const THURSDAY = at('2026-08-13T02:00:00Z')
    const without = world.quote(SHARE, THURSDAY)
    closable.closeDays([TYPHOON])
    expect(closable.market.quote(SHARE, THURSDAY)).toEqual(without)
  })

  test('charts leave the day out, and a week is made of the days that are left', () => {
    closable.closeDays([TYPHOON])
    const FRIDAY = at('2026-08-14T12:00:00Z')
    const days = barsOf({ limit: 5 }, FRIDAY)
    expect(dates(days)).toEqual(['2026-08-07', '2026-08-10', '2026-08-12', '2026-08-13', '2026-08-14'])
    const [week] = barsOf({ interval: 'week', limit: 1 }, FRIDAY)
    const [monday, ...rest] = days.slice(1)
    expect(week).toMatchObject({ at: monday?.at, open: monday?.open, close: days.at(-1)?.close })
    expect(week?.volume).toBe([monday, ...rest].reduce((sum, bar) => sum + (bar?.volume ?? 0n), 0n))
    const high = days.slice(1).reduce((most, bar) => (bar.high > most ? bar.high : most), 0n)
    expect(week?.high).toBe(high)
    const minutes = barsOf({ interval: '1m', limit: 600 }, at('2026-08-12T06:00:00Z'))
    expect(minutes).toHaveLength(600)
    expect(new Set(dates(minutes))).toEqual(new Set(['2026-08-07', '2026-08-10', '2026-08-12']))
  })

  test('a chart of one day counts from the close before it that was seen', () => {
    closable.closeDays([TYPHOON])
    const [monday] = barsOf({ limit: 1 }, at('2026-08-10T12:00:00Z'), world)
    const request = { instrumentId: SHARE, interval: '1m', until: TEN, limit: 30, hours: 'regular', adjust: 'split' } as const
    expect(closable.market.bars(request, TEN)?.previousClose).toBe(monday?.close)
  })

  test('daily limits lie around the last close that was seen, for every share of Taipei', () => {
    // Two closed weeks: far enough for prices to have left the limits around the last close.
    const closed = ['03', '04', '05', '06', '07', '10', '11', '12', '13', '14'].map((day): ClosedDay => ({
      ...TYPHOON,
      date: `2026-08-${day}`,
    }))
    const CLOSE = at('2026-08-17T05:29:00Z')
    closable.closeDays(closed)
    const guarded = guardMarket({ market: closable.market, tierOf: () => 1, hasReopened: closable.hasReopened })
    let held = 0
    for (const instrument of guarded.instruments.filter(({ market, quoteOnly }) => market === 'TW' && !quoteOnly)) {
      const quote = guarded.quote(instrument.id, CLOSE)
      const friday = barsOf({ instrumentId: instrument.id, limit: 1, adjust: 'split' }, at('2026-07-31T12:00:00Z'), world)[0]?.close ?? 0n
      expect(quote?.previousClose, instrument.id).toBe(friday)
      const { low, high } = bandFor(instrument, 'buy', { last: friday, bid: 0n, ask: 0n, previousClose: friday })
      for (const price of [quote?.last, quote?.low, quote?.high]) {
        expect(price ?? 0n, instrument.id).toBeGreaterThanOrEqual(low ?? 0n)
        expect(price ?? 0n, instrument.id).toBeLessThanOrEqual(high ?? 0n)
      }
      if (quote?.last !== world.quote(instrument.id, CLOSE)?.last) held += 1
    }
    expect(held).toBeGreaterThan(0)
  })
})

describe('in the venue', () => {
  const order = {
    orderId: 'order',
    accountId: 'customer',
    instrumentId: SHARE,
    side: 'buy',
    opens: true,
    type: 'limit',
    // Within the day's limits and below every price of it.
    worstPrice: 11_500_000_000n,
    quantity: 1_000n * 100_000_000n,
    timeInForce: 'DAY',
    trigger: null,
    siblingId: null,
    knownTo: 0,
  } as const

  test('a DAY order for the day ends at once; one that is good for longer waits for the next', () => {
    const venue = createSimVenue(closable.market, { closeDays: closable.closeDays })
    const evening = at('2026-08-10T12:00:00Z')
    venue.advance(evening)
    venue.submit({ ...order, acceptedAt: evening, lastTradeDate: '2026-08-11' }, evening)
    venue.submit({ ...order, orderId: 'longer', timeInForce: 'GTC', acceptedAt: evening, lastTradeDate: '2026-11-01' }, evening)
    const events = venue.closeDays([TYPHOON], evening + 1_000)
    expect(events.filter(({ kind }) => kind === 'ended')).toMatchObject([{ orderId: 'order', reason: 'EXPIRED' }])
    expect(events.filter(({ kind }) => kind === 'session')).toMatchObject([{ market: 'TW', session: { tradeDate: '2026-08-12' } }])
    expect(venue.advance(at('2026-08-11T03:00:00Z')).filter((event) => event.kind !== 'session' || event.market === 'TW')).toEqual([])
    expect(venue.advance(at('2026-08-12T01:00:30Z')).filter(({ kind }) => kind === 'working')).toMatchObject([{ orderId: 'longer' }])
  })

  test('opened again in time, the day trades as if nothing had been', () => {
    const venue = createSimVenue(closable.market, { closeDays: closable.closeDays })
    venue.closeDays([TYPHOON], at('2026-08-10T12:00:00Z'))
    venue.closeDays([], at('2026-08-10T13:00:00Z'))
    const noon = at('2026-08-11T04:00:00Z')
    venue.advance(noon)
    expect(venue.quote(SHARE, noon)).toEqual(world.quote(SHARE, noon))
  })
})
