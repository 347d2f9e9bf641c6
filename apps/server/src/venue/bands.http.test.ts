import type { InputOf } from '@rueda/contract/endpoint.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
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
 * Buenos Aires on the real calendar, three hours behind UTC, where a limit lies within 15 % of the close before: an exit
 * beyond that waits through the days, and an order that comes to its first session from outside the band ends with a word.
 */
const SHARE = { stockCode: 'AZAG', market: 'AR' } as const
const CYCLE_MS = 250
const CYCLES_A_ROUND = 4
let database: Database
let harness: MarketHarness
let customer: Customer

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await startMarketHarness({
    database,
    environment: { SIM_ALWAYS_OPEN: '0', SIM_SEED: 'bands' },
    machineAt: Date.parse('2026-11-17T15:00:00Z'),
    hasYearsOfHistory: true,
    listsEverything: true,
  })
  customer = await harness.newCustomer()
  await fundWallet(harness.writePath, customer.accountId, 'AR', 500_000_000n)
  await harness.pass(1_000)
})
afterAll(async () => {
  await expectSoundBooks(database.pool)
  await harness.stop()
  await database.stop()
})

/** The other markets' quotes take turns, each once in four cycles. */
const detail = async () => {
  for (let cycle = 0; cycle < CYCLES_A_ROUND; cycle += 1) await harness.pass(CYCLE_MS)
  return harness.ask(quotes.detail, SHARE)
}
const place = (more: Pick<InputOf<typeof orders.create>, 'orderType' | 'price' | 'tif' | 'takeProfit' | 'stopLoss'>) =>
  harness.ask(orders.create, { ...SHARE, direction: 0, quantity: '10', ...more }, customer.token)
const rowOf = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]
const told = async () => (await harness.call(messages.list, {}, customer.token, { language: 'en' })).data?.list ?? []
const held = async () => (await harness.ask(positions.holding, {}, customer.token)).list[0]
const funds = () => harness.ask(wallets.one, { walletType: 'AR' }, customer.token)

test('an exit beyond the band waits through the days beside its stop, and nobody is told of an end', async () => {
  expect(await detail()).toMatchObject({ preClose: '5995', bands: { down: '5100', up: '6890' } })
  const { orderId } = await place({ orderType: 0, takeProfit: '9000', stopLoss: '3000' })
  await harness.pass(1_000)
  const rows = async () =>
    (await harness.ask(orders.list, { working: 1 }, customer.token)).list.filter(({ parentId }) => parentId === orderId)
  const exits = async () => (await rows()).map(({ price, stopPrice, status, subStatus }) => [price ?? stopPrice, status, subStatus])
  const beyond = async () => (await rows()).map(({ beyondLimit }) => beyondLimit)
  const standing = [
    ['3000', 0, 'HELD'],
    ['9000', 0, 'WORKING'],
  ]
  expect(await exits()).toEqual(standing)
  for (const nextSession of ['2026-11-18T15:00:00Z', '2026-11-19T15:00:00Z']) {
    await harness.passTo(nextSession)
    expect(Number((await detail()).bands?.up)).toBeLessThan(9_000)
    expect(await exits()).toEqual(standing)
    expect(await beyond()).toEqual([null, (await detail()).bands?.up])
    expect(await held()).toMatchObject({ quantity: '10', availableQuantity: '0' })
  }
  expect((await told()).map(({ title }) => title)).toEqual(['AZAG: bought', expect.any(String)])
})

test('a queued order whose price the new day’s band has left behind ends with a message, and its money comes back', async () => {
  await harness.passTo('2026-11-19T21:00:00Z')
  expect(await detail()).toMatchObject({ preClose: '6465', price_nominal: '6380', bands: { up: '7430' } })
  const { available } = await funds()
  const { orderId } = await place({ orderType: 1, price: '7430', tif: 1 })
  expect(await rowOf(orderId)).toMatchObject({ status: 0, subStatus: 'QUEUED' })
  await harness.passTo('2026-11-20T14:00:01Z')
  expect(await detail()).toMatchObject({ preClose: '6380', bands: { up: '7335' } })
  expect(await rowOf(orderId)).toMatchObject({ status: 2, subStatus: 'OUTSIDE_BAND', filledQuantity: '0', holdAmount: '0.00' })
  expect((await funds()).available).toBe(available)
  expect((await told())[0]).toMatchObject({
    title: 'AZAG: order ended without a fill',
    content:
      'Your order for 10 of Azucarera Aguaribay (AZAG) ended: the price was outside the allowed range. What was held is available again.',
  })
})
