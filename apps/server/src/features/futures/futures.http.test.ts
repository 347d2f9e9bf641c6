import { futures } from '@rueda/contract/futures.ts'
import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../db/open.ts'
import { fundMargin } from '../../testing/books.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'

/** The lists of every market, on the simulated one (`docs/rules/quotes.md` A.2.11, A.16 to A.18). */
let database: Database
let harness: MarketHarness
beforeAll(async () => {
  database = await createTestDatabase()
  const environment = { SIM_CLOCK: 'scaled:1@2026-11-20T15:00:00Z', SIM_SEED: 'futures' }
  harness = await startMarketHarness({ database, environment, machineAt: Date.parse('2026-11-20T15:00:00Z'), listsEverything: true })
})
afterAll(async () => {
  await harness.stop()
  await database.stop()
})

describe('futures', () => {
  test('the list has the front month of each of the eighteen families, with what makes it a future', async () => {
    const rows = await harness.ask(futures.list, {})
    expect(rows).toHaveLength(18)
    expect(rows.find(({ root }) => root === 'SES')).toMatchObject({
      code: 'FUT:SES-2026Z',
      category: 'index',
      source: 3,
      multiplier: '50',
      tickSize: '0.25',
      initialMargin: '15000.00',
      maintMargin: '13600.00',
      LTD: '18-12-2026',
      lastTradeDate: Date.parse('2026-12-18T21:00:00Z'),
      frontMonth: 1,
      // The market of this test never closes: every one of the days until then is traded.
      daysLeft: 28,
    })
  })

  test('a root gives its months, a category its families', async () => {
    const months = await harness.ask(futures.list, { root: 'SES' })
    expect(months.map(({ stock_code }) => stock_code)).toEqual(['SES-2026Z', 'SES-2027H', 'SES-2027M', 'SES-2027U'])
    const metals = await harness.ask(futures.list, { category: 'metal' })
    expect(metals.map(({ root }) => root)).toEqual(['SGC', 'SMGC', 'SSI'])
  })

  test('the months that can be chosen, one of them the front one', async () => {
    const { root, contracts } = await harness.ask(futures.months, { root: 'SES' })
    expect(root).toBe('SES')
    expect(contracts[0]).toMatchObject({ code: 'SES-2026Z', month: '2026-12', LTD: '18-12-2026', frontMonth: 1 })
    // The end of a contract is the same in every answer.
    const ends = ({ LTD, lastTradeDate }: Readonly<{ LTD?: string | undefined; lastTradeDate?: number | undefined }>) => ({
      LTD,
      lastTradeDate,
    })
    const rows = await harness.ask(futures.list, { root: 'SES' })
    expect(contracts.map(ends)).toEqual(rows.map(ends))
    const details = await Promise.all(contracts.map(({ code }) => harness.ask(quotes.detail, { stockCode: code, market: 'FUT' })))
    expect(contracts.map(ends)).toEqual(details.map(ends))
    expect(contracts.filter(({ frontMonth }) => frontMonth === 1)).toHaveLength(1)
    expect((await harness.call(futures.months, { root: 'NONE' })).code).toBe(3_000)
  })
})

test('a ranking compares families by their front months', async () => {
  const fronts = (await harness.ask(futures.list, {})).map(({ code }) => code)
  const busiest = await harness.ask(quotes.top, { type: 'active', market: 'FUT', limit: 100 })
  expect(busiest.length).toBeGreaterThan(5)
  expect(busiest.filter(({ code }) => !fronts.includes(code))).toEqual([])
  expect((await harness.ask(quotes.all, { market: 'FUT', pageSize: 100 })).total).toBeGreaterThan(fronts.length)
})

describe('the page of one instrument says what it is', () => {
  test('a certificate: the share abroad, how many are one of it, and what one costs at parity', async () => {
    const { certificate, price_nominal } = await harness.ask(quotes.detail, { stockCode: 'ASNT', market: 'AR' })
    const [share, rate] = await Promise.all([
      harness.ask(quotes.detail, { stockCode: 'ASNT', market: 'US' }),
      harness.ask(quotes.detail, { stockCode: 'CCL', market: 'AR' }),
    ])
    expect(certificate).toMatchObject({ underlying: 'ASNT', underlyingPrice: share.price_nominal, rate: rate.price_nominal })
    const exact = (Number(share.price_nominal) * Number(rate.price_nominal)) / (certificate?.ratio ?? 0)
    expect(Math.abs(Number(certificate?.parity) - exact)).toBeLessThanOrEqual(5 / 2)
    expect(Math.abs(Number(certificate?.parity) / Number(price_nominal) - 1)).toBeLessThan(0.01)
    expect(share.certificate).toBeNull()
    // Its dividends and splits are those of the share, since its listing.
    await harness.ask(quotes.summary, { stockCode: 'ASNT', market: 'AR' })
  })

  test('a pair: its usual spread, the rates of both currencies, and how many nights the next one counts', async () => {
    const { pair } = await harness.ask(quotes.detail, { stockCode: 'EURUSD', market: 'FX' })
    expect(pair).toMatchObject({
      typicalSpread: '0.7',
      baseRate: '2.00',
      quoteRate: '3.75',
      markup: '0.75',
      nightsTonight: 1,
      largestLeverage: 30,
      pipValue: '10.00',
    })
  })

  test('every pair: what its pip and its nights are worth in dollars, whatever currency it is quoted in', async () => {
    const { list } = await harness.ask(quotes.all, { market: 'FX', pageSize: 100 })
    expect(list).toHaveLength(16)
    for (const { stock_code } of list) {
      const { pair } = await harness.ask(quotes.detail, { stockCode: stock_code, market: 'FX' })
      expect(Number(pair?.pipValue), stock_code).toBeGreaterThan(0)
      expect(pair?.swapLong, stock_code).not.toBeNull()
    }
  })

  test('an index: where it is from and what it is made of, the heaviest first', async () => {
    const { index } = await harness.ask(quotes.detail, { stockCode: 'US30', market: 'IDX' })
    expect(index).toMatchObject({ region: 'americas', members: { count: 30, weighting: 'price', market: 'US' } })
    const prices = await Promise.all(
      (index?.members?.largest ?? []).map(async (stockCode) => Number((await harness.ask(quotes.detail, { stockCode })).price_nominal)),
    )
    expect(prices).toHaveLength(10)
    expect(prices).toEqual(prices.toSorted((a, b) => b - a))
    const japan = await harness.ask(quotes.detail, { stockCode: 'JP225', market: 'IDX' })
    expect(japan.index).toEqual({ region: 'asia', members: null })
    expect((await harness.ask(quotes.detail, { stockCode: 'ARDV' })).index).toBeNull()
  })
})

test('the lists of Taiwan, of Argentina and of the indices of a region', async () => {
  const taiwan = await harness.ask(quotes.taiwan, { pageSize: 100 })
  expect(taiwan.total).toBe(80)
  expect(taiwan.list.every(({ source, currency }) => source === 7 && currency === 'TWD')).toBe(true)
  const argentina = await harness.ask(quotes.all, { market: 'AR', pageSize: 100 })
  expect(argentina.list.every(({ source }) => source === 'ARG')).toBe(true)
  const asia = await harness.ask(quotes.indices, { region: 'asia' })
  expect(asia.map(({ stock_code }) => stock_code).toSorted()).toEqual(['HK50', 'JP225', 'TWII'])
})

describe('top lists (docs/rules/quotes.md A.14)', () => {
  const top = (market: MarketName, type: 'gainers' | 'losers' | 'active' | 'turnover') =>
    harness.ask(quotes.top, { type, market, limit: 100 })
  const ratios = (rows: Awaited<ReturnType<typeof top>>) => rows.map(({ change_ratio }) => Number(change_ratio))

  test.each(['US', 'AR', 'TW', 'FUT', 'FX', 'IDX'] as const)('%s ranks what rises, what falls and what is traded', async (market) => {
    const [gainers, losers] = [await top(market, 'gainers'), await top(market, 'losers')]
    expect(gainers.length).toBeGreaterThan(0)
    expect(losers.length).toBeGreaterThan(0)
    expect(ratios(gainers)).toEqual(ratios(gainers).toSorted((a, b) => b - a))
    expect(ratios(losers)).toEqual(ratios(losers).toSorted((a, b) => a - b))
    const all = [...gainers, ...losers]
    expect(all.every((quote) => quote.market === market && quote.tradeStatus !== 'HALT')).toBe(true)
    if (market === 'US' || market === 'AR' || market === 'TW') expect(all.every((quote) => Number(quote.price_nominal) >= 1)).toBe(true)
  })

  test('a rate below one is no penny: every pair has its place', async () => {
    const pairs = await top('FX', 'active')
    expect(pairs).toHaveLength(16)
    expect(pairs.map(({ stock_code }) => stock_code)).toContain('EURGBP')
  })

  test('what was traded counts with the size of a contract and of a lot', async () => {
    const [future] = await top('FUT', 'turnover')
    const [pair] = (await top('FX', 'turnover')).filter(({ stock_code }) => stock_code === 'EURUSD')
    expect(Number(pair?.turnover)).toBeGreaterThan(Number(pair?.volume) * 100_000)
    expect(Number(future?.turnover)).toBeGreaterThan(1_000_000)
  })
})

test('tonight is the next rollover: after five in New York that of tomorrow, and none on a weekend', async () => {
  const nights = async () => (await harness.ask(quotes.detail, { stockCode: 'EURUSD', market: 'FX' })).pair?.nightsTonight
  await harness.passTo('2026-11-20T21:59:59Z')
  expect(await nights()).toBe(1)
  await harness.pass(1_000)
  expect(await nights()).toBe(0)
})

describe('open contracts', () => {
  const listed = async () => (await harness.ask(futures.list, { root: 'SES' })).find(({ stock_code }) => stock_code === 'SES-2026Z')
  const chosen = async () => (await harness.ask(futures.months, { root: 'SES' })).contracts.find(({ code }) => code === 'SES-2026Z')?.Ol

  test('the page of a contract says the same as the list of its family', async () => {
    // The market goes on between two questions: some two of them are of the same moment.
    await vi.waitFor(async () => {
      const row = await listed()
      expect(await harness.ask(quotes.detail, { stockCode: 'SES-2026Z', market: 'FUT' })).toMatchObject({ ...row })
      expect(await chosen()).toBe(row?.Ol)
    })
    const share = await harness.ask(quotes.detail, { stockCode: 'ARDV' })
    expect(Object.keys(share).filter((key) => ['Ol', 'OlChg', 'LTD', 'Bid', 'multiplier', 'underlying'].includes(key))).toEqual([])
  })

  test('what customers open today is in the figure and in its change, and still in the figure tomorrow', async () => {
    const before = await listed()
    const customer = await harness.newCustomer()
    await fundMargin(harness.writePath, customer.accountId, 'FUTURE', 4_000_000n)
    const order = { goldCode: 'SES-2026Z', market: 'FUT', direction: 1, orderType: 0, quantity: '2' } as const
    await harness.ask(orders.createMargin, order, customer.token)
    await harness.pass(1_000)
    const after = await listed()
    expect([(after?.Ol ?? 0) - (before?.Ol ?? 0), (after?.OlChg ?? 0) - (before?.OlChg ?? 0)]).toEqual([2, 2])
    await harness.passTo('2026-11-21T15:00:00Z')
    const tomorrow = await listed()
    expect((tomorrow?.Ol ?? 0) - (tomorrow?.OlChg ?? 0)).toBe(after?.Ol)
  })
})
