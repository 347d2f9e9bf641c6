import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Customer } from '../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'

/**
 * A tape made for two cases that the recorded one lacks: a feed that goes silent, and a split in the night between two
 * recorded days. Monday 8 July 2024 closes at 20.00; from Tuesday on each old share is two.
 */
const MINUTE = 60_000
const NINE_THIRTY = 34_200_000
const ABC = { stockCode: 'ABC', market: 'US' } as const

const row = (minute: number, text: string): string => `${NINE_THIRTY + minute * MINUTE},${text}`
const traded = (minute: number, price: number): string => row(minute, `${price},${price},${price},${price},1000`)
const quoted = (minute: number, bid: number, ask: number): string =>
  row(minute, `${bid},${bid},${bid},${bid},500,${ask},${ask},${ask},${ask},300`)

const files: Record<string, string> = {
  'minute/abc/20240708_trade.zip': [0, 1, 2, 8].map((minute) => traded(minute, 200_000)).join('\n'),
  'minute/abc/20240708_quote.zip': [0, 1, 2, 8].map((minute) => quoted(minute, 199_900, 200_100)).join('\n'),
  'minute/abc/20240709_trade.zip': [0, 1].map((minute) => traded(minute, 101_000)).join('\n'),
  'minute/abc/20240709_quote.zip': [0, 1].map((minute) => quoted(minute, 100_900, 101_100)).join('\n'),
  'daily/abc.zip': ['20240705 00:00,190000,190000,190000,190000,4000', '20240708 00:00,200000,200000,200000,200000,4000'].join('\n'),
  'factor_files/abc.csv': ['20240705,0.95,0.5,19', '20240708,1,0.5,20', '20501231,1,1,0'].join('\n'),
}

let folder: string
let database: Database
let harness: MarketHarness
let customer: Customer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rueda-tape-'))
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'equity/usa', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, name.endsWith('.zip') ? zipSync({ 'rows.csv': strToU8(text) }) : text)
  }
  database = await createTestDatabase()
  const environment = { MARKET: `replay:${folder}` }
  harness = await startMarketHarness({ database, environment, machineAt: Date.parse('2026-11-20T00:00:00Z') })
  customer = await harness.newCustomer()
})
afterAll(async () => {
  await harness.stop()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

const buy = (more: object = {}) =>
  harness.call(orders.create, { ...ABC, direction: 0, orderType: 0, quantity: '10', ...more }, customer.token)
const closes = async (type: 'day' | '1m', adjust: 'split' | 'none') =>
  (await harness.ask(quotes.kline, { ...ABC, type, adjust })).items.map(({ close }) => close)

test('without a moment the clock begins at the first recorded open', () => {
  expect(new Date(harness.app.clock.now()).toISOString()).toBe('2024-07-08T13:30:00.000Z')
})

test('after three missed cycles of the feed a market order is refused, a limit order waits, and the next cycle ends it', async () => {
  await harness.passTo('2024-07-08T13:33:59Z')
  expect((await buy()).code).toBe(200)
  await harness.passTo('2024-07-08T13:36:00Z')
  const refused = await buy()
  expect(refused).toMatchObject({ code: 9002, data: { ageMs: expect.any(Number) } })
  const limit = await buy({ orderType: 1, price: '20.01' })
  expect(limit.code).toBe(200)
  await harness.passTo('2024-07-08T13:38:01Z')
  expect((await buy()).code).toBe(200)
  await harness.pass(1_000)
  const { list } = await harness.ask(orders.list, {}, customer.token)
  expect(list.map(({ status, avgPrice }) => [status, avgPrice])).toEqual([
    [1, '20.01'],
    [1, '20.01'],
    [1, '20.01'],
  ])
})

test('after a split the days and minutes before it are seen through it, and the change counts from half of the close', async () => {
  await harness.pass(Date.parse('2024-07-08T20:00:00Z') - harness.app.clock.now() + MINUTE + 1)
  expect(new Date(harness.app.clock.now()).toISOString()).toBe('2024-07-09T13:31:00.001Z')
  expect(await closes('day', 'split')).toEqual(['9.50', '10.00', '10.10'])
  expect(await closes('day', 'none')).toEqual(['19.00', '20.00', '10.10'])
  expect(await closes('1m', 'split')).toEqual(['10.00', '10.00', '10.00', '10.00', '10.10', '10.10'])
  expect(await closes('1m', 'none')).toEqual(['20.00', '20.00', '20.00', '20.00', '10.10', '10.10'])
  expect(await harness.ask(quotes.detail, ABC)).toMatchObject({ preClose: '10.00', change: '0.10', change_ratio: '1.00' })
})

test('a folder without a recorded day is refused with a sentence, and no market is made of it', async () => {
  const fresh = await createTestDatabase()
  const elsewhere = { database: fresh, environment: { MARKET: 'replay:/nowhere' }, machineAt: 0 }
  await expect(startMarketHarness(elsewhere)).rejects.toThrow('MARKET=replay:/nowhere holds no recorded day.')
  expect((await fresh.pool.query('select from venue_settings')).rowCount).toBe(0)
  await fresh.stop()
})
