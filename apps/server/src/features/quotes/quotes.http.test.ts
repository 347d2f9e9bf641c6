import { languages } from '@rueda/contract/codes.ts'
import type { DataOf, Endpoint, InputOf } from '@rueda/contract/endpoint.ts'
import type { Envelope } from '@rueda/contract/envelope.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKeyring } from '../../vault/keyring.ts'
import { createVault } from '../../vault/vault.ts'
import { type HttpServer, createHttpServer } from '../../http/server.ts'
import { type Harness, requestOf, startHarness } from '../../testing/harness.ts'
import { openWarmMarket } from '../../testing/warm-market.ts'
import { type RunningVenue, startVenue } from '../../venue/start.ts'
import { watchlistRoutes } from '../watchlist/routes.ts'
import { quoteRoutes } from './routes.ts'

const vault = createVault(newKeyring())

/** Every quote endpoint on the simulated market, at noon in New York on a Friday. */
const NOON = Date.parse('2026-11-20T17:00:00Z')
const MIDNIGHT = Date.parse('2026-11-20T05:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000

let harness: Harness
let venue: RunningVenue
let http: HttpServer
beforeAll(async () => {
  harness = await startHarness({ at: NOON })
  const { settings, pool } = harness.app
  const clock = { now: () => NOON }
  venue = await startVenue({
    vault,
    settings,
    pool,
    thread: openWarmMarket(),
    machine: clock,
    log: pino({ level: 'silent' }),
    openOrders: async () => [],
    onEvents: async () => {},
  })
  // The first facts and closes come with the first cycle.
  await venue.cycle()
  const app = { ...harness.app, clock, venue: venue.client }
  http = await createHttpServer(app, [quoteRoutes(app), watchlistRoutes(app)])
  await http.server.ready()
})
afterAll(async () => {
  await http.closeGracefully()
  await venue.stop()
  await harness.stop()
})

type Headers = Readonly<{ authorization?: string; language?: string }>

async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, headers: Headers = {}): Promise<Envelope<DataOf<E>>> {
  const { body } = await http.server.inject({ ...requestOf(endpoint, input as Record<string, unknown>), headers })
  return JSON.parse(body) as Envelope<DataOf<E>>
}

async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, headers: Headers = {}): Promise<DataOf<E>> {
  const { code, msg, data } = await call(endpoint, input, headers)
  expect({ code, msg }).toMatchObject({ code: 200 })
  return data as DataOf<E>
}

test('all stocks of a market come in pages, sorted by code unless asked otherwise', async () => {
  const page = await ask(quotes.all, { pageSize: 50 })
  expect(page).toMatchObject({ pageNum: 1, pageSize: 50, pages: Math.ceil(page.total / 50) })
  expect(page.list).toHaveLength(50)
  const codes = page.list.map((quote) => quote.stock_code)
  expect(codes).toEqual(codes.toSorted())

  const byChange = await ask(quotes.all, { pageSize: 100, sort: 'change_ratio' })
  const changes = byChange.list.map((quote) => Number(quote.change_ratio))
  expect(changes).toEqual(changes.toSorted((a, b) => b - a))
})

test('a quote is whole: prices with the decimals of the tick, the change against the close before, a label and a drawing', async () => {
  const { list } = await ask(quotes.list, { codes: 'ARDV', closes: 1 })
  const quote = list[0]
  expect(list).toHaveLength(1)
  expect(quote).toMatchObject({
    code: 'US:ARDV',
    name: 'Aurora Devices',
    source: 0,
    classify: 'UsStock',
    venue: 'SIM',
    delayedMinutes: 0,
    tradeStatus: 'OPEN',
    decimals: 2,
  })
  expect(quote?.localLogoUrl).toBe('/logos/US/ARDV.svg')
  expect(quote?.price_nominal).toMatch(/^\d+\.\d{2}$/u)
  const cents = (text = ''): number => Math.round(Number(text) * 100)
  expect(cents(quote?.change)).toBe(cents(quote?.price_nominal) - cents(quote?.preClose))
  expect(Number(quote?.change_ratio)).toBeCloseTo((Number(quote?.change) / Number(quote?.preClose)) * 100, 2)
  expect(cents(quote?.bid ?? '')).toBeLessThan(cents(quote?.ask ?? ''))
  expect(quote?.closes).toHaveLength(50)
  expect(quote?.closes?.at(-1)).toBe(quote?.price_nominal)
})

test('lists are narrowed by exchange and by word; what fits nothing is an empty page, not an error', async () => {
  const nasdaq = await ask(quotes.all, { marketType: 'NASDAQ', pageSize: 100 })
  expect(new Set(nasdaq.list.map((quote) => quote.marketType))).toEqual(new Set(['NASDAQ']))
  expect((await ask(quotes.all, { keyword: 'aurora' })).list.map((quote) => quote.stock_code)).toContain('ARDV')
  expect(await ask(quotes.all, { keyword: 'zzzzzz' })).toMatchObject({ list: [], total: 0, pages: 0 })
  expect((await call(quotes.all, { sort: 'password' as 'code' })).code).toBe(1000)
})

test('top lists leave out what costs less than a dollar or is hardly traded', async () => {
  const gainers = await ask(quotes.top, { type: 'gainers', limit: 100 })
  expect(gainers.length).toBeGreaterThan(20)
  for (const { price_nominal, turnover, change } of gainers) {
    expect(Number(price_nominal)).toBeGreaterThanOrEqual(1)
    expect(Number(turnover)).toBeGreaterThanOrEqual(100_000)
    expect(Number(change)).toBeGreaterThan(0)
  }
  const losers = await ask(quotes.top, { type: 'losers', limit: 5 })
  const falls = losers.map((quote) => Number(quote.change_ratio))
  expect(falls).toEqual(falls.toSorted((a, b) => a - b))
  expect(await ask(quotes.top, { type: 'active', limit: 5 })).toHaveLength(5)
  expect(await ask(quotes.top, { type: 'turnover', limit: 5 })).toHaveLength(5)
  await ask(quotes.top, { type: 'new_high' })
  await ask(quotes.top, { type: 'new_low' })
})

test('popular stocks, indices and the home page need nobody to be logged in', async () => {
  expect(await ask(quotes.hot, { limit: 10 })).toHaveLength(10)
  const indices = await ask(quotes.indices, {})
  expect(indices.length).toBeGreaterThan(0)
  expect(indices[0]).toMatchObject({ market: 'IDX', source: 99, bid: null, ask: null })
  const home = await ask(quotes.home, {})
  expect(home.indices).toHaveLength(4)
  expect(home.watch).toHaveLength(10)
  expect(home.banners).toEqual([])
})

test('who watches an instrument sees its star, and finds it on the home page', async () => {
  const { token } = await harness.newCustomer()
  const headers = { authorization: token }
  await ask(watchlist.add, { secuCode: 'ARDV' }, headers)
  expect((await ask(quotes.list, { codes: 'ARDV' }, headers)).list[0]?.selfSelectStatus).toBe(1)
  expect((await ask(quotes.list, { codes: 'ARDV' })).list[0]?.selfSelectStatus).toBe(0)
  expect((await ask(quotes.home, {}, headers)).watch.map((quote) => quote.code)).toEqual(['US:ARDV'])
})

test('the detail page: ten levels of depth, bands around the last price, and the rules in the reader’s language', async () => {
  const detail = await ask(quotes.detail, { stockCode: 'ARDV' }, { language: 'en' })
  expect(detail).toMatchObject({ tickSize: '0.01', minCount: '1', marginAllowed: 0, shortable: 0, quoteOnly: 0, simulated: true })
  expect(detail.depth?.bids).toHaveLength(10)
  expect(detail.depth?.asks).toHaveLength(10)
  expect(Number(detail.bands?.up)).toBeCloseTo(Number(detail.price_nominal) * 1.5, 1)
  expect(Number(detail.bands?.down)).toBeCloseTo(Number(detail.price_nominal) * 0.5, 1)
  expect(detail.feeText).toBe(
    'Commission 0.03% of the amount, at least 0.50 USD, on purchases and sales. Sales: SEC fee 20.60 USD per million. Sales: TAF fee 0.000195 USD a share, at most 9.79 USD.',
  )
  expect(detail.sessionText).toContain('always open')
  expect(Number(detail.pe)).toBeCloseTo(Number(detail.price_nominal) / Number(detail.eps), 1)

  const texts = new Set<string>()
  for (const language of languages) texts.add((await ask(quotes.detail, { stockCode: 'ARDV' }, { language })).settlementText)
  expect(texts.size).toBe(languages.length)
})

test('an index cannot be traded, and its page says so', async () => {
  const [index] = await ask(quotes.indices, {})
  const detail = await ask(quotes.detail, { stockCode: index?.stock_code ?? '', market: 'IDX' }, { language: 'en' })
  expect(detail).toMatchObject({ quoteOnly: 1, bands: null, feeText: 'No fees: it is not traded.' })
})

test('the light quote has five levels and the last twenty trades, newest first', async () => {
  const light = await ask(quotes.light, { stockCode: 'ARDV' })
  expect(light.depth?.bids).toHaveLength(5)
  expect(light.trades.length).toBeGreaterThan(0)
  expect(light.trades.length).toBeLessThanOrEqual(20)
  const sequences = light.trades.map((trade) => trade.sequence)
  expect(sequences).toEqual(sequences.toSorted((a, b) => b - a))
  expect(light.trades[0]?.tradeTimestamp).toBeLessThanOrEqual(NOON)
})

test('the summary describes an invented company and its figures', async () => {
  const summary = await ask(quotes.summary, { stockCode: 'ARDV' }, { language: 'en' })
  expect(summary.profile).toMatchObject({ sector: 'Technology', website: null })
  expect(summary.profile.description).toContain('exists only in this simulated market')
  expect(Number(summary.stats.week52High)).toBeGreaterThanOrEqual(Number(summary.stats.week52Low))
  const german = await ask(quotes.summary, { stockCode: 'ARDV' }, { language: 'de' })
  expect(german.profile).toMatchObject({ sector: 'Technologie', industry: 'Halbleiter' })
  expect(german.profile.description).toContain('entwickelt Chips für Sensoren')
})

test('the summary of an index, which is no company, says of everything that it is not known', async () => {
  const [index] = await ask(quotes.indices, {})
  const { profile, stats } = await ask(quotes.summary, { stockCode: index?.stock_code ?? '', market: 'IDX' }, { language: 'en' })
  expect(profile).toMatchObject({ sector: null, ceo: null, employees: null, website: null })
  expect(stats).toMatchObject({ marketCap: null, sharesOut: null, pe: null, pb: null, eps: null, dividend: null })
})

const charts = [
  ['Current', '1m', 721],
  ['Regular', '1m', 721],
  ['1D', '1m', 721],
  ['1W', '15m', 4 * 96 + 49],
  ['1M', '60m', 720],
  ['3M', 'day', 91],
  ['1Y', 'day', 365],
  ['1m', '1m', 500],
  ['5m', '5m', 500],
  ['15m', '15m', 500],
  ['30m', '30m', 500],
  ['60m', '60m', 500],
  ['day', 'day', 500],
  ['week', 'week', 307],
  ['month', 'month', 71],
] as const

test.each(charts)('chart %s has bars of %s, about %i of them, none of the future', async (type, interval, count) => {
  const kline = await ask(quotes.kline, { stockCode: 'ARDV', type })
  expect(kline).toMatchObject({ stockCode: 'ARDV', market: 'US', type, interval, tz: 'America/New_York', venue: 'SIM' })
  expect(Math.abs(kline.items.length - count), `${kline.items.length} bars`).toBeLessThanOrEqual(2)
  expect(kline.items.at(-1)?.timestamp).toBeLessThanOrEqual(NOON)
  expect(kline.items.slice(0, -1).some((bar) => bar.partial === 1)).toBe(false)
  for (const bar of kline.items) {
    expect(Number(bar.low)).toBeLessThanOrEqual(Math.min(Number(bar.open), Number(bar.close)))
    expect(Number(bar.high)).toBeGreaterThanOrEqual(Math.max(Number(bar.open), Number(bar.close)))
  }
})

test('the chart of the day begins with the day and ends at the price of the quote', async () => {
  const { items, preClose } = await ask(quotes.kline, { stockCode: 'ARDV', type: '1D' })
  const { list } = await ask(quotes.list, { codes: 'ARDV' })
  expect(items[0]?.timestamp).toBe(MIDNIGHT)
  expect(items.at(-1)?.close).toBe(list[0]?.price_nominal)
  expect(items[0]?.open).toBe(list[0]?.open)
  expect(preClose).toBe(list[0]?.preClose)
})

test('earlier bars are reached by the end asked for, never later ones', async () => {
  const yesterday = await ask(quotes.kline, { stockCode: 'ARDV', type: '1m', endTimestamp: NOON - DAY, limit: 10 })
  expect(yesterday.items).toHaveLength(10)
  expect(yesterday.items.at(-1)?.timestamp).toBe(NOON - DAY)
  const tomorrow = await ask(quotes.kline, { stockCode: 'ARDV', type: '1m', endTimestamp: NOON + DAY, limit: 10 })
  expect(tomorrow.items.at(-1)?.timestamp).toBeLessThanOrEqual(NOON)
  expect((await call(quotes.kline, { stockCode: 'ARDV', type: '1m', limit: 1_501 })).code).toBe(1000)
})

test('a finished minute never changes: asked again a moment later it is the same', async () => {
  const asked = { stockCode: 'ARDV', type: '1m', endTimestamp: NOON - 2 * MINUTE, limit: 100 } as const
  expect(await ask(quotes.kline, asked)).toEqual(await ask(quotes.kline, asked))
})

test('search finds codes first, then names, at most thirty', async () => {
  const found = await ask(quotes.search, { keyword: 'ar' })
  expect(found.length).toBeLessThanOrEqual(30)
  expect(found[0]?.stock_code.startsWith('AR')).toBe(true)
  const firstName = found.findIndex((quote) => !quote.stock_code.startsWith('AR'))
  if (firstName !== -1) expect(found.slice(firstName).every((quote) => !quote.stock_code.startsWith('AR'))).toBe(true)
  expect((await ask(quotes.search, { keyword: 'devices' })).map((quote) => quote.stock_code)).toContain('ARDV')
  // An index is found by what it is called in any language.
  expect((await ask(quotes.search, { keyword: '米国' })).map((quote) => quote.stock_code)).toContain('US500')
  expect((await call(quotes.search, {})).code).toBe(1001)
})

test('one quote by code or whole name; many in the order asked, with null for an unknown one', async () => {
  expect((await ask(quotes.byNameOrCode, { stkcode: 'ARDV' })).code).toBe('US:ARDV')
  expect((await ask(quotes.byNameOrCode, { stkName: 'aurora devices' })).code).toBe('US:ARDV')
  expect((await call(quotes.byNameOrCode, { stkcode: 'NONE' })).code).toBe(3000)
  expect((await call(quotes.byNameOrCode, {})).code).toBe(1001)
  const many = await ask(quotes.many, { codes: ['NONE', 'ARDV'] })
  expect(many.map((quote) => quote?.code ?? null)).toEqual([null, 'US:ARDV'])
  expect((await call(quotes.many, {})).code).toBe(1001)
  expect((await ask(quotes.many, { list: [{ stkcode: 'ARDV' }, { stkcode: 'ARDV', market: 'TW' }] })).map((quote) => quote?.code)).toEqual([
    'US:ARDV',
    undefined,
  ])
})

test('what is unknown is refused with 3000 everywhere', async () => {
  for (const endpoint of [quotes.detail, quotes.light, quotes.summary])
    expect((await call(endpoint, { stockCode: 'NONE' })).code).toBe(3000)
  expect((await call(quotes.kline, { stockCode: 'NONE', type: '1D' })).code).toBe(3000)
})
