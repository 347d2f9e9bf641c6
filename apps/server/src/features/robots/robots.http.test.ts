import type { InputOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { permissions } from '@rueda/contract/permissions.ts'
import { positions } from '@rueda/contract/positions.ts'
import { robots } from '@rueda/contract/robots.ts'
import { statements } from '@rueda/contract/statements.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { robots as catalogue } from '@rueda/rules/robots/catalogue.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** Robots on the real calendar, from a Thursday's morning in New York. */
const THURSDAY = Date.parse('2026-11-19T15:00:00Z')
let database: Database
let harness: MarketHarness
const open = (machineAt: number) => startMarketHarness({ database, environment: { SIM_SEED: 'robots', SIM_ALWAYS_OPEN: '0' }, machineAt })

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await open(THURSDAY)
  await harness.pass(1_000)
})
afterAll(async () => {
  await expectSoundBooks(database.pool)
  await harness.stop()
  await database.stop()
})

type Customer = Awaited<ReturnType<MarketHarness['newCustomer']>>
const newCustomer = async (): Promise<Customer> => {
  const customer = await harness.newCustomer()
  await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'FOLLOW', amount: '20000' }, customer.token)
  return customer
}
const stocks = async () => (await harness.ask(robots.list, {})).stocks
const asked = async (change: Partial<InputOf<typeof robots.rent>> = {}): Promise<InputOf<typeof robots.rent>> => {
  const [first] = await stocks()
  return { robotId: 'dca', hash: catalogue.dca.hash, stockCodes: [first?.stockCode ?? ''], capital: '1000', ...change }
}
const rent = async (customer: Customer, change: Partial<InputOf<typeof robots.rent>> = {}) =>
  harness.call(robots.rent, await asked(change), customer.token)
const rental = async (customer: Customer, id: string) => (await harness.ask(robots.orders, { id }, customer.token)).list[0]
const follow = (customer: Customer) => harness.ask(wallets.one, { walletType: 'FOLLOW' }, customer.token)
const stock = (customer: Customer) => harness.ask(wallets.one, { walletType: 'STOCK' }, customer.token)

describe('robots', () => {
  it('are published with text, parameters and hash, and with an example', async () => {
    const list = await harness.ask(robots.list, {})
    expect(list).toMatchObject({ offered: 1, rent: '9.90', termDays: 30, minCapital: '100.00', maxCapital: '10000.00' })
    expect(list.robots.map(({ id, hash }) => [id, hash])).toEqual(Object.values(catalogue).map(({ id, hash }) => [id, hash]))
    const [first] = list.stocks
    const { stocks: bars } = await harness.ask(robots.backtest, { stockCodes: first?.stockCode ?? '' })
    expect(bars[0]?.bars.at(-1)?.date).toBe('2026-11-18')
    // This market is young: its example is shorter than a year, and one rent is subtracted from it.
    const example = list.robots[0]?.example
    expect(example).toMatchObject({ toDate: '2026-11-18', capital: '1000.00', rents: '9.90' })
    expect(Number(example?.resultBeforeRent) - Number(example?.result)).toBeCloseTo(0.99, 5)
    expect(await harness.call(robots.backtest, { stockCodes: 'NOPE' })).toMatchObject({ code: 3000 })
    expect(await harness.call(robots.backtest, { stockCodes: 'TEST,TEST' })).toMatchObject({ code: 1000 })
  })

  it('are refused in the ways there are', async () => {
    const ana = await newCustomer()
    expect(await rent(ana, { capital: '99.99' })).toMatchObject({ code: 5050 })
    expect(await rent(ana, { capital: '10000.01' })).toMatchObject({ code: 5050 })
    expect(await rent(ana, { hash: '0'.repeat(64) })).toMatchObject({ code: 5053 })
    expect(await rent(ana, { stockCodes: ['NOPE'] })).toMatchObject({ code: 3000 })
    expect(await rent(ana, { maxDailyLossPct: '0.5' })).toMatchObject({ code: 1000 })
    await rent(ana, { capital: '10000' })
    expect(await rent(ana, { capital: '9999.99' })).toMatchObject({ code: 3009 })
    const bea = await newCustomer()
    const { list } = await harness.ask(robots.orders, {}, ana.token)
    const id = list[0]?.id ?? ''
    expect(await harness.call(robots.stop, { id }, bea.token)).toMatchObject({ code: 1002 })
    expect(await harness.call(robots.record, { id }, bea.token)).toMatchObject({ code: 1002 })
    expect((await harness.ask(robots.orders, { id }, bea.token)).total).toBe(0)
    expect(await harness.call(robots.resume, { id }, ana.token)).toMatchObject({ code: 5054 })
    await harness.ask(robots.stop, { id }, ana.token)
    expect(await follow(ana)).toMatchObject({ balance: '19990.10' })
  })

  it('count in the result of the day and in the costs of the year with their rent, and in what a permission looks at with their capital', async () => {
    const customer = await newCustomer()
    const before = await harness.ask(wallets.overview, {}, customer.token)
    expect(before.todayProfit).toBe('0.00')
    await rent(customer)
    const after = await harness.ask(wallets.overview, {}, customer.token)
    expect(Number(after.totalAssets)).toBeCloseTo(Number(before.totalAssets) - 9.9, 2)
    expect(after.todayProfit).toBe('-9.90')
    // The year's costs have the rent too.
    const [year] = (await harness.ask(statements.months, {}, customer.token)).years
    expect(year).toEqual({ year: '2026', fees: [{ kind: 'ROBOT_RENT', currency: 'USD', amount: '9.90' }] })
    const { requirements } = await harness.ask(permissions.mine, {}, customer.token)
    expect(requirements).toMatchObject({ assets: after.totalAssets })
  })

  it('trade from their own money the day after the close, and give back what is left when they are stopped', async () => {
    const customer = await newCustomer()
    const before = await stock(customer)
    const { data } = await rent(customer)
    if (data === null) throw new Error('not rented')
    expect(data).toMatchObject({ status: 1, capital: '1000.00', value: '1000.00', rent: '9.90' })
    expect(await follow(customer)).toMatchObject({ balance: '18990.10', usedBalance: '0.00' })
    await harness.pass(60_000)
    expect((await harness.ask(robots.trades, {}, customer.token)).total).toBe(0)

    await harness.passTo('2026-11-20T14:31:00Z')
    const trades = await harness.ask(robots.trades, { id: data.id }, customer.token)
    expect(trades.list.map(({ order }) => [order.direction, order.status, order.rentalId])).toEqual([[0, 1, data.id]])
    expect(await stock(customer)).toMatchObject({ balance: before.balance, available: before.available })
    const held = (await harness.ask(positions.holding, {}, customer.token)).list[0]
    expect(held?.availableQuantity).toBe('0')
    expect(held?.lockedQuantity).toBe(held?.quantity)
    const now = await rental(customer, data.id)
    expect(now?.slots[0]).toMatchObject({ actedOn: '2026-11-19', target: '8.33' })
    expect(Number(now?.slots[0]?.cash)).toBeCloseTo(1000 - 1000 / 12, -1)

    // The shares are the robot's until it ends: its customer cannot sell them.
    const sale = { stockCode: held?.stockCode ?? '', market: 'US', direction: 1, orderType: 0, quantity: held?.quantity ?? '' } as const
    expect(await harness.call(orders.create, sale, customer.token)).toMatchObject({ code: 3011 })

    // Once a day, also with many looks and after a restart.
    await harness.pass(60_000)
    await harness.stop()
    harness = await open(Date.parse('2026-11-20T14:40:00Z'))
    await harness.pass(20_000)
    expect((await harness.ask(robots.trades, { id: data.id }, customer.token)).total).toBe(1)

    const { data: stopped } = await harness.call(robots.stop, { id: data.id }, customer.token)
    expect(stopped).toMatchObject({ status: 5 })
    await harness.pass(20_000)
    expect((await harness.ask(robots.trades, { id: data.id }, customer.token)).total).toBe(2)
    // The proceeds settle first.
    expect(await rental(customer, data.id)).toMatchObject({ status: 5, settlesOn: '2026-11-23' })
    await harness.passTo('2026-11-24T02:00:00Z')
    const over = await rental(customer, data.id)
    expect(over).toMatchObject({ status: 3, expired: 0 })
    expect(await follow(customer)).toMatchObject({ balance: (18_990.1 + Number(over?.value)).toFixed(2) })
    expect(await stock(customer)).toMatchObject({ balance: before.balance, available: before.available })
    expect(await harness.call(robots.stop, { id: data.id }, customer.token)).toMatchObject({ code: 5054 })
    const { values } = await harness.ask(robots.record, { id: data.id }, customer.token)
    expect(values.map(({ date }) => date)).toContain('2026-11-19')
  })

  it('hand their shares over where their customer says so', async () => {
    const customer = await newCustomer()
    const { data } = await rent(customer, { robotId: 'grid', hash: catalogue.grid.hash })
    if (data === null) throw new Error('not rented')
    await harness.passTo('2026-11-25T14:31:00Z')
    const held = (await harness.ask(positions.holding, {}, customer.token)).list[0]
    expect(held?.lockedQuantity).toBe(held?.quantity)
    await sellOwnByTheLotOf(customer, held)
    const { data: stopped } = await harness.call(robots.stop, { id: data.id, handsOver: 1 }, customer.token)
    expect(stopped).toMatchObject({ status: 3 })
    const freed = (await harness.ask(positions.holding, {}, customer.token)).list[0]
    expect(freed).toMatchObject({ quantity: held?.quantity, lockedQuantity: '0', availableQuantity: held?.quantity })
  })
})

type Held = Awaited<ReturnType<typeof holding>>
const holding = async (customer: Customer) => (await harness.ask(positions.holding, {}, customer.token)).list[0]

/** Lots are the position's and not the robot's: a sale of one's own may count a robot's purchase as sold, and the robot keeps as many shares. */
async function sellOwnByTheLotOf(customer: Customer, before: Held): Promise<void> {
  const trade = { stockCode: before?.stockCode ?? '', market: 'US', orderType: 0, quantity: '1' } as const
  await harness.ask(orders.create, { ...trade, direction: 0 }, customer.token)
  await harness.pass(2_000)
  const full = await harness.ask(positions.lots, { id: before?.id ?? '' }, customer.token)
  const [ofRobot, own] = [full.lots[0]?.lotId ?? 0, full.lots.at(-1)?.lotId ?? 0]
  expect(own).not.toBe(ofRobot)
  await harness.ask(orders.create, { ...trade, direction: 1, lots: [ofRobot] }, customer.token)
  await harness.pass(2_000)
  expect(await holding(customer)).toMatchObject({ quantity: before?.quantity, lockedQuantity: before?.quantity, availableQuantity: '0' })
  const { disposals } = await harness.ask(positions.lots, { id: before?.id ?? '' }, customer.token)
  expect(disposals).toMatchObject([{ lotId: ofRobot, quantity: '1' }])
}
