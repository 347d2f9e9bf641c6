import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fundWallet } from '../../testing/books.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { exposureLeftOf } from './exposure.ts'

/** Limits of all positions on margin together (rule book D.7). The practice money and 400 000 in FOREX; EURUSD asks 1.08450. */
let harness: Harness
let customer: Customer
beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  customer = await harness.newCustomer()
  await fundWallet(harness.writePath, customer.accountId, 'FOREX', 40_000_000n)
})
afterAll(() => harness.stop())

const left = () => exposureLeftOf(harness.app, customer.accountId)
const LOTS = { market: 'FX', direction: 0, orderType: 1, price: '1.08450', leverage: 30 } as const
const order = (quantity: string) => ({ ...LOTS, goldCode: 'EURUSD', quantity })

it('everything that is held and ordered on margin is worth twenty times what a customer owns at most', async () => {
  expect(await left()).toBe(1_000_000_000n)
  await harness.ask(orders.createMargin, order('50'), customer.token)
  await harness.pass(250)
  // 5 422 500.00 less, whether held or still ordered, and twenty times the spread that what is held has cost.
  const now = await left()
  expect(now).toBeLessThanOrEqual(1_000_000_000n - 542_250_000n)
  expect(now).toBeGreaterThan(1_000_000_000n - 543_000_000n)

  const worthOfStep = 108_450n
  const hundredths = now / worthOfStep
  const full = (Number(hundredths) / 100).toString()
  expect(await harness.ask(positions.sizes, { ...LOTS, stockCode: 'EURUSD' }, customer.token)).toMatchObject({
    full,
    limitedBy: 'exposure',
  })
  const tooMany = order((Number(hundredths + 1n) / 100).toFixed(2))
  const refused = { code: 3015, data: { limit: (Number(now) / 100).toFixed(2) } }
  expect(await harness.call(orders.createMargin, tooMany, customer.token)).toMatchObject(refused)
  const { goldCode: stockCode, ...asked } = tooMany
  expect(await harness.call(orders.preview, { ...asked, stockCode }, customer.token)).toMatchObject(refused)
  expect(await harness.call(orders.createMargin, order(full), customer.token)).toMatchObject({ code: 200 })
})

it('closing is never refused for it', async () => {
  await harness.pass(250)
  expect(await left()).toBeLessThan(108_450n)
  const [held] = (await harness.ask(positions.holding, { source: 2 }, customer.token)).list
  expect(await harness.call(positions.close, { id: held?.id ?? '' }, customer.token)).toMatchObject({ code: 200 })
})

describe('two at the same moment', () => {
  /** 500 000 in all take on ten millions; a lot at 1.00000 is 100 000. */
  const resting = (quantity: string) => ({ ...LOTS, goldCode: 'EURUSD', price: '1.00000', quantity })
  const codesOf = (answers: readonly Readonly<{ code: number }>[]): number[] => answers.map(({ code }) => code).toSorted((a, b) => a - b)
  let other: Customer
  beforeEach(async () => {
    other = await harness.newCustomer()
    await fundWallet(harness.writePath, other.accountId, 'FOREX', 40_000_000n)
  })

  it('orders that fit one by one and not together: exactly one is taken', async () => {
    await harness.ask(orders.createMargin, resting('30'), other.token)
    const both = await Promise.all(['40', '41'].map((quantity) => harness.call(orders.createMargin, resting(quantity), other.token)))
    expect(codesOf(both)).toEqual([200, 3015])
    expect([300_000_000n, 290_000_000n]).toContain(await exposureLeftOf(harness.app, other.accountId))
  })

  it('amendments likewise', async () => {
    const place = (quantity: string) => harness.ask(orders.createMargin, resting(quantity), other.token)
    const placed = [await place('40'), await place('39'), await place('10')].slice(0, 2)
    await harness.pass(250)
    const grow = ({ orderId }: { orderId: string }) => harness.call(orders.amend, { orderId, quantity: '50' }, other.token)
    expect(codesOf(await Promise.all(placed.map(grow)))).toEqual([200, 3015])
    expect([10_000_000n, 0n]).toContain(await exposureLeftOf(harness.app, other.accountId))
  })
})
