import { quotes } from '@rueda/contract/quotes.ts'
import { reference } from '@rueda/contract/reference.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'

/** Markets, days, rules, countries, words and promises on the simulated markets, at noon in New York on a Friday. */
const NOON = Date.parse('2026-11-20T17:00:00Z')

let database: Database
let harness: MarketHarness
beforeAll(async () => {
  database = await createTestDatabase()
  harness = await startMarketHarness({ database, environment: { SIM_SEED: 'reference' }, machineAt: NOON })
})
afterAll(async () => {
  await harness.stop()
  await database.stop()
})

test('the calendar of a month, page by page', async () => {
  const november = await harness.ask(reference.tradingDays, { market: 'US', year: 2026, month: 11, pageSize: 400 })
  expect(november.total).toBe(30)
  expect(november.list[0]).toMatchObject({ date: '2026-11-01', tradingDay: 1, settlementDay: 1 })
  // The day the clocks go back has twenty-five hours.
  const [session] = november.list[0]?.sessions ?? []
  expect((session?.closeTimestamp ?? 0) - (session?.openTimestamp ?? 0)).toBe(25 * 60 * MINUTE_MS)
  expect((await harness.ask(reference.tradingDays, { market: 'US' })).list[0]?.date).toBe('2026-11-20')
})

test('quantities and price steps an order must keep to', async () => {
  const rules = await harness.ask(reference.minimumCount, { stockCode: 'ARDV' })
  expect(rules).toMatchObject({ minCount: '1', step: '1', lotSize: '100', tickSize: '0.01', oddLotAllowed: 1, fundMin: null })
  const { list } = await harness.ask(quotes.list, { codes: 'ARDV' })
  const price = Number(list[0]?.price_nominal)
  expect(Number(rules.maxCount) * price).toBeLessThanOrEqual(500_000)
  expect((Number(rules.maxCount) + 1) * price).toBeGreaterThan(500_000)
  expect(await harness.call(reference.minimumCount, { stockCode: 'NONE' })).toMatchObject({ code: 3000 })
  expect(await harness.call(reference.minimumCount, { stockCode: 'ARDV', market: 'US', source: 7 })).toMatchObject({ code: 3000 })
})

test('countries have their names in the reader’s language, dictionaries the words of the app', async () => {
  const { data: areas } = await harness.call(reference.areas, {}, null, { language: 'de' })
  expect(areas?.length).toBeGreaterThanOrEqual(60)
  expect(areas?.find(({ code }) => code === 'ES')).toMatchObject({ name: 'Spanien', nameEn: 'Spain', phoneCode: '+34', currency: 'EUR' })
  const wallets = (await harness.call(reference.dictionary, { dictType: 'wallet_type' }, null, { language: 'en' })).data
  expect(wallets).toContainEqual({ dictLabel: 'Cash for US stocks', dictValue: 'STOCK', dictSort: 2 })
  expect(await harness.ask(reference.dictionary, { dictType: 'constructor' })).toEqual([])
})

test.each([
  [
    'kyc_status',
    [
      ['0', 'Not verified'],
      ['1', 'Pending review'],
      ['2', 'Failed'],
      ['3', 'Verified'],
    ],
  ],
  [
    'loan_term',
    [
      ['7', '7 days'],
      ['30', '30 days'],
      ['90', '90 days'],
      ['180', '180 days'],
    ],
  ],
  [
    'withdraw_channel',
    [
      ['bank', 'Bank account'],
      ['vm', 'Crypto wallet'],
      ['JPY', 'Transfer in yen'],
      ['other', 'Wire transfer'],
    ],
  ],
])('the dictionary %s has each value with its own name', async (dictType, entries) => {
  const { data } = await harness.call(reference.dictionary, { dictType }, null, { language: 'en' })
  expect(data?.map(({ dictValue, dictLabel }) => [dictValue, dictLabel])).toEqual(entries)
})

test('the list of banks begins as a CBU does', async () => {
  expect(await harness.ask(reference.dictionary, { dictType: 'bank_list' })).toContainEqual(
    expect.objectContaining({ dictValue: '285', dictLabel: 'Banco Macro' }),
  )
})

test('the promises of the venue: tomorrow’s hash without its key, yesterday’s with it', async () => {
  const promises = await harness.ask(reference.commitments, {})
  const of = (date: string) => promises.find((day) => day.market === 'US' && day.date === date)
  expect(of('2026-11-21')).toMatchObject({ market: 'US', key: null, publishedTimestamp: NOON })
  expect(of('2026-11-20')?.key).toBeNull()
  expect(of('2026-11-19')?.key).toMatch(/^[0-9a-f]{64}$/u)
})

test('the markets there are come with their exchanges, their clock and the sessions around now; empty ones do not', async () => {
  const markets = await harness.ask(reference.markets, {})
  const us = markets.find(({ market }) => market === 'US')
  expect(us).toMatchObject({ timeZone: 'America/New_York', exchanges: ['AMEX', 'NASDAQ', 'NYSE'] })
  const { total } = await harness.ask(quotes.all, { pageSize: 1 })
  expect(us?.instruments).toBe(total)
  const sessions = us?.days.flatMap((day) => day.sessions) ?? []
  expect(sessions.some(({ openTimestamp, closeTimestamp }) => openTimestamp <= NOON && NOON < closeTimestamp)).toBe(true)
  expect(sessions.some(({ openTimestamp }) => openTimestamp > NOON)).toBe(true)
  for (const { market, instruments } of markets) {
    expect(instruments).toBeGreaterThan(0)
    const { list } = await harness.ask(quotes.all, { market, pageSize: 1 })
    expect(list, market).toHaveLength(1)
  }
})
