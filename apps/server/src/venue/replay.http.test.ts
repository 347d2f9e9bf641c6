import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { reference } from '@rueda/contract/reference.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Customer } from '../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'

/** Recorded history through the whole server: 4 to 11 October 2013, read beside the project and never copied into it. */
const folder = fileURLToPath(new URL('../../../../../shared/data/lean/', import.meta.url))
const isRecorded = existsSync(`${folder}equity/usa/minute`)
if (!isRecorded) process.stdout.write(`The replay of real history is not tested over HTTP: there is no recorded data at ${folder}\n`)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MACHINE_STARTS = Date.parse('2026-11-20T00:00:00Z')
/** Monday 7 October 2013, 9:30 in New York. */
const OPENS = Date.parse('2013-10-07T13:30:00Z')
const CLOSES = Date.parse('2013-10-07T20:00:00Z')
const MIDNIGHT = Date.parse('2013-10-07T04:00:00Z')
const SPY = { stockCode: 'SPY', market: 'US' } as const

/** The rows of a recorded file as numbers, read without the code under test. */
function recorded(ticker: string, day: string, kind: 'trade' | 'quote'): number[][] {
  const [content] = Object.values(unzipSync(readFileSync(`${folder}equity/usa/minute/${ticker}/${day}_${kind}.zip`)))
  const lines = strFromU8(content ?? new Uint8Array())
    .trim()
    .split('\n')
  return lines.map((line) => line.trim().split(',').map(Number))
}

const PER_DOLLAR = 10_000
const tenThousandths = (price: string | null): number => Math.round(Number(price) * PER_DOLLAR)
const dollars = (price: number): number => price / PER_DOLLAR

/** Bid and ask at the opening of a minute of 7 October, with the sizes the file has for that minute. */
function openingOf(ticker: string, at: number): Readonly<{ bid: number; bidSize: number; ask: number; askSize: number }> {
  const row = recorded(ticker, '20131007', 'quote').find(([ms]) => ms === at - MIDNIGHT)
  if (row === undefined) throw new Error('nobody quoted in that minute')
  const [, bid = 0, , , , bidSize = 0, ask = 0, , , , askSize = 0] = row
  return { bid: dollars(bid), bidSize, ask: dollars(ask), askSize }
}

let database: Database
let harness: MarketHarness
let customer: Customer

const environment = { MARKET: `replay:${folder}`, SIM_CLOCK: 'scaled:1@2013-10-07T13:30:00Z' }
const start = (more: Record<string, string> = {}) =>
  startMarketHarness({ database, environment: { ...environment, SIM_GRANT_USD: '1000000', ...more }, machineAt: MACHINE_STARTS })

const kline = (type: 'Regular' | 'Current' | '1D' | '1W' | '1m' | 'day' | '1M', more: object = {}) =>
  harness.ask(quotes.kline, { ...SPY, type, ...more })
const place = (more: object = {}) =>
  harness.ask(orders.create, { ...SPY, direction: 0, orderType: 0, quantity: '100', ...more }, customer.token)
const rowOf = async (orderId: string) => {
  const { list } = await harness.ask(orders.list, { orderId }, customer.token)
  const [row] = list
  if (row === undefined) throw new Error('the order is not there')
  return row
}
const fillsOf = async (orderId: string): Promise<string[]> =>
  ((await rowOf(orderId)).fills ?? []).map(({ price, quantity }) => `${quantity} @ ${Number(price)}`)
const DAILY = { instrumentId: 'US:SPY', interval: 'day', until: Number.MAX_SAFE_INTEGER, limit: 30, hours: 'regular' } as const
const now = () => harness.app.clock.now()
const minuteOf = (at: number): number => at - (at % MINUTE)

describe.runIf(isRecorded)('history replayed over HTTP', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    harness = await start()
    customer = await harness.newCustomer()
  })
  afterAll(async () => {
    await expectSoundBooks(database.pool)
    await harness.stop()
    await database.stop()
  })

  test('says what it is in the envelope, the header and the quote', async () => {
    const answer = await harness.call(quotes.detail, SPY)
    expect(answer).toMatchObject({ code: 200, venue: 'REPLAY', data: { venue: 'REPLAY', simulated: false, tradeStatus: 'OPEN' } })
    expect(answer.headers['x-venue']).toBe('REPLAY')
    expect((await kline('1D')).venue).toBe('REPLAY')
  })

  test('serves the minutes of the file, to the digit, and none of its future', async () => {
    await harness.passTo('2013-10-07T15:00:30Z')
    const { items } = await kline('Regular')
    const rows = recorded('spy', '20131007', 'trade').filter(([ms = 0]) => MIDNIGHT + ms >= OPENS && MIDNIGHT + ms < now())
    expect(items).toHaveLength(91)
    const finished = items.filter(({ partial }) => partial !== 1)
    expect(
      finished.map(({ timestamp, open, high, low, close, volume }) => [
        timestamp - MIDNIGHT,
        ...[open, high, low, close].map(tenThousandths),
        Number(volume),
      ]),
    ).toEqual(rows.slice(0, 90))
    // Of the minute under way only its opening is known.
    const open = tenThousandths(items.at(-1)?.open ?? null)
    expect(items.at(-1)).toMatchObject({ timestamp: now() - 30_000, partial: 1, volume: '0' })
    expect(open).toBe(rows[90]?.[1])
    expect(tenThousandths(items.at(-1)?.high ?? null)).toBe(open)
    const asked = await kline('1m', { endTimestamp: now() + 24 * HOUR, limit: 5 })
    expect(asked.items.at(-1)?.timestamp).toBe(now() - 30_000)
    const today = (await kline('day', { limit: 1 })).items[0]
    expect(today).toMatchObject({ partial: 1 })
    expect(tenThousandths(today?.close ?? null)).toBe(open)
  })

  test('a market order fills at the opening ask of its minute, up to its size; what is left rests for the next', async () => {
    // The file's asks from 11:00 on: 182.75, 182.71 and 182.58, each with 100 shares.
    const asks = [0, 1, 2].map((minute) => openingOf('ibm', now() - 30_000 + minute * MINUTE))
    expect(asks.map(({ ask, askSize }) => [ask, askSize])).toEqual([
      [182.75, 100],
      [182.71, 100],
      [182.58, 100],
    ])
    const { orderId, venue } = await place({ stockCode: 'IBM', quantity: '250' })
    expect(venue).toBe('REPLAY')
    await harness.pass(250)
    expect(await fillsOf(orderId)).toEqual(['100 @ 182.75'])
    expect(await rowOf(orderId)).toMatchObject({ status: 3, venue: 'REPLAY' })
    await harness.pass(MINUTE)
    await harness.pass(MINUTE)
    expect(await fillsOf(orderId)).toEqual(['100 @ 182.75', '100 @ 182.71', '50 @ 182.58'])
    expect(await rowOf(orderId)).toMatchObject({ status: 1, filledQuantity: '250' })
  })

  test('the size of a minute is there once for all customers', async () => {
    await harness.pass(MINUTE)
    const { ask, askSize } = openingOf('ibm', minuteOf(now()))
    const other = await harness.newCustomer()
    const first = await place({ stockCode: 'IBM', quantity: String(askSize) })
    const second = await harness.ask(orders.create, { ...SPY, stockCode: 'IBM', direction: 0, orderType: 0, quantity: '10' }, other.token)
    await harness.pass(250)
    expect(await fillsOf(first.orderId)).toEqual([`${askSize} @ ${ask}`])
    expect((await harness.ask(orders.list, { orderId: second.orderId }, other.token)).list[0]).toMatchObject({
      status: 0,
      filledQuantity: '0',
    })
    await harness.pass(MINUTE)
    expect((await harness.ask(orders.list, { orderId: second.orderId }, other.token)).list[0]).toMatchObject({ status: 1 })
  })

  test('a limit order fills in the first minute whose opening quote reaches it, and never beyond its limit', async () => {
    const limit = 167.9
    const { orderId } = await place({ orderType: 1, price: '167.90', quantity: '50' })
    await harness.pass(250)
    const bought = openingOf('spy', minuteOf(now())).ask
    expect(await fillsOf(orderId)).toEqual(bought <= limit ? [`50 @ ${bought}`] : [])
    const low = await place({ orderType: 1, price: '167.60', quantity: '50' })
    const first = recorded('spy', '20131007', 'quote').find(
      ([ms = 0, , , , , , ask = 0]) => MIDNIGHT + ms > now() && MIDNIGHT + ms < CLOSES && ask <= 1_676_000,
    )
    expect(first).toBeDefined()
    await harness.passTo(new Date(MIDNIGHT + (first?.[0] ?? 0) - 1_000).toISOString())
    expect(await fillsOf(low.orderId)).toEqual([])
    await harness.pass(2_000)
    expect(await fillsOf(low.orderId)).toEqual([`50 @ ${dollars(first?.[6] ?? 0)}`])
  })

  test('IOC and FOK end at once where the tape does not reach them; a DAY order ends at the recorded close', async () => {
    const far = { orderType: 1, price: '150.00', quantity: '10' }
    const immediate = await place({ ...far, tif: 2 })
    const whole = await place({ ...far, tif: 3 })
    const day = await place(far)
    const good = await place({ ...far, tif: 1 })
    await harness.pass(250)
    expect(await rowOf(immediate.orderId)).toMatchObject({ status: 2, subStatus: 'NO_LIQUIDITY' })
    expect(await rowOf(whole.orderId)).toMatchObject({ status: 2, subStatus: 'NO_LIQUIDITY' })
    expect(await rowOf(day.orderId)).toMatchObject({ status: 0, expireDate: '2013-10-07' })
    expect(await rowOf(good.orderId)).toMatchObject({ status: 0, expireDate: '2014-01-05' })
    await harness.passTo('2013-10-07T19:59:59Z')
    expect(await rowOf(day.orderId)).toMatchObject({ status: 0 })
    await harness.pass(2_000)
    expect(await rowOf(day.orderId)).toMatchObject({ status: 2, reason: 'EXPIRED' })
    expect(await rowOf(good.orderId)).toMatchObject({ status: 0 })
  })

  test('from the close the clock goes straight to the next recorded open', () => {
    expect(new Date(now()).toISOString()).toBe('2013-10-08T13:30:01.000Z')
    expect(harness.app.venue.session('US')).toMatchObject({ tradeDate: '2013-10-08', phase: 'OPEN' })
  })

  test('the finished day is the recorded one, and the quote counts from its close', async () => {
    const { items } = await kline('day', { limit: 2, adjust: 'none' })
    expect(items[0]).toMatchObject({ open: '167.43', close: '167.42' })
    expect(await harness.ask(quotes.detail, SPY)).toMatchObject({ preClose: '167.42' })
    expect((await kline('1D')).preClose).toBe('167.42')
    // Five sessions of a quarter of an hour, counted from the close before the first of them.
    const week = await kline('1W')
    expect(week.items[0]?.timestamp).toBe(Date.parse('2013-10-04T13:30:00Z'))
    expect(week.preClose).toBe('167.62')
  })
  test('daily bars are seen through the factor file: a dividend is taken out of the days before it only where asked', async () => {
    const { bars = [] } = (await harness.app.venue.bars({ ...DAILY, adjust: 'total' })) ?? {}
    const { bars: raw = [] } = (await harness.app.venue.bars({ ...DAILY, adjust: 'split' })) ?? {}
    const onDate = (list: typeof bars, date: string) => list.find(({ at }) => at === Date.parse(`${date}T13:30:00Z`))
    // SPY closed at 172.81 on 19 September 2013 and went without its dividend on the 20th.
    expect(onDate(raw, '2013-09-19')?.close).toBe(scaled('172.81'))
    expect(Number(onDate(bars, '2013-09-19')?.close)).toBeCloseTo((172.81e8 * 0.8604238) / 0.8646266, -2)
    expect(onDate(bars, '2013-09-20')?.close).toBe(onDate(raw, '2013-09-20')?.close)
    const { items } = await kline('day', { limit: 20, adjust: 'split' })
    expect(items.find(({ timestamp }) => timestamp === Date.parse('2013-09-19T13:30:00Z'))?.close).toBe('172.81')
  })

  test('the lists hold the recorded tickers and no indices', async () => {
    const codes = (rows: readonly { stock_code: string }[]) => rows.map(({ stock_code }) => stock_code).toSorted()
    const home = await harness.ask(quotes.home, {})
    expect(home.indices).toEqual([])
    expect(codes(home.watch)).toEqual(['AIG', 'BAC', 'IBM', 'SPY'])
    expect(await harness.ask(quotes.indices, { closes: 1 })).toEqual([])
    for (const type of ['gainers', 'losers', 'active', 'turnover', 'new_high', 'new_low'] as const) {
      const rows = await harness.ask(quotes.top, { type, closes: 1 })
      for (const { closes = [] } of rows) expect(closes).toHaveLength(50)
    }
    expect(codes(await harness.ask(quotes.hot, {}))).toEqual(['AIG', 'BAC', 'IBM', 'SPY'])
    expect(codes(await harness.ask(quotes.search, { keyword: 'bank' }))).toEqual(['BAC'])
    expect(codes((await harness.ask(quotes.all, {})).list)).toEqual(['AIG', 'BAC', 'IBM', 'SPY'])
    expect(await harness.ask(reference.commitments, {})).toEqual([])
  })

  test('what the record does not tell is null and never a zero', async () => {
    expect(await harness.ask(quotes.detail, SPY)).toMatchObject({ marketCap: null, pe: null, eps: null, beta: null })
    const { profile, stats, corporateActions } = await harness.ask(quotes.summary, SPY)
    expect(profile).toMatchObject({ sector: null, industry: null, ceo: null, employees: null, website: null })
    expect(stats).toMatchObject({ marketCap: null, sharesOut: null, pe: null, pb: null, eps: null })
    expect(Number(stats.avgVolume30)).toBeGreaterThan(50_000_000)
    // Four dividends of the year before, as the factor file has them.
    expect(Number(stats.dividend)).toBeCloseTo(3.36, 1)
    expect(corporateActions[0]).toMatchObject({ kind: 'dividend', exDate: '2013-09-20', payDate: '2013-10-11', ratio: null })
    expect(stats.exDate).toBe('2013-09-20')
  })

  test('the calendar is that of 2013: days without a record do not trade, banks rest on Columbus Day', async () => {
    const { list } = await harness.ask(reference.tradingDays, { market: 'US', year: 2013, month: 10, pageSize: 31 })
    expect(list.filter(({ tradingDay }) => tradingDay === 1).map(({ date }) => date.slice(-2))).toEqual([
      '04',
      '07',
      '08',
      '09',
      '10',
      '11',
    ])
    expect(list[13]).toMatchObject({ date: '2013-10-14', settlementDay: 0, holidayName: 'Columbus Day' })
    expect(harness.app.venue.settlementDate('US', '2013-10-08', 1)).toBe('2013-10-09')
    expect(harness.app.venue.settlementDate('US', '2013-10-11', 1)).toBe('2013-10-15')
    const { rows } = await database.pool.query<{ trade_date: string; settlement_date: string }>(
      'select distinct trade_date, settlement_date from fills',
    )
    expect(rows).toEqual([{ trade_date: '2013-10-07', settlement_date: '2013-10-08' }])
  })

  test('started as another market, the same data is refused with a sentence', async () => {
    await harness.stop()
    await expect(start({ MARKET: 'sim' })).rejects.toThrow(
      'This data belongs to a market that was started with MARKET=replay. Start it so again, or use other data.',
    )
  })

  test('after a restart the clock goes on where it was, and an order that rested rests', async () => {
    const reached = now()
    harness = await start()
    expect(now()).toBe(reached)
    const { list } = await harness.ask(orders.list, {}, customer.token)
    expect(list.filter(({ status }) => status === 0)).toMatchObject([{ expireDate: '2014-01-05', price: '150.00' }])
    await harness.pass(MINUTE)
    expect(now()).toBe(reached + MINUTE)
  })

  test('killed before it could remember its time, it does not go back behind what it has booked', async () => {
    await harness.pass(MINUTE)
    await place({ quantity: '1' })
    const booked = now()
    await harness.stop()
    await database.pool.query('update venue_settings set clock_reached_at = $1', [booked - MINUTE])
    harness = await start()
    expect(now()).toBe(booked)
  })
})
