import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { fundWallet } from '../testing/books.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Customer } from '../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'

/**
 * A Tuesday in Taipei on the real calendar, eight hours before UTC: orders of the early morning, the open, the first call
 * of the odd-lot book, a restart between two calls, and the hour after the close. Each test goes on from the last.
 */
const SHARE = { stockCode: '7203', market: 'TW' } as const
const at = (time: string) => new Date(`2026-11-17T${time}+08:00`).toISOString()
const CALL_EVERY_MS = 5_000
const CYCLE_MS = 250
const CYCLES_A_ROUND = 4

let database: Database
let harness: MarketHarness
let customer: Customer

const open = (time: string): Promise<MarketHarness> =>
  startMarketHarness({ database, environment: { SIM_ALWAYS_OPEN: '0', SIM_SEED: 'a day in Taipei' }, machineAt: Date.parse(at(time)) })

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await open('08:40:00')
  await harness.pass(1_000)
  customer = await harness.newCustomer()
  await fundWallet(harness.writePath, customer.accountId, 'TW', 20_000_000n)
})
afterAll(async () => {
  await expectSoundBooks(database.pool)
  await harness.stop()
  await database.stop()
})

/** The other markets' quotes take turns, each once in four cycles. */
const quote = async () => {
  for (let cycle = 0; cycle < CYCLES_A_ROUND; cycle += 1) await harness.pass(CYCLE_MS)
  return harness.ask(quotes.detail, SHARE)
}
const bands = async () => {
  const { bands: found } = await quote()
  return { low: found?.down ?? '', high: found?.up ?? '' }
}
const buy = (price: string, quantity: string) =>
  harness.ask(orders.createInTaiwan, { stockCode: SHARE.stockCode, direction: 0, orderType: 1, price, quantity }, customer.token)
const rowOf = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]
const fillsOf = async (orderId: string) => ((await rowOf(orderId))?.timeline ?? []).filter(({ kind }) => kind === 'filled')

test('1 500 of the early morning: the lot is bought at the open, the rest by the first call at ten past nine', async () => {
  const placed = await buy((await bands()).high, '1500')
  const [board = { orderId: '' }, odd = { orderId: '' }] = placed.parts ?? []
  const calls = {
    everySeconds: 5,
    firstTimestamp: Date.parse(at('09:10:00')),
    lastTimestamp: Date.parse(at('13:30:00')),
    afterMarketTimestamp: Date.parse(at('14:30:00')),
  }
  expect(await quote()).toMatchObject({ oddLots: calls, closingPriceTimestamp: null })
  expect(await rowOf(odd.orderId)).toMatchObject({ subStatus: 'QUEUED', oddLots: calls, closingPriceTimestamp: null })
  expect(await rowOf(board.orderId)).toMatchObject({ oddLots: null })
  await harness.passTo(at('09:00:01'))
  expect(await rowOf(board.orderId)).toMatchObject({ status: 1, filledQuantity: '1000' })
  // The remainder of the whole order waits for call auctions alone.
  expect(await rowOf(placed.orderId)).toMatchObject({ status: 3, oddLots: calls })
  await harness.passTo(at('09:09:59'))
  expect(await rowOf(odd.orderId)).toMatchObject({ subStatus: 'WORKING', filledQuantity: '0' })
  await harness.passTo(at('09:10:01'))
  expect((await fillsOf(odd.orderId))[0]).toMatchObject({ eventTimestamp: Date.parse(at('09:10:00')) })
  await harness.passTo(at('09:15:00'))
  expect(await rowOf(placed.orderId)).toMatchObject({ status: 1, filledQuantity: '1500', oddLots: null })
  for (const { eventTimestamp } of await fillsOf(odd.orderId)) expect(eventTimestamp % CALL_EVERY_MS).toBe(0)
})

let resting = ''

test('the odd-lot book outlives the house: what was open between two calls is matched by the next one after the start', async () => {
  const { low, high } = await bands()
  resting = (await buy(low, '300')).orderId
  await harness.passTo(at('10:00:01'))
  const { orderId } = await buy(high, '20')
  await harness.stop()
  harness = await open('10:00:32')
  await harness.pass(1_000)
  expect(await rowOf(orderId)).toMatchObject({ subStatus: 'WORKING', filledQuantity: '0' })
  await harness.passTo(at('10:00:36'))
  expect(await fillsOf(orderId)).toMatchObject([{ quantity: '20', eventTimestamp: Date.parse(at('10:00:35')) }])
  expect(await rowOf(resting)).toMatchObject({ subStatus: 'WORKING', filledQuantity: '0' })
})

test('after the close a lot trades at the closing price, and what found nobody expires at half past two', async () => {
  await harness.passTo(at('13:29:00'))
  expect(await quote()).toMatchObject({ tradeStatus: 'AUCTION' })
  await harness.passTo(at('13:45:00'))
  const { price_nominal: close, closingPriceTimestamp } = await quote()
  expect(closingPriceTimestamp).toBe(Date.parse(at('14:30:00')))
  const { orderId } = await buy((await bands()).high, '1000')
  expect(await rowOf(orderId)).toMatchObject({ subStatus: 'QUEUED', closingPriceTimestamp })
  await harness.passTo(at('14:10:00'))
  expect(await quote()).toMatchObject({ tradeStatus: 'POST', price_nominal: close })
  expect(await rowOf(orderId)).toMatchObject({ subStatus: 'QUEUED' })
  expect(await rowOf(resting)).toMatchObject({ subStatus: 'WORKING' })
  await harness.passTo(at('14:30:02'))
  expect(await rowOf(orderId)).toMatchObject({ status: 1, avgPrice: close })
  expect(await rowOf(resting)).toMatchObject({ subStatus: 'EXPIRED', holdAmount: '0' })
  const { usedBalance } = await harness.ask(wallets.one, { walletType: 'TW' }, customer.token)
  expect(usedBalance).toBe('0')
})

test('an order after that is one of the next day', async () => {
  const { orderId } = await buy((await bands()).low, '300')
  await harness.passTo(at('20:00:00'))
  expect(await rowOf(orderId)).toMatchObject({ subStatus: 'QUEUED' })
})
