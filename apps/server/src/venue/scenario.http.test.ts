import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@rueda/contract/accounts.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { reference } from '@rueda/contract/reference.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { StartRefused } from '../db/start-refused.ts'
import { createTestDatabase } from '../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'

/** The whole server with a market that a scenario file lays its events over, on Friday the 20th, always open. */
const STARTS = '2026-11-20T15:00:00Z'
const ARDV = { stockCode: 'ARDV', market: 'US' } as const
const CYCLE_MS = 250
const CYCLES_A_ROUND = 4
let folder: string
let database: Database
let harness: MarketHarness | null = null

beforeEach(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'rueda-scenario-'))
})
afterEach(async () => {
  await harness?.stop()
  harness = null
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(events: readonly Record<string, unknown>[], at = STARTS): Promise<MarketHarness> {
  const path = join(folder, 'scenario.json')
  writeFileSync(path, JSON.stringify({ name: 'a test', events }))
  harness = await startMarketHarness({ database, environment: { SIM_SEED: 'scenario', SIM_SCENARIO: path }, machineAt: Date.parse(at) })
  return harness
}
const detail = (of: MarketHarness) => of.ask(quotes.detail, ARDV)

test('a halt refuses new orders, lets resting ones be cancelled, and ends', async () => {
  const { ask, call, ...market } = await start([{ type: 'halt', instrument: 'US:ARDV', afterMinutes: 2, minutes: 30 }])
  const { token } = await market.newCustomer()
  const { price_nominal: price } = await detail({ ask, call, ...market })
  const resting = { ...ARDV, direction: 0, orderType: 1, quantity: '1', price: (Number(price) * 0.8).toFixed(2) } as const
  const { orderId } = await ask(orders.create, resting, token)
  await market.passTo('2026-11-20T15:02:01Z')
  expect(await ask(quotes.detail, ARDV)).toMatchObject({ tradeStatus: 'HALT', bid: null, ask: null })
  expect(await call(orders.create, resting, token)).toMatchObject({ code: 3002 })
  expect(await ask(orders.cancel, { orderId }, token)).toMatchObject({ subStatus: 'CANCELLED' })
  await market.passTo('2026-11-20T15:32:01Z')
  expect(await ask(quotes.detail, ARDV)).toMatchObject({ tradeStatus: 'OPEN' })
  expect(await ask(orders.create, resting, token)).toMatchObject({ subStatus: 'WORKING' })
})

test('open for closing only: resting purchases end, nothing is opened, holdings are sold and positions closed', async () => {
  const restricted = { type: 'closeOnly', afterMinutes: 2, minutes: 30, reason: 'clearing' }
  const { ask, call, ...market } = await start([
    { ...restricted, instrument: 'US:ARDV' },
    { ...restricted, instrument: 'FX:EURUSD' },
  ])
  const { token } = await market.newCustomer()
  await ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'FOREX', amount: '20000' }, token)
  const buy = { ...ARDV, direction: 0, orderType: 0, quantity: '10' } as const
  const open = { stockCode: 'EURUSD', market: 'FX', direction: 1, orderType: 0, quantity: '0.1', leverage: 30 } as const
  await ask(orders.create, buy, token)
  await ask(orders.createMargin, open, token)
  const { price_nominal: price } = await detail({ ask, call, ...market })
  const { orderId } = await ask(orders.create, { ...buy, orderType: 1, price: (Number(price) * 0.8).toFixed(2) }, token)
  await market.passTo('2026-11-20T15:02:01Z')
  // Beside New York's shares quotes take turns, each once in a second of cycles.
  for (let cycle = 0; cycle < CYCLES_A_ROUND; cycle += 1) await market.pass(CYCLE_MS)
  const [from, until] = [Date.parse('2026-11-20T15:02:00Z'), Date.parse('2026-11-20T15:32:00Z')]
  expect(await ask(quotes.detail, ARDV)).toMatchObject({
    tradeStatus: 'OPEN',
    scenario: 1,
    closeOnly: { reason: 'clearing', fromTimestamp: from, untilTimestamp: until },
  })
  expect(await ask(orders.list, { orderId }, token)).toMatchObject({ list: [{ status: 2, subStatus: 'SYSTEM' }] })
  expect(await call(orders.create, buy, token)).toMatchObject({ code: 3021 })
  expect(await call(orders.preview, buy, token)).toMatchObject({ code: 3021 })
  expect(await call(orders.createMargin, open, token)).toMatchObject({ code: 3021 })
  expect(await ask(orders.create, { ...buy, direction: 1, quantity: '4' }, token)).toMatchObject({ status: 0 })
  const { list } = await ask(positions.holding, {}, token)
  const onMargin = list.find(({ stockCode }) => stockCode === 'EURUSD')
  await ask(positions.addMargin, { id: onMargin?.id ?? '', amount: '10' }, token)
  await ask(positions.close, { id: onMargin?.id ?? '' }, token)
  await market.pass(1_000)
  expect((await ask(positions.holding, {}, token)).list.map(({ stockCode, quantity }) => [stockCode, quantity])).toEqual([['ARDV', '6']])
  await market.passTo('2026-11-20T15:32:01Z')
  expect(await ask(quotes.detail, ARDV)).not.toHaveProperty('closeOnly')
  expect(await ask(orders.create, buy, token)).toMatchObject({ status: 0 })
})

test('open for closing only: exits stand, a position in shares is closed, and no market opens one', async () => {
  const restricted = { type: 'closeOnly', afterMinutes: 2, minutes: 30, reason: 'clearing' }
  const instruments = ['US:ARDV', 'TW:7203', 'AR:PMSR', 'FUT:SES-2026Z']
  const { ask, call, ...market } = await start(instruments.map((instrument) => ({ ...restricted, instrument })))
  const { token } = await market.newCustomer()
  const { orderId } = await ask(
    orders.create,
    { ...ARDV, direction: 0, orderType: 0, quantity: '10', takeProfit: '9000.00', stopLoss: '1.00' },
    token,
  )
  await market.passTo('2026-11-20T15:02:01Z')
  // Beside New York's shares quotes take turns, each once in a second of cycles.
  for (let cycle = 0; cycle < CYCLES_A_ROUND; cycle += 1) await market.pass(CYCLE_MS)
  const exits = async () =>
    (await ask(orders.list, {}, token)).list.filter(({ parentId }) => parentId === orderId).map(({ subStatus }) => subStatus)
  expect((await exits()).toSorted()).toEqual(['HELD', 'WORKING'])

  const limit = { direction: 0, orderType: 1, price: '1', quantity: '1000' } as const
  expect(await call(orders.createInTaiwan, { ...limit, stockCode: '7203' }, token)).toMatchObject({ code: 3021 })
  expect(await call(orders.create, { ...limit, stockCode: 'PMSR', market: 'AR' }, token)).toMatchObject({ code: 3021 })
  const contract = { goldCode: 'SES-2026Z', market: 'FUT', direction: 1, orderType: 0, quantity: '1' } as const
  expect(await call(orders.createMargin, contract, token)).toMatchObject({ code: 3021 })
  const refused = await call(orders.create, { ...ARDV, direction: 0, orderType: 0, quantity: '1' }, token)
  expect(refused).toMatchObject({ code: 3021, status: 200 })

  const [held] = (await ask(positions.holding, {}, token)).list
  await ask(positions.close, { id: held?.id ?? '' }, token)
  await market.pass(1_000)
  expect((await ask(positions.holding, {}, token)).total).toBe(0)
  expect(await exits()).toEqual(['POSITION_CLOSED', 'POSITION_CLOSED'])
})

test('a fall of twelve percent stops the whole market for fifteen minutes, and is marked', async () => {
  const { ask, call, ...market } = await start([{ type: 'crash', market: 'US', afterMinutes: 5, minutes: 4, size: '-0.12' }])
  const { token } = await market.newCustomer()
  const before = Number((await ask(quotes.detail, ARDV)).price_nominal)
  await market.passTo('2026-11-20T15:10:00Z')
  expect(await ask(quotes.detail, ARDV)).toMatchObject({ tradeStatus: 'HALT', scenario: 1 })
  const order = { ...ARDV, direction: 0, orderType: 0, quantity: '1' } as const
  expect(await call(orders.create, order, token)).toMatchObject({ code: 3002 })
  await market.passTo('2026-11-20T15:26:00Z')
  const after = await ask(quotes.detail, ARDV)
  expect(after).toMatchObject({ tradeStatus: 'OPEN', scenario: 1 })
  expect(Number(after.price_nominal) / before - 1).toBeLessThan(-0.08)
  const { items } = await ask(quotes.kline, { ...ARDV, type: '1m', limit: 30 })
  expect(items.filter(({ halt }) => halt === 1).length).toBeGreaterThan(10)
})

test('while the feed is silent a market order is refused, and a limit order waits', async () => {
  const { ask, call, ...market } = await start([{ type: 'stale', market: 'US', afterMinutes: 3, minutes: 5 }])
  const { token } = await market.newCustomer()
  await market.passTo('2026-11-20T15:03:11Z')
  expect(await call(orders.create, { ...ARDV, direction: 0, orderType: 0, quantity: '1' }, token)).toMatchObject({ code: 9002 })
  await market.passTo('2026-11-20T15:08:10Z')
  expect(await ask(orders.create, { ...ARDV, direction: 0, orderType: 0, quantity: '1' }, token)).toMatchObject({ status: 0 })
})

test('the scenario is published with its hash, survives a restart without its file, and another one is refused', async () => {
  const first = await start([{ type: 'gap', instrument: 'US:ARDV', afterMinutes: 3, size: '0.15' }])
  const published = await first.ask(reference.scenario, {})
  expect(published).toMatchObject({ name: 'a test', hash: expect.stringMatching(/^[0-9a-f]{64}$/u) as string })
  expect(await first.ask(accounts.appVersion, {})).toMatchObject({ scenario: 'a test' })
  await first.stop()
  harness = null
  const other = start([{ type: 'gap', instrument: 'US:ARDV', afterMinutes: 3, size: '0.25' }])
  await expect(other).rejects.toThrow(StartRefused)
  harness = await startMarketHarness({ database, environment: {}, machineAt: Date.parse('2026-11-20T15:02:00Z') })
  expect(await harness.ask(reference.scenario, {})).toEqual(published)
  const before = Number((await detail(harness)).price_nominal)
  await harness.passTo('2026-11-20T15:03:00Z')
  expect(Number((await detail(harness)).price_nominal) / before).toBeGreaterThan(1.1)
})

test('its moments are the market’s, also where that is another time than the machine’s', async () => {
  const path = join(folder, 'scenario.json')
  writeFileSync(path, JSON.stringify({ name: 'a test', events: [{ type: 'halt', instrument: 'US:ARDV', afterMinutes: 2, minutes: 30 }] }))
  const environment = { SIM_SEED: 'scenario', SIM_SCENARIO: path, SIM_CLOCK: 'scaled:1@2026-03-11T15:00:00Z' }
  harness = await startMarketHarness({ database, environment, machineAt: Date.parse(STARTS) })
  const published = await harness.ask(reference.scenario, {})
  expect(JSON.parse(published?.text ?? '{}')).toMatchObject({ events: [{ from: Date.parse('2026-03-11T15:02:00Z') }] })
})
