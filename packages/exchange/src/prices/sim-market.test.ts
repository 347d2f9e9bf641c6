import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { tickAt } from '@rueda/rules/instruments/instrument.ts'
import type { Bar, BarInterval, Trade } from '../venue.ts'
import { referenceIndices } from '../catalogue/indices.ts'
import { createSimMarket } from './sim-market.ts'
import { testDayKey } from './testing.ts'

const SEED = 20260101
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const marketOf = (alwaysOpen: boolean, dayKey = testDayKey(SEED), startDate = '2026-01-01') =>
  createSimMarket({ dayKey, sha256, alwaysOpen, startDate })
const at = (text: string) => Date.parse(text)
const MINUTE = 60_000

/** A value the test knows to be there. */
function known<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('missing')
  return value
}

const real = marketOf(false)
const open = marketOf(true)
const both = [
  ['always open', open],
  ['with the exchanges’ hours', real],
] as const
const NOW = at('2026-08-04T18:30:10.400Z')
const CHOSEN = [
  'US:ARDV',
  'US:BRBF',
  'US:CBHB',
  ...real.instruments
    .slice(100, 300)
    .filter((_, index) => index % 20 === 0)
    .map(({ id }) => id),
]
const INDEX = 'IDX:US500'

const fold = (bars: readonly Bar[]) => ({
  open: bars[0]?.open,
  high: bars.reduce((high, bar) => (bar.high > high ? bar.high : high), 0n),
  low: bars.reduce((low, bar) => (bar.low < low ? bar.low : low), bars[0]?.low ?? 0n),
  close: bars.at(-1)?.close,
  volume: bars.reduce((volume, bar) => volume + bar.volume, 0n),
})
const outline = ({ open, high, low, close, volume }: Bar) => ({ open, high, low, close, volume })
const barsOf = (market: typeof real, instrumentId: string, interval: BarInterval, limit: number, now = NOW, until = now) =>
  market.bars({ instrumentId, interval, until, limit, hours: 'regular', adjust: 'split' }, now)?.bars ?? []
const calendarOf = (market: typeof real, date: string) =>
  market.calendar('US', date, date)[0]?.sessions.find(({ type }) => type === 'REGULAR')

describe.each(both)('bars, %s', (_, market) => {
  test('a day’s minutes give back the day’s bar exactly, over 20 days (C.7, 14)', () => {
    for (const id of [...CHOSEN.slice(0, 6), INDEX]) {
      const days = barsOf(market, id, 'day', 21).slice(0, 20)
      expect(days).toHaveLength(20)
      const today = known(barsOf(market, id, 'day', 1)[0]).at
      const minutes = barsOf(market, id, '1m', 21 * (market === open ? 1_440 : 390)).filter((bar) => bar.at < today)
      for (const [index, day] of days.entries()) {
        const end = days[index + 1]?.at ?? day.at + 1_440 * MINUTE
        const ofDay = minutes.filter((bar) => bar.at >= day.at && bar.at < end)
        expect(fold(ofDay), `${id} ${new Date(day.at).toISOString()}`).toEqual(outline(day))
      }
    }
  })

  test.each([
    ['5m', 5],
    ['15m', 15],
    ['30m', 30],
    ['60m', 60],
  ] as const)('a bar of %s straight from the tree has the bits of its minutes (C.7, 15)', (interval, minutes) => {
    for (const id of CHOSEN) {
      const [day] = barsOf(market, id, 'day', 2)
      const hours = calendarOf(market, market.quote(id, day?.at ?? 0)?.tradeDate ?? '')
      const until = (hours?.closesAt ?? 0) - 1
      const count = ((hours?.closesAt ?? 0) - (hours?.opensAt ?? 0)) / MINUTE
      const fine = barsOf(market, id, '1m', count, NOW, until)
      const coarse = barsOf(market, id, interval, Math.ceil(count / minutes), NOW, until)
      expect(fine).toHaveLength(count)
      for (const [index, bar] of coarse.entries()) expect(outline(bar)).toEqual(fold(fine.slice(index * minutes, (index + 1) * minutes)))
    }
  })

  test('weeks and months fold their days', () => {
    const days = barsOf(market, 'US:ARDV', 'day', 200)
    for (const interval of ['week', 'month'] as const) {
      const groups = barsOf(market, 'US:ARDV', interval, 5)
      expect(groups.at(-1)?.partial).toBe(true)
      for (const [index, group] of groups.entries()) {
        const end = groups[index + 1]?.at ?? Infinity
        expect(outline(group)).toEqual(fold(days.filter((day) => day.at >= group.at && day.at < end)))
      }
    }
  })

  test('nothing begins after now, and the last bar is the quote’s day so far (C.7, 18)', () => {
    const quote = market.quote('US:ARDV', NOW)
    const { last, ...day } = { last: quote?.last, open: quote?.open, high: quote?.high, low: quote?.low, volume: quote?.volume }
    for (const interval of ['1m', '5m', '15m', '60m', 'day'] as const) {
      const bars = barsOf(market, 'US:ARDV', interval, 2_000, NOW, NOW + 10 * 86_400_000)
      expect(bars.at(-1)).toMatchObject({ partial: true, close: last })
      expect(bars.every((bar) => bar.at <= NOW)).toBe(true)
      const today = bars.filter((bar) => bar.at >= (calendarOf(market, '2026-08-04')?.opensAt ?? 0))
      expect(fold(today)).toEqual({ ...day, close: last })
    }
  })

  test('a bar that has begun only grows: what was said at noon still holds at night', () => {
    const noon = barsOf(market, 'US:CBHB', '1m', 3_000, at('2026-08-04T16:00:00Z'))
    const night = barsOf(market, 'US:CBHB', '1m', 3_000, at('2026-08-04T19:59:30Z'))
    const whole = noon.filter((bar) => !bar.partial).slice(-300)
    expect(night.filter((bar) => bar.at >= (whole[0]?.at ?? 0) && bar.at <= (whole.at(-1)?.at ?? 0))).toEqual(whole)
    const [early] = barsOf(market, 'US:CBHB', 'day', 1, at('2026-08-04T16:00:00Z'))
    const [late] = barsOf(market, 'US:CBHB', 'day', 1, at('2026-08-04T19:59:30Z'))
    expect(late?.open).toBe(early?.open)
    expect((late?.high ?? 0n) >= (early?.high ?? 1n) && (late?.low ?? 1n) <= (early?.low ?? 0n)).toBe(true)
  })

  test('until takes the reader back in time', () => {
    const until = at('2026-06-10T15:07:00Z')
    for (const interval of ['1m', '15m', 'day', 'week'] as const) {
      const bars = barsOf(market, 'US:ARDV', interval, 10, NOW, until)
      expect(bars).toHaveLength(10)
      expect(known(bars.at(-1)).at <= until && bars.every((bar) => !bar.partial)).toBe(true)
    }
  })
})

describe.each(both)('quotes and depth, %s', (_, market) => {
  const moments = Array.from({ length: 40 }, (_, index) => at('2026-08-04T13:30:00Z') + index * 577_771)

  test('bid below ask, on the tick, at least ten levels of whole lots (C.7, 16)', () => {
    for (const instrument of market.instruments.slice(0, 300)) {
      const now = known(moments[known(instrument.code.codePointAt(1)) % moments.length])
      const quote = known(market.quote(instrument.id, now))
      const depth = known(market.depth(instrument.id, 10, now))
      expect(quote.bid > 0n && quote.bid < quote.ask, instrument.id).toBe(true)
      if (quote.bid > 20_000_000n) expect([depth.bids.length, depth.asks.length]).toEqual([10, 10])
      expect(depth.bids[0]).toEqual({ price: quote.bid, quantity: quote.bidQuantity })
      expect(depth.asks[0]).toEqual({ price: quote.ask, quantity: quote.askQuantity })
      for (const { price, quantity } of [...depth.bids, ...depth.asks]) {
        expect(price % tickAt(instrument, price)).toBe(0n)
        expect(quantity > 0n && quantity % (10n * instrument.step) === 0n).toBe(true)
      }
      for (const price of [quote.last, quote.open, quote.high, quote.low, quote.previousClose])
        expect(price % tickAt(instrument, price)).toBe(0n)
      expect(quote.low <= quote.last && quote.last <= quote.high && quote.low <= quote.open && quote.open <= quote.high).toBe(true)
    }
  })

  test('levels step away from the best price without gaps', () => {
    const { bids, asks } = known(market.depth('US:ARDV', 25, NOW))
    expect(bids).toHaveLength(25)
    for (let index = 1; index < 25; index += 1) {
      expect(bids[index]?.price).toBe(known(bids[index - 1]).price - 1_000_000n)
      expect(asks[index]?.price).toBe(known(asks[index - 1]).price + 1_000_000n)
    }
  })

  test('the day’s quote is the same however it is reached', () => {
    const fresh = marketOf(market === open)
    const walked = Array.from({ length: 200 }, (_, second) => market.quote('US:BRBF', NOW + second * 1_000)).at(-1)
    expect(fresh.quote('US:BRBF', NOW + 199_000)).toEqual(walked)
    expect(market.quote('US:BRBF', NOW)).toEqual(marketOf(market === open).quote('US:BRBF', NOW))
  })

  test('an index is a reference value: no orders, no depth, no volume', () => {
    expect(market.quote(INDEX, NOW)).toMatchObject({ bid: 0n, ask: 0n, bidQuantity: 0n, askQuantity: 0n, volume: 0n, turnover: 0n })
    expect(market.depth(INDEX, 10, NOW)).toBeNull()
    expect(market.prints(INDEX, NOW - MINUTE, NOW)).toEqual([])
  })

  test('what is not listed, or not yet known, is null', () => {
    expect(market.quote('US:NONE', NOW)).toBeNull()
    expect(market.quote('US:ARDV', at('2025-12-31T12:00:00Z'))).toBeNull()
    expect(
      market.bars({ instrumentId: 'US:NONE', interval: 'day', until: NOW, limit: 1, hours: 'regular', adjust: 'none' }, NOW),
    ).toBeNull()
    expect(market.logo('US:NONE')).toBeNull()
    expect(market.logo('US:ARDV')).toContain('<svg')
  })
})

describe.each(both)('trades, %s', (_, market) => {
  const from = at('2026-08-04T14:00:00Z')
  const fromTrades = (trades: readonly Trade[]) => ({
    high: trades.reduce((high, trade) => (trade.price > high ? trade.price : high), 0n),
    low: trades.reduce((low, trade) => (trade.price < low ? trade.price : low), trades[0]?.price ?? 0n),
    close: trades.at(-1)?.price,
    volume: trades.reduce((volume, trade) => volume + trade.quantity, 0n),
  })

  test('a minute’s trades reach its high and low, end at its close and add up to its volume', () => {
    for (const id of CHOSEN) {
      const minutes = barsOf(market, id, '1m', 30, NOW, from + 29 * MINUTE)
      for (const minute of minutes) {
        const { high, low, close, volume } = minute
        const { high: highest, low: lowest, ...rest } = fromTrades(market.prints(id, minute.at - 1, minute.at + MINUTE - 1))
        expect(rest, id).toEqual({ close, volume })
        // The open is the price before, which need not trade again.
        expect([highest === high || minute.open === high, lowest === low || minute.open === low], id).toEqual([true, true])
      }
    }
  })

  test('however time is cut, the same trades come once each and in order', () => {
    const whole = market.prints('US:ARDV', from, from + 5 * MINUTE)
    const pieces: Trade[] = []
    for (let time = from; time < from + 5 * MINUTE; time += 250) pieces.push(...market.prints('US:ARDV', time, time + 250))
    expect(pieces).toEqual(whole)
    expect(whole.length).toBeGreaterThan(100)
    for (let index = 1; index < whole.length; index += 1)
      expect(known(whole[index]).sequence).toBeGreaterThan(known(whole[index - 1]).sequence)
  })

  test('the newest trade is the last price', () => {
    for (let now = from; now < from + 2 * MINUTE; now += 1_777) {
      expect(market.prints('US:CBHB', now - 5 * MINUTE, now).at(-1)?.price).toBe(market.quote('US:CBHB', now)?.last)
    }
  })
})

describe('the secret', () => {
  const changed = (date: string) => (market: string, day: string) => testDayKey(day === date ? SEED + 1 : SEED)(market, day)

  test('the key of tomorrow decides nothing of today, and that of today everything after it', () => {
    const other = marketOf(true, changed('2026-08-05'))
    expect(other.quote('US:ARDV', at('2026-08-05T03:59:59Z'))).toEqual(open.quote('US:ARDV', at('2026-08-05T03:59:59Z')))
    expect(other.quote('US:ARDV', at('2026-08-05T04:10:00Z'))).not.toEqual(open.quote('US:ARDV', at('2026-08-05T04:10:00Z')))
    expect(other.quote('US:ARDV', at('2026-08-06T04:10:00Z'))?.last).not.toEqual(open.quote('US:ARDV', at('2026-08-06T04:10:00Z'))?.last)
  })

  test('no price asks for the key of a day that has not begun', () => {
    const today = '2026-08-04'
    for (const alwaysOpen of [true, false]) {
      const guarded = marketOf(alwaysOpen, (market, date) => {
        if (date > today) throw new Error(`asked for ${date}`)
        return testDayKey(SEED)(market, date)
      })
      for (const id of ['US:ARDV', INDEX]) {
        guarded.quote(id, NOW)
        guarded.facts(id, NOW)
        for (const interval of ['1m', '60m', 'day', 'month'] as const) barsOf(guarded, id, interval, 100)
      }
    }
  })

  test('a promise precedes each day and its key follows it', () => {
    const commitments = open.commitments(NOW)
    const of = (date: string) => commitments.find((commitment) => commitment.date === date)
    const key = testDayKey(SEED)('US', '2026-08-03')
    expect(of('2026-08-03')).toEqual({
      market: 'US',
      date: '2026-08-03',
      model: 2,
      commitment: sha256(key).toString('hex'),
      key: Buffer.from(key).toString('hex'),
    })
    expect(of('2026-08-04')).toMatchObject({ key: null })
    expect(of('2026-08-05')?.commitment).toMatch(/^[0-9a-f]{64}$/)
    expect(of('2026-08-05')?.key).toBeNull()
    expect(open.commitments(at('2026-08-05T04:00:00Z')).find(({ date }) => date === '2026-08-04')?.key).not.toBeNull()
  })
})

describe('the day as it runs', () => {
  test('the always-open market goes on through midnight and the weekend', () => {
    const midnight = at('2026-08-02T04:00:00Z')
    const before = known(open.quote('US:ARDV', midnight - 1))
    const after = known(open.quote('US:ARDV', midnight))
    expect(after).toMatchObject({ tradeDate: '2026-08-02', previousClose: before.last, open: before.last, phase: 'OPEN' })
    expect(before.tradeDate).toBe('2026-08-01')
  })

  test.each([
    ['2026-03-08', 1_380],
    ['2026-11-01', 1_500],
    ['2026-08-01', 1_440],
  ])('%s has %i minutes in the always-open market', (date, minutes) => {
    const hours = known(calendarOf(open, date))
    const bars = barsOf(open, 'US:ARDV', '1m', 1_500, hours.closesAt + MINUTE, hours.closesAt - 1).filter((bar) => bar.at >= hours.opensAt)
    expect(bars).toHaveLength(minutes)
  })

  test.each([
    ['2026-08-04T07:00:00Z', 'CLOSED', '2026-08-03'],
    ['2026-08-04T12:00:00Z', 'PRE', '2026-08-04'],
    ['2026-08-04T13:30:00Z', 'OPEN', '2026-08-04'],
    ['2026-08-04T21:00:00Z', 'POST', '2026-08-04'],
    ['2026-08-05T01:00:00Z', 'CLOSED', '2026-08-04'],
    ['2026-08-08T15:00:00Z', 'CLOSED', '2026-08-07'],
  ])('at %s the real calendar is %s and shows the prices of %s', (moment, phase, tradeDate) => {
    const quote = known(real.quote('US:ARDV', at(moment)))
    expect(quote).toMatchObject({ phase, tradeDate })
    expect(quote.bid > 0n).toBe(phase !== 'CLOSED')
    expect(quote.at <= at(moment)).toBe(true)
  })

  test('extended hours lead from the close to the next open', () => {
    const open = at('2026-08-04T13:30:00Z')
    const request = { instrumentId: 'US:ARDV', interval: '30m', until: open - 1, limit: 19, hours: 'extended', adjust: 'split' } as const
    const bars = real.bars(request, open)?.bars ?? []
    expect(
      bars.map((bar) => new Date(bar.at).toISOString().slice(8, 16)).filter((_, index) => index === 0 || index === 8 || index === 18),
    ).toEqual(['03T20:00', '04T08:00', '04T13:00'])
    const [day] = barsOf(real, 'US:ARDV', 'day', 1, open - MINUTE)
    expect(bars[0]?.open).toBe(day?.close)
    expect(bars.at(-1)?.close).toBe(real.quote('US:ARDV', open)?.open)
  })

  test('an index closes on the weighted prices of its members and stays close to them on the way', () => {
    const [index] = referenceIndices
    const until = known(calendarOf(real, '2026-07-31')).closesAt - 1
    const closesOf = (id: string) => barsOf(real, id, '15m', 260, NOW, until).map((bar) => Number(bar.close))
    const shown = closesOf(INDEX)
    const weighted = shown.map(() => 0)
    for (const { instrument, sharesOutstanding } of known(index).members) {
      for (const [place, close] of closesOf(instrument.id).entries()) weighted[place] = known(weighted[place]) + close * sharesOutstanding
    }
    const ratios = shown.map((value, place) => value / known(weighted[place]))
    const first = known(ratios.at(-1))
    const perDay = 26
    for (const [place, ratio] of ratios.entries()) {
      const lastOfDay = place % perDay === perDay - 1
      expect(Math.abs(ratio / first - 1), `quarter of an hour ${place}`).toBeLessThan(lastOfDay ? 0.00001 : 0.006)
    }
  })
})

test('facts say who a company is and add up with its quote', () => {
  const facts = known(open.facts('US:ARDV', NOW))
  const quote = known(open.quote('US:ARDV', NOW))
  expect(facts.marketCapitalisation).toBe((quote.last * facts.sharesOutstanding) / 100_000_000n)
  expect(facts.high52Weeks >= quote.high && facts.low52Weeks <= quote.low).toBe(true)
  expect(facts.averageVolume30).toBeGreaterThan(0n)
  expect(facts.dailyVolatility).toBe(BigInt(Math.round(open.dailyVolatility('US:ARDV') * 100_000_000)))
  expect(open.facts(INDEX, NOW)).toMatchObject({ earningsPerShare: null, sharesOutstanding: 0n })
})

test('settlement and trading dates follow the mode', () => {
  expect(real.settlementDate('US', '2026-10-09', 1)).toBe('2026-10-13')
  expect(open.settlementDate('US', '2026-10-09', 1)).toBe('2026-10-10')
  expect(real.nextTradingDate('US', '2026-07-02')).toBe('2026-07-06')
  expect(open.previousTradingDate('US', '2026-07-06')).toBe('2026-07-05')
})

describe('a thousand bars of each kind are the same bits on every machine', () => {
  const hashesOf = (market: typeof real) => {
    const hashOf = (id: string, interval: BarInterval) =>
      createHash('sha256')
        .update(
          barsOf(market, id, interval, 1_000, at('2026-07-31T20:00:00Z'))
            .map((bar) => Object.values(outline(bar)).join(','))
            .join('\n'),
        )
        .digest('hex')
        .slice(0, 16)
    return [hashOf('US:ARDV', '1m'), hashOf('US:ARDV', 'day'), hashOf(INDEX, '1m')]
  }
  const byModel = (alwaysOpen: boolean, model: 1 | 2) =>
    createSimMarket({ dayKey: testDayKey(SEED), sha256, alwaysOpen, startDate: '2026-01-01', modelOn: () => model })

  // Model 1 is history: these bits never change.
  test.each([1, 2] as const)('sessions of model %i', (model) => {
    expect(hashesOf(byModel(false, model))).toEqual(['b82efa988736e58c', 'db5acd00c3c716a3', 'd94b6822e32c54a9'])
  })

  test('always-open days of model 1', () => {
    expect(hashesOf(byModel(true, 1))).toMatchInlineSnapshot(`
      [
        "3c4fad9fdea4df66",
        "e0f6a88ab7eaf1de",
        "3990f351ea2f4103",
      ]
    `)
  })

  test('always-open days of model 2', () => {
    expect(hashesOf(byModel(true, 2))).toMatchInlineSnapshot(`
      [
        "f03332960110a11e",
        "8834cd8bfd99abca",
        "840747c9692ff325",
      ]
    `)
  })
})
