import { orders } from '@rueda/contract/orders.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { VenueUnavailable } from '../../venue/venue-thread.ts'
import { withOrdersPulled } from './resubmit.ts'

/** Several orders are pulled from the market before something is decided about them; whatever fails on the way, what stays open trades on. */
let harness: Harness
let customer: Customer

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  customer = await harness.newCustomer()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const RESTING = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, quantity: '10', tif: 1 } as const
const rest = async (price: string) => (await harness.ask(orders.create, { ...RESTING, price }, customer.token)).orderId
const statusOf = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]?.status
const [OPEN, FILLED] = [0, 1]

it('the ones that had been pulled come back where the market is lost before the last', async () => {
  const [first, second] = [await rest('2.00'), await rest('1.99')]
  const cancel = harness.app.venue.cancel.bind(harness.app.venue)
  vi.spyOn(harness.app.venue, 'cancel').mockImplementation((asked) =>
    asked.orderId === second ? Promise.reject(new VenueUnavailable('the market is away')) : cancel(asked),
  )
  const act = vi.fn<() => Promise<void>>()
  await expect(withOrdersPulled(harness.app, customer.accountId, [first, second], act)).rejects.toThrow(VenueUnavailable)
  expect(act).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  expect([await statusOf(first), await statusOf(second)]).toEqual([OPEN, OPEN])
  harness.market.print(harness.app.clock.now() + 100, 'sell', '1.80', 1_000)
  await harness.pass(250)
  expect([await statusOf(first), await statusOf(second)]).toEqual([FILLED, FILLED])
})
