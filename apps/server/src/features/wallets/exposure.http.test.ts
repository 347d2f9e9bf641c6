import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fundWallet } from '../../testing/books.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { exposureLeftOf } from './exposure.ts'

/** What may be held on margin in all (rule book D.7). The practice money and 400 000 in FOREX; EURUSD asks 1.08450. */
let house: Harness
let customer: Customer
beforeAll(async () => {
  house = await startHarness()
  house.market.volatility = 0
  customer = await house.newCustomer()
  await fundWallet(house.app.writePath, customer.accountId, 'FOREX', 40_000_000n)
})
afterAll(() => house.stop())

const left = () => exposureLeftOf(house.app, customer.accountId)
const LOTS = { market: 'FX', direction: 0, orderType: 1, price: '1.08450', leverage: 30 } as const
const order = (quantity: string) => ({ ...LOTS, goldCode: 'EURUSD', quantity })

it('everything that is held and ordered on margin is worth twenty times what a customer owns at most', async () => {
  expect(await left()).toBe(1_000_000_000n)
  await house.ask(orders.createMargin, order('50'), customer.token)
  await house.pass(250)
  // 5 422 500.00 less, whether held or still ordered, and twenty times the spread that what is held has cost.
  const now = await left()
  expect(now).toBeLessThanOrEqual(1_000_000_000n - 542_250_000n)
  expect(now).toBeGreaterThan(1_000_000_000n - 543_000_000n)

  const worthOfStep = 108_450n
  const hundredths = now / worthOfStep
  const full = (Number(hundredths) / 100).toString()
  expect(await house.ask(positions.sizes, { ...LOTS, stockCode: 'EURUSD' }, customer.token)).toMatchObject({ full })
  const tooMany = order((Number(hundredths + 1n) / 100).toFixed(2))
  const refused = { code: 3015, data: { limit: (Number(now) / 100).toFixed(2) } }
  expect(await house.call(orders.createMargin, tooMany, customer.token)).toMatchObject(refused)
  const { goldCode: stockCode, ...asked } = tooMany
  expect(await house.call(orders.preview, { ...asked, stockCode }, customer.token)).toMatchObject(refused)
  expect(await house.call(orders.createMargin, order(full), customer.token)).toMatchObject({ code: 200 })
})

it('closing is never refused for it', async () => {
  await house.pass(250)
  expect(await left()).toBeLessThan(108_450n)
  const [held] = (await house.ask(positions.holding, { source: 2 }, customer.token)).list
  expect(await house.call(positions.close, { id: held?.id ?? '' }, customer.token)).toMatchObject({ code: 200 })
})
