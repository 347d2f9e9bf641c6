import { INSTRUMENT } from '@rueda/exchange/testing/still-market.ts'
import type { VenueEvent } from '@rueda/exchange/venue.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { OPEN_MARKET } from '@rueda/rules/testing/us.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { becomeOwner } from '../../db/app-role.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { bookVenueEvents } from './venue-events.ts'

/** Every event from the venue is booked, or its order is ended: nothing is left half known. */
let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const RESTING = { stockCode: INSTRUMENT.code, market: 'US', direction: 0, orderType: 1, price: '150.00', quantity: '10' } as const

const execution = (orderId: string, accountId: string, change: Partial<Extract<VenueEvent, { kind: 'execution' }>>): VenueEvent => ({
  kind: 'execution',
  orderId,
  accountId,
  instrumentId: INSTRUMENT.id,
  side: 'buy',
  quantity: scaled('10'),
  price: scaled('150.00'),
  resting: true,
  match: null,
  market: OPEN_MARKET,
  tradeDate: '2026-11-18',
  sequence: 1,
  at: harness.app.clock.now(),
  ...change,
})

async function asOwner(statement: string): Promise<void> {
  const client = await harness.app.pool.connect()
  await becomeOwner(client)
  await client.query(statement)
  client.release(true)
}

it('ends an order whose execution breaks a rule, gives the hold back, and books the others all the same', async () => {
  const [wronged, other] = [await harness.newCustomer(), await harness.newCustomer()]
  const bad = await harness.ask(orders.create, RESTING, wronged.token)
  const good = await harness.ask(orders.create, RESTING, other.token)
  await bookVenueEvents(
    harness.app,
    1_000,
  )([execution(bad.orderId, wronged.accountId, { price: scaled('150.01') }), execution(good.orderId, other.accountId, { sequence: 2 })])
  expect(await harness.ask(wallets.one, { walletType: 'STOCK' }, wronged.token)).toMatchObject({ balance: '50000.00', usedBalance: '0.00' })
  expect((await harness.ask(orders.list, { orderId: bad.orderId }, wronged.token)).list[0]).toMatchObject({
    status: 2,
    subStatus: 'SYSTEM',
  })
  expect((await harness.ask(positions.holding, {}, other.token)).list[0]).toMatchObject({ quantity: '10' })
  expect(harness.problems.splice(0)).toHaveLength(1)
})

it('gives up an event that breaks the booking itself, instead of trying for ever', async () => {
  const customer = await harness.newCustomer()
  const { orderId } = await harness.ask(orders.create, RESTING, customer.token)
  await bookVenueEvents(harness.app, 1_000)([execution(orderId, customer.accountId, { instrumentId: 'US:NOWHERE', sequence: 3 })])
  expect((await harness.ask(orders.list, { orderId }, customer.token)).list[0]).toMatchObject({ status: 2, holdAmount: '0.00' })
  expect(harness.problems.splice(0).length).toBeGreaterThan(0)
})

it('gives up an event that the database refuses, ends its order, and books everybody else', async () => {
  const [wronged, other] = [await harness.newCustomer(), await harness.newCustomer()]
  const bad = await harness.ask(orders.create, RESTING, wronged.token)
  const good = await harness.ask(orders.create, RESTING, other.token)
  // A database rule that the events of this one order break, and no other.
  await asOwner(`alter table fills add constraint planted check (order_id <> '${bad.orderId}')`)
  await bookVenueEvents(
    harness.app,
    1_000,
  )([
    execution(bad.orderId, wronged.accountId, { quantity: scaled('4'), sequence: 10 }),
    execution(bad.orderId, wronged.accountId, { quantity: scaled('6'), sequence: 11 }),
    execution(good.orderId, other.accountId, { sequence: 12 }),
  ])
  expect((await harness.ask(orders.list, { orderId: bad.orderId }, wronged.token)).list[0]).toMatchObject({
    status: 2,
    subStatus: 'SYSTEM',
  })
  expect(await harness.ask(wallets.one, { walletType: 'STOCK' }, wronged.token)).toMatchObject({ balance: '50000.00', usedBalance: '0.00' })
  expect((await harness.ask(positions.holding, {}, other.token)).list[0]).toMatchObject({ quantity: '10' })
  expect(harness.problems.splice(0).join()).toContain('a venue event cannot be booked; its order is ended')
  const kept = await harness.app.pool.query<{ reason: string }>('select reason from given_up_events where order_id = $1', [bad.orderId])
  expect(kept.rows[0]?.reason).toContain('planted')
})

it('books five hundred fills of one customer in a few transactions, in their order', async () => {
  const customer = await harness.newCustomer()
  const quantity = 500
  const { orderId } = await harness.ask(orders.create, { ...RESTING, price: '90.00', quantity: String(quantity) }, customer.token)
  let commits = 0
  harness.writePath.onCommitted(() => {
    commits += 1
  })
  const fills = Array.from({ length: quantity }, (_, index) =>
    execution(orderId, customer.accountId, { quantity: scaled('1'), price: scaled('90.00'), sequence: 100 + index }),
  )
  await bookVenueEvents(harness.app, 1_000)(fills)
  expect((await harness.ask(orders.list, { orderId }, customer.token)).list[0]).toMatchObject({ filledQuantity: '500' })
  const { rows } = await harness.app.pool.query('select sequence from fills where order_id = $1 order by sequence', [orderId])
  expect(rows).toHaveLength(quantity)
  expect(commits).toBeLessThan(5)
})
