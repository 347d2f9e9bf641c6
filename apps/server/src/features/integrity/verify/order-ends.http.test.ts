import { orders } from '@rueda/contract/orders.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../../testing/harness.ts'
import { findingsAfter } from '../../../testing/tamper.ts'

/** One order that was cancelled and one that is open: what is planted in what happened to them is found. */
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  const { token } = await harness.newCustomer()
  const resting = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, quantity: '10', tif: 1 } as const
  const { orderId } = await harness.ask(orders.create, { ...resting, price: '2.00' }, token)
  await harness.ask(orders.cancel, { orderId }, token)
  await harness.ask(orders.create, { ...resting, price: '1.99' }, token)
})
afterAll(() => harness.stop())

const planted = (sql: string): Promise<string[]> =>
  findingsAfter(harness.app.pool, null, async (client) => {
    await client.query('alter table order_events disable trigger all')
    const { rowCount } = await client.query(sql)
    if (rowCount === 0) throw new Error('this changed nothing')
  })
const copied = (changes: string): string =>
  `insert into order_events select (jsonb_populate_record(e, jsonb_build_object('id', id + 1000${changes}))).* from order_events e where kind = 'ended'`

it.each([
  ['an end that is told twice', copied('')],
  ['an end of an order that is open', copied(`, 'order_id', (select id from orders where status not in ('cancelled', 'expired'))`)],
  ['an order that has ended without a word', `delete from order_events where kind = 'ended'`],
  ['an order that is open again', `update orders set status = 'working' where status = 'cancelled'`],
])('finds %s', async (_, sql) => {
  expect(await planted(sql)).toContain('INV-19')
})
