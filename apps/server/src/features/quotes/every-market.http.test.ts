import { klineTypes } from '@rueda/contract/codes.ts'
import { type KlineBar } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { reference } from '@rueda/contract/reference.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { tickAt } from '@rueda/rules/instruments/instrument.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'

/** Every read of quotes in every market of the simulated world, at noon of a Wednesday in New York. */
const NOON = Date.parse('2026-11-18T17:00:00Z')
const PAGE = 20
const LEVELS = 10

let database: Database
let harness: MarketHarness
beforeAll(async () => {
  database = await createTestDatabase()
  harness = await startMarketHarness({ database, environment: { SIM_SEED: 'every market' }, machineAt: NOON })
})
afterAll(async () => {
  await harness.stop()
  await database.stop()
})

const markets = [
  { market: 'US', stockCode: 'ARDV', currency: 'USD', source: 0, tz: 'America/New_York' },
  { market: 'AR', stockCode: 'ACQB', currency: 'ARS', source: 'ARG', tz: 'America/Argentina/Buenos_Aires' },
  { market: 'TW', stockCode: '7239', currency: 'TWD', source: 7, tz: 'Asia/Taipei' },
  { market: 'FUT', stockCode: 'SES-2026Z', currency: 'USD', source: 3, tz: 'America/New_York' },
  { market: 'FX', stockCode: 'EURUSD', currency: 'USD', source: 2, tz: 'America/New_York' },
  { market: 'IDX', stockCode: 'US500', currency: 'USD', source: 99, tz: 'America/New_York' },
] as const

const page = (market: (typeof markets)[number]['market'], pageNum: number, more: object = {}) =>
  harness.ask(quotes.all, { market, pageNum, pageSize: PAGE, ...more })

describe.each(markets)('$market', ({ market, stockCode, currency, source, tz }) => {
  const one = { stockCode, market } as const
  const instrument = () => {
    const found = harness.app.venue.instruments.get(`${market}:${stockCode}`)
    if (found === undefined) throw new Error(`${market}:${stockCode} is not in the catalogue`)
    return found
  }
  const isOnTick = (price: string): boolean => scaled(price) % tickAt(instrument(), scaled(price)) === 0n
  const isTraded = market !== 'IDX'

  test('its list comes in pages, every code once, in the order asked for', async () => {
    const first = await page(market, 1)
    const codes: string[] = []
    for (let pageNum = 1; pageNum <= first.pages; pageNum += 1)
      codes.push(...(await page(market, pageNum)).list.map(({ stock_code }) => stock_code))
    expect(codes).toEqual(codes.toSorted())
    expect(new Set(codes).size).toBe(first.total)
    expect(codes).toContain(stockCode)
    expect((await page(market, first.pages + 1)).list).toEqual([])
    const falling = (await page(market, 1, { sort: 'change_ratio', order: 'asc' })).list.map(({ change_ratio }) => Number(change_ratio))
    expect(falling).toEqual(falling.toSorted((a, b) => a - b))
  })

  test('every row of it is a whole quote on its own grid', async () => {
    for (const row of (await page(market, 1)).list) {
      expect(row).toMatchObject({ market, source, code: `${market}:${row.stock_code}`, venue: 'SIM', tradeStatus: 'OPEN' })
      const known = harness.app.venue.instruments.get(row.code)
      if (known === undefined) throw new Error(`${row.code} is not in the catalogue`)
      for (const price of [row.price_nominal, row.bid, row.ask])
        if (price !== null) expect(scaled(price) % tickAt(known, scaled(price)), `${row.code} at ${price}`).toBe(0n)
      if (row.bid !== null && row.ask !== null) expect(Number(row.bid)).toBeLessThan(Number(row.ask))
      expect(Number(row.low)).toBeLessThanOrEqual(Number(row.price_nominal))
      expect(Number(row.high)).toBeGreaterThanOrEqual(Number(row.price_nominal))
    }
  })

  test('what is searched for is found by its code in any letters, and by its name', async () => {
    const [found] = await harness.ask(quotes.search, { keyword: stockCode.toLowerCase(), market })
    expect(found).toMatchObject({ stock_code: stockCode, market })
    const byName = await harness.ask(quotes.search, { keyword: instrument().name, market })
    expect(byName.map(({ stock_code }) => stock_code)).toContain(stockCode)
    expect(byName.every((row) => row.market === market)).toBe(true)
    expect(await harness.ask(quotes.search, { code: stockCode, market })).toMatchObject([{ stock_code: stockCode }])
    expect(await harness.ask(quotes.byNameOrCode, { stkcode: stockCode, market })).toMatchObject({ stock_code: stockCode })
    const many = await harness.ask(quotes.many, {
      list: [
        { stkcode: 'NOPE', market },
        { stkcode: stockCode, market },
      ],
    })
    expect(many.map((row) => row?.stock_code ?? null)).toEqual([null, stockCode])
    const unnamed = [
      await harness.ask(quotes.many, { codes: [stockCode] }),
      await harness.ask(quotes.many, { list: [{ stkcode: stockCode }] }),
    ]
    expect(unnamed.flat().map((row) => row?.code)).toEqual([`${market}:${stockCode}`, `${market}:${stockCode}`])
  })

  test('its page says its steps, its bands and its depth, and they agree with one another', async () => {
    const detail = await harness.ask(quotes.detail, one)
    expect(detail).toMatchObject({ currency, market, quoteOnly: isTraded ? 0 : 1, simulated: true })
    const sizes = await harness.ask(reference.minimumCount, { stockCode, market })
    expect([detail.tickSize, detail.minCount, detail.lotSize]).toEqual([sizes.tickSize, sizes.minCount, sizes.lotSize])
    if (!isTraded) return expect(detail).toMatchObject({ depth: null, bands: null })
    const { bands, depth, price_nominal: last } = detail
    if (depth === null) throw new Error('no depth')
    expect([depth.bids.length, depth.asks.length]).toEqual([LEVELS, LEVELS])
    const [bids, asks] = [depth.bids, depth.asks].map((side) => side.map(([price]) => Number(price))) as [number[], number[]]
    expect(bids).toEqual([...new Set(bids)].toSorted((a, b) => b - a))
    expect(asks).toEqual([...new Set(asks)].toSorted((a, b) => a - b))
    for (const [price, quantity] of [...depth.bids, ...depth.asks]) {
      expect(isOnTick(price), price).toBe(true)
      expect(scaled(quantity) > 0n && scaled(quantity) % instrument().step === 0n, quantity).toBe(true)
    }
    if (bands === null) return
    expect([bands.up, bands.down].every((price) => price === null || isOnTick(price))).toBe(true)
    expect(Number(bands.down)).toBeLessThan(Number(last))
    expect(Number(bands.up ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(Number(last))
  })

  test('its light quote is the same quote with the newest trades first', async () => {
    const light = await harness.ask(quotes.light, one)
    const { price_nominal, bid, ask } = await harness.ask(quotes.detail, one)
    expect(light).toMatchObject({ price_nominal, bid, ask })
    const times = light.trades.map(({ tradeTimestamp }) => tradeTimestamp)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(times.every((at) => at <= NOON)).toBe(true)
    expect(light.trades.every(({ price }) => isOnTick(price))).toBe(true)
  })

  test.each(klineTypes)('its chart %s is in order, whole, on the grid and never of the future', async (type) => {
    const kline = await harness.ask(quotes.kline, { ...one, type })
    expect(kline).toMatchObject({ stockCode, market, type, tz, venue: 'SIM' })
    expect(kline.items.length).toBeGreaterThan(1)
    expectBars(kline.items)
    const earlier = await harness.ask(quotes.kline, { ...one, type, limit: 5 })
    expect(earlier.items.map(({ timestamp }) => timestamp)).toEqual(kline.items.slice(-5).map(({ timestamp }) => timestamp))
    expect(earlier.items.at(-1)?.close).toBe(kline.items.at(-1)?.close)
  })

  test('its chart goes on where it is asked to end, and minutes add up to their hour', async () => {
    const [last] = (await harness.ask(quotes.kline, { ...one, type: '60m', limit: 2 })).items
    if (last === undefined) throw new Error('no hour')
    const minutes = await harness.ask(quotes.kline, { ...one, type: '1m', endTimestamp: last.timestamp + 59 * 60_000, limit: 60 })
    const own = minutes.items.filter(({ timestamp }) => timestamp >= last.timestamp)
    const numbers = (pick: (bar: KlineBar) => string) => own.map((bar) => Number(pick(bar)))
    expect(Math.max(...numbers(({ high }) => high))).toBe(Number(last.high))
    expect(Math.min(...numbers(({ low }) => low))).toBe(Number(last.low))
    expect([own[0]?.open, own.at(-1)?.close]).toEqual([last.open, last.close])
    expect(numbers(({ volume }) => volume).reduce((sum, volume) => sum + volume, 0)).toBeCloseTo(Number(last.volume), 6)
  })

  test.each(['gainers', 'losers', 'active', 'turnover', 'new_high', 'new_low'] as const)(
    'its list of %s keeps to its market and to its length',
    async (type) => {
      const rows = await harness.ask(quotes.top, { type, market, limit: 3 })
      expect(rows.length).toBeLessThanOrEqual(3)
      expect(rows.every((row) => row.market === market && row.tradeStatus !== 'HALT')).toBe(true)
      const whole = await harness.ask(quotes.top, { type, market, limit: 100 })
      expect(whole.slice(0, 3).map(({ code }) => code)).toEqual(rows.map(({ code }) => code))
      const by = { gainers: 'change_ratio', losers: 'change_ratio', active: 'turnover', turnover: 'turnover' } as const
      if (type === 'new_high' || type === 'new_low') return
      const ranked = whole.map((row) => Number(row[by[type]])).map((value) => (type === 'losers' ? -value : value))
      expect(ranked).toEqual(ranked.toSorted((a, b) => b - a))
    },
  )

  test('what it does not have is refused with 3000', async () => {
    for (const endpoint of [quotes.detail, quotes.light, quotes.summary] as const)
      expect(await harness.call(endpoint, { stockCode: 'NOPE', market })).toMatchObject({ status: 200, code: 3000 })
    expect(await harness.call(quotes.kline, { stockCode: 'NOPE', market, type: '1D' })).toMatchObject({ status: 200, code: 3000 })
  })

  function expectBars(bars: readonly KlineBar[]): void {
    const times = bars.map(({ timestamp }) => timestamp)
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(NOON)
    expect(bars.slice(0, -1).some(({ partial }) => partial === 1)).toBe(false)
    for (const { open, high, low, close, volume } of bars) {
      const [from, top, bottom, to] = [open, high, low, close].map(Number) as [number, number, number, number]
      expect(top).toBeGreaterThanOrEqual(Math.max(from, to))
      expect(bottom).toBeLessThanOrEqual(Math.min(from, to))
      expect(Number(volume)).toBeGreaterThanOrEqual(0)
    }
  }
})
