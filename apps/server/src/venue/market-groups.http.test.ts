import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { groupOfInstrument } from '@rueda/rules/instruments/group.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Customer } from '../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'

/** A core whose market is run by two processes, each with a group of the instruments. */
const MACHINE_AT = Date.UTC(2026, 10, 18, 15)
const SECOND = 1_000
const GROUPS = 2
let database: Database
let core: MarketHarness
let customer: Customer
/** A share in each group. */
let codes: readonly string[]

beforeEach(async () => {
  database = await createTestDatabase()
  core = await startMarketHarness({
    ...{ database, machineAt: MACHINE_AT, groups: GROUPS, expects: /the market stopped and is started again/u },
    environment: { SIM_SEED: 'groups', SIM_CLOCK: 'real', KYC_FOR_TRADING: '0' },
  })
  await core.pass(SECOND)
  customer = await core.newCustomer()
  const shares = [...core.app.venue.instruments.values()].filter(({ market, id }) => market === 'US' && core.app.venue.quote(id) !== null)
  codes = Array.from({ length: GROUPS }, (_, group) => shares.find(({ id }) => groupOfInstrument(id, GROUPS) === group)?.code ?? '')
})
afterEach(async () => {
  await core.stop()
  await database.stop()
})

const buy = (stockCode: string) => ({ stockCode, market: 'US', direction: 0, quantity: '3' }) as const
const atMarket = (stockCode: string) => ({ ...buy(stockCode), orderType: 0 }) as const
/** Far below the market: it rests. */
const resting = (stockCode: string) => ({ ...buy(stockCode), orderType: 1, price: '1.00', tif: 1 }) as const
const held = async () =>
  Object.fromEntries((await core.ask(positions.holding, {}, customer.token)).list.map(({ stockCode, quantity }) => [stockCode, quantity]))

it('executes at once what executes at once, whichever group it is in', async () => {
  for (const code of codes) await core.ask(orders.create, atMarket(code), customer.token)
  expect(await held()).toEqual(Object.fromEntries(codes.map((code) => [code, '3'])))
  await expectSoundBooks(database.pool)
})

it('goes on with every order where a group gets another process', async () => {
  const placed = await Promise.all(codes.map((code) => core.ask(orders.create, resting(code), customer.token)))
  core.replaceGroup(0)
  // Told of by the next cycle, which is not answered; an order that comes meanwhile is accepted and executed afterwards.
  await core.pass(SECOND).catch(() => undefined)
  for (const code of codes) await core.ask(orders.create, atMarket(code), customer.token)
  await expect
    .poll(() => core.pass(SECOND).then(held, () => null), { timeout: 20_000 })
    .toEqual(Object.fromEntries(codes.map((code) => [code, '3'])))
  const { list } = await core.ask(orders.list, { working: 1 }, customer.token)
  expect(list.map(({ id }) => id).toSorted()).toEqual(placed.map(({ orderId }) => orderId).toSorted())
  for (const { orderId } of placed) expect((await core.ask(orders.cancel, { orderId }, customer.token)).subStatus).toBe('CANCELLED')
  await expectSoundBooks(database.pool)
})

it('shows depth, trades and bars of every group, and halts them all', async () => {
  for (const code of codes) {
    const instrumentId = `US:${code}`
    expect((await core.app.venue.depth(instrumentId, 5))?.bids).toHaveLength(5)
    expect((await core.app.venue.trades(instrumentId, 3)).length).toBe(3)
  }
  const at = await core.app.venue.setHalts([{ stopId: '1', kind: 'halt', scope: 'all', target: null, from: core.app.clock.now() }])
  expect(at).toBeGreaterThan(0)
  for (const code of codes) await core.ask(orders.create, atMarket(code), customer.token)
  expect(await held()).toEqual({})
  await core.app.venue.setHalts([])
  await core.pass(SECOND)
  expect(Object.keys(await held()).toSorted()).toEqual([...codes].toSorted())
  await expectSoundBooks(database.pool)
})
