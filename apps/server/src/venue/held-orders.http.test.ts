import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'

/** Held orders outlive the server: their stops stand in the ledger, and the market takes them up again. */
const MACHINE_AT = Date.UTC(2026, 10, 18, 15)
const SECOND = 1_000
let database: Database

beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.stop())

const open = (machineAt: number): Promise<MarketHarness> =>
  startMarketHarness({ database, machineAt, environment: { SIM_SEED: 'held', SIM_CLOCK: 'real', KYC_FOR_TRADING: '0' } })

it('a trailing stop goes on where it was, a stop waits, and exits stand for the shares they hold', async () => {
  const before = await open(MACHINE_AT)
  await before.pass(SECOND)
  const customer = await before.newCustomer()
  const share = { stockCode: 'ARDV', market: 'US', quantity: '10' } as const
  const { orderId: parentId } = await before.ask(
    orders.create,
    { ...share, direction: 0, orderType: 0, stopLoss: '5.00', takeProfit: '900.00' },
    customer.token,
  )
  await before.pass(SECOND)
  const { orderId: trailing } = await before.ask(
    orders.create,
    { ...share, direction: 0, orderType: 4, trailPercent: '50' },
    customer.token,
  )
  // An hour of trades: the stop of a purchase follows the lowest of them.
  await before.pass(3_600 * SECOND)
  const known = (await before.ask(orders.list, { orderId: trailing }, customer.token)).list[0]
  expect(known).toMatchObject({ subStatus: 'HELD' })
  await before.stop()

  const after = await open(MACHINE_AT + 3_602 * SECOND)
  await after.pass(SECOND)
  const kept = (await after.ask(orders.list, { orderId: trailing }, customer.token)).list[0]
  expect(Number(kept?.stopPrice)).toBeLessThanOrEqual(Number(known?.stopPrice))
  expect(kept).toMatchObject({ subStatus: 'HELD', holdAmount: known?.holdAmount })

  const exits = (await after.ask(orders.list, { working: 1 }, customer.token)).list.filter((order) => order.parentId === parentId)
  expect(exits.map(({ quantity }) => quantity)).toEqual(['10', '10'])
  const stop = exits.find(({ orderType }) => orderType === 2)
  expect(stop).toMatchObject({ subStatus: 'HELD', stopPrice: '5.00' })

  // Closing ends the exits, and the shares are sold once.
  const position = (await after.ask(positions.holding, {}, customer.token)).list[0]
  await after.ask(positions.close, { id: position?.id ?? '', orderType: 0 }, customer.token)
  await after.pass(SECOND)
  expect((await after.ask(positions.holding, {}, customer.token)).total).toBe(0)
  await after.ask(orders.cancel, { orderId: trailing }, customer.token)
  await expectSoundBooks(database.pool)
  await after.stop()
})

it('an order with a part of a share rests again after a restart, and is filled for its part', async () => {
  const before = await open(MACHINE_AT)
  await before.pass(SECOND)
  const customer = await before.newCustomer()
  const share = { stockCode: 'ARDV', market: 'US', direction: 0 } as const
  const { orderId } = await before.ask(orders.create, { ...share, orderType: 1, price: '20.00', quantity: '1.25' }, customer.token)
  await before.pass(SECOND)
  await before.stop()

  const after = await open(MACHINE_AT + 10 * SECOND)
  await after.pass(SECOND)
  const row = async () => (await after.ask(orders.list, { orderId }, customer.token)).list[0]
  expect(await row()).toMatchObject({ subStatus: 'WORKING', quantity: '1.25', filledQuantity: '0' })
  const ask = (await after.ask(orders.preview, { ...share, orderType: 0, quantity: '1' }, customer.token)).estPrice
  await after.ask(orders.amend, { orderId, price: ask }, customer.token)
  await after.pass(SECOND)
  expect(await row()).toMatchObject({ subStatus: 'FILLED', filledQuantity: '1.25' })
  await expectSoundBooks(database.pool)
  await after.stop()
})
