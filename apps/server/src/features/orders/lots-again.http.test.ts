import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'

let harness: Harness
let customer: Customer
beforeEach(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
  await harness.ask(orders.create, { stockCode: 'TEST', orderType: 0, quantity: '10', direction: 0 }, customer.token)
  await harness.pass(250)
})
afterEach(() => harness.stop())

it('a sale of chosen lots that is sent again gets its first answer, though the lots are gone', async () => {
  const [position] = (await harness.ask(positions.holding, {}, customer.token)).list
  const { lots } = await harness.ask(positions.lots, { id: position?.id ?? '' }, customer.token)
  const sale = { stockCode: 'TEST', orderType: 0, quantity: '10', direction: 1, lots: lots.map(({ lotId }) => lotId) } as const
  const sell = () => harness.call(orders.create, sale, customer.token, { 'idempotency-key': 'sale' })
  const first = await sell()
  expect(first.code).toBe(200)
  await harness.pass(250)
  expect((await harness.ask(positions.holding, {}, customer.token)).list).toEqual([])
  const again = await sell()
  expect([again.code, again.data]).toEqual([200, first.data])
})
