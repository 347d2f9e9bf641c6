import { calendars } from '@rueda/contract/admin/calendars.ts'
import { sourceOfMarket } from '@rueda/contract/codes.ts'
import { fees } from '@rueda/contract/fees.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { reference } from '@rueda/contract/reference.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { closableMarkets } from '@rueda/rules/markets/markets.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../apps/server/src/db/open.ts'
import { fundWallet } from '../../apps/server/src/testing/books.ts'
import { createTestDatabase } from '../../apps/server/src/testing/database.ts'
import type {} from '../../apps/server/src/testing/global-setup.ts'
import type { Customer } from '../../apps/server/src/testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../../apps/server/src/testing/market-harness.ts'
import { expectSoundBooks } from '../../apps/server/src/testing/sound-books.ts'
import { hire } from '../../apps/server/src/testing/staff.ts'
import { NEW_MARKET } from './lines.ts'

/**
 * Two days in the market that was added last, run in the copy of the project that has it: it shows, quotes, takes an order,
 * lets one expire, settles and closes. New York is five hours behind UTC. Each test goes on from the last.
 */
const market = marketNames.find((name) => name === NEW_MARKET) ?? 'US'
const source = sourceOfMarket[market]
const walletType = tradedTermsOf(market).wallet
const SHARE = { stockCode: 'NW1', market } as const
const CYCLE_MS = 250
const CYCLES_A_ROUND = 4
const FUNDS = 2_000_000n

let database: Database
let harness: MarketHarness
let customer: Customer

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await startMarketHarness({
    database,
    environment: { SIM_ALWAYS_OPEN: '0', SIM_SEED: 'a new market' },
    machineAt: Date.parse('2026-11-17T15:00:00Z'),
  })
  customer = await harness.newCustomer()
  await fundWallet(harness.writePath, customer.accountId, walletType, FUNDS)
})
afterAll(async () => {
  await expectSoundBooks(database.pool)
  await harness.stop()
  await database.stop()
})

const quote = async () => {
  for (let cycle = 0; cycle < CYCLES_A_ROUND; cycle += 1) await harness.pass(CYCLE_MS)
  return harness.ask(quotes.detail, SHARE)
}
const rowOf = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]
const wallet = () => harness.ask(wallets.one, { walletType }, customer.token)
const held = async () => (await harness.ask(positions.holding, { source }, customer.token)).list
const limit = async (direction: 0 | 1, price: 'up' | 'down', quantity: string) => {
  const { bands } = await quote()
  const order = { ...SHARE, direction, orderType: 1, price: bands?.[price] ?? '', quantity } as const
  return harness.ask(orders.create, order, customer.token)
}

test('it shows: among the markets, in its list, on its page, in a chart, and among the fees', async () => {
  const served = (await harness.ask(reference.markets, {})).find((each) => each.market === market)
  expect(served).toMatchObject({ market: NEW_MARKET, instruments: 3, exchanges: ['NWX'] })
  const { list } = await harness.ask(quotes.all, { market })
  expect(list.map(({ stock_code }) => stock_code)).toEqual(['NW1', 'NW2', 'NW3'])
  expect(list[0]).toMatchObject({ source: 11, classify: 'NWStock', marketType: 'NWX', currency: 'USD', tradeStatus: 'OPEN' })
  expect(await harness.ask(quotes.search, { keyword: 'harbour', market })).toMatchObject([{ stock_code: 'NW2' }])
  const { items } = await harness.ask(quotes.kline, { ...SHARE, type: 'day', limit: 5 })
  expect(items).toHaveLength(5)
  const { feeText, sessionText } = await quote()
  expect([feeText, sessionText].every((text) => text.length > 0)).toBe(true)
  expect((await harness.ask(fees.all, {})).markets.find((each) => each.market === market)).toMatchObject({ walletType, currency: 'USD' })
})

test('it quotes: both sides on its own steps, within its own limits', async () => {
  const { bid, ask, bands, tickSize } = await quote()
  expect(tickSize).toBe('0.05')
  expect(Number(bid)).toBeLessThan(Number(ask))
  expect(Number(bands?.down)).toBeLessThan(Number(bid))
  expect(Number(bands?.up)).toBeGreaterThan(Number(ask))
})

let forTheDay = ''

test('it takes an order: a purchase fills, is charged by its own table and held', async () => {
  const { orderId } = await limit(0, 'up', '20')
  await harness.pass(1_000)
  const filled = await rowOf(orderId)
  expect(filled).toMatchObject({ status: 1, filledQuantity: '20', market, source })
  expect(Number(filled?.handlingFee)).toBeCloseTo(Number(filled?.avgPrice) * 20 * 0.001, 1)
  expect(await held()).toMatchObject([{ stockCode: 'NW1', quantity: '20', market, source }])
  forTheDay = (await limit(0, 'down', '1')).orderId
  await harness.pass(1_000)
  expect(await rowOf(forTheDay)).toMatchObject({ subStatus: 'WORKING', expireDate: '2026-11-17' })
})

test('it closes a position, and the proceeds are not yet money that may leave', async () => {
  const [position] = await held()
  const { orderId } = await harness.ask(positions.close, { id: position?.id ?? '', quantity: '5' }, customer.token)
  await harness.pass(1_000)
  expect(await rowOf(orderId)).toMatchObject({ status: 1, direction: 1, filledQuantity: '5' })
  expect(await held()).toMatchObject([{ quantity: '15' }])
  expect(Number((await wallet()).unsettled)).toBeGreaterThan(0)
})

test('what found nobody expires with its day, and two of the staff close the next one', async () => {
  await harness.passTo('2026-11-17T22:00:00Z')
  expect(await rowOf(forTheDay)).toMatchObject({ status: 2, reason: 'EXPIRED' })
  const closable = closableMarkets.find((name) => name === market) ?? 'US'
  const closing = { market: closable, date: '2026-11-18', cause: 'weather', reason: 'legalOrder' } as const
  expect(await (await hire(harness, ['product'])).ask(calendars.closeDay, closing)).toEqual({ state: 'waiting' })
  expect(await (await hire(harness, ['risk'])).ask(calendars.closeDay, closing)).toEqual({ state: 'done' })
  await harness.pass(1_000)
  const { list } = await harness.ask(messages.list, { pageSize: 50 }, customer.token)
  expect(list.map(({ title }) => title)).toContain('New Wharf: sin rueda el 18/11/2026')
})

test('it settles on the day after the one that was closed', async () => {
  await harness.passTo('2026-11-18T16:00:00Z')
  expect(await quote()).toMatchObject({ tradeStatus: 'CLOSED', bid: null, ask: null })
  expect(Number((await wallet()).unsettled)).toBeGreaterThan(0)
  await harness.passTo('2026-11-19T15:00:00Z')
  expect(await wallet()).toMatchObject({ unsettled: '0.00' })
  expect(await quote()).toMatchObject({ tradeStatus: 'OPEN' })
})
