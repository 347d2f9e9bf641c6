import { orders } from '@rueda/contract/orders.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { VenueUnavailable } from '../../venue/venue-thread.ts'
import { NoAnswer } from '../../bus/bus.ts'
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
/** Trades through the order's price, and expects all of it to be executed. */
async function expectExecuted(orderId: string, { at, quantity }: Readonly<{ at: string; quantity: string }>): Promise<void> {
  harness.market.print(harness.app.clock.now() + 100, 'sell', at, 1_000)
  await harness.pass(250)
  expect((await harness.ask(orders.list, { orderId }, customer.token)).list).toMatchObject([{ status: FILLED, filledQuantity: quantity }])
}

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
  for (const orderId of [first, second]) await expectExecuted(orderId, { at: '1.80', quantity: '10' })
})

it('they come back where the market does not say behind it which life it is in, and what was done is answered', async () => {
  const [first, second] = [await rest('1.98'), await rest('1.97')]
  const act = vi.fn<() => Promise<string>>().mockImplementation(() => {
    vi.spyOn(harness.app.venue, 'life').mockRejectedValue(new NoAnswer('the core is not heard'))
    return Promise.resolve('done')
  })
  expect(await withOrdersPulled(harness.app, customer.accountId, [first, second], act)).toBe('done')
  vi.restoreAllMocks()
  for (const orderId of [first, second]) await expectExecuted(orderId, { at: '1.80', quantity: '10' })
})

it('two that end one position are whole again where the market is lost between them as they are made smaller', async () => {
  const buying = { ...RESTING, price: '182.37', takeProfit: '200.00', stopLoss: '170.00' } as const
  const parentId = (await harness.ask(orders.create, buying, customer.token)).orderId
  await harness.pass(250)
  const { list } = await harness.ask(orders.list, {}, customer.token)
  const profit = list.find((order) => order.parentId === parentId && order.orderType === 1)?.id ?? ''
  const reduce = harness.app.venue.reduce.bind(harness.app.venue)
  vi.spyOn(harness.app.venue, 'reduce').mockImplementation((asked, by) =>
    asked.orderId === profit ? reduce(asked, by) : Promise.reject(new VenueUnavailable('the market is away')),
  )
  const amended = await harness.call(orders.amend, { orderId: profit, quantity: '6' }, customer.token)
  expect(amended).toMatchObject({ code: codeOf('maintenance') })
  vi.restoreAllMocks()
  expect(harness.problems.splice(0)).toHaveLength(1)
  await expectExecuted(profit, { at: '200.01', quantity: '10' })
})
