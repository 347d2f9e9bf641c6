import { setTimeout as sleep } from 'node:timers/promises'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Bus, NoAnswer } from './bus/bus.ts'
import { carryingLarge } from './bus/large.ts'
import { createMemoryBus } from './bus/memory-bus.ts'
import { unpacked } from './bus/parcel.ts'
import { allFeatures } from './features/all.ts'
import { withOrdersPulled } from './features/orders/resubmit.ts'
import type { CommandsRequest } from './roles/accounts-messages.ts'
import { serveFronts } from './serve-fronts.ts'
import { type TestFront, startTestFront } from './testing/front.ts'
import { type Customer, type Harness, startHarness } from './testing/harness.ts'
import { expectSoundBooks } from './testing/sound-books.ts'

/**
 * One order that two processes change at the same moment, the core and the one that writes its account, neither of which waits for the other's turns: in
 * the end the market has it as the ledger does.
 */
const RANGES = 2
const A_MOMENT_MS = 200
const PATIENCE = { timeout: 20_000 } as const
let core: Harness
let bus: Bus
let fronts: readonly [TestFront, TestFront]
let customer: Customer
let answersToLose = 0
let stopServing: () => void

beforeEach(async () => {
  const whole = carryingLarge(createMemoryBus(() => [0]))
  bus = {
    ...whole,
    request: async (subject, body, patienceMs) => {
      const answer = await whole.request(subject, body, patienceMs)
      const isReconciling = subject.endsWith('.commands') && unpacked<CommandsRequest>(body).kind === 'orders.reconcile'
      if (answersToLose === 0 || !isReconciling) return answer
      answersToLose -= 1
      await sleep(patienceMs)
      throw new NoAnswer('the answer is lost')
    },
  }
  core = await startHarness({ bus, ranges: RANGES })
  core.market.volatility = 0
  customer = await core.newCustomer()
  stopServing = serveFronts({ bus, app: core.app, routes: allFeatures(core.app).flat(), isLeading: () => true })
  fronts = [await startTestFront(core, bus), await startTestFront(core, bus)]
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const front of fronts) await front.close()
  stopServing()
  await expectSoundBooks(core.app.pool)
  await core.stop()
  await bus.close()
})

const BUY = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, quantity: '10', tif: 1 } as const
const row = async (orderId: string) => (await core.ask(orders.list, { orderId }, customer.token)).list[0]
async function trade(price: string): Promise<void> {
  core.market.print(core.app.clock.now() + 100, 'sell', price, 1_000)
  await core.pass(10_000)
}

it('an exit that its customer cancels while a close that was refused puts it back trades no more', PATIENCE, async () => {
  const bracket = { ...BUY, price: '182.37', takeProfit: '200.00', stopLoss: '170.00' } as const
  const parentId = (await fronts[0].ask(orders.create, bracket, customer.token)).orderId
  await core.pass(500)
  const { list } = await core.ask(orders.list, {}, customer.token)
  const profit = list.find((order) => order.parentId === parentId && order.orderType === 1)?.id ?? ''
  const [position] = (await core.ask(positions.holding, {}, customer.token)).list
  answersToLose = 2
  const closing = fronts[0].call(positions.close, { id: position?.id ?? '', orderType: 0, quantity: '11' }, customer.token)
  await expect.poll(() => answersToLose).toBe(0)
  expect(await fronts[1].call(orders.cancel, { orderId: profit }, customer.token)).toMatchObject({ data: { subStatus: 'CANCELLED' } })
  expect((await closing).code).not.toBe(200)
  await sleep(A_MOMENT_MS)
  await trade('201.00')
  expect(await row(profit)).toMatchObject({ subStatus: 'CANCELLED', filledQuantity: '0' })
  // What the market would have executed of it could not have been booked.
  expect(core.problems).toEqual([])
})

it('an order that its customer makes smaller while the core has pulled it is that small in the market', PATIENCE, async () => {
  const { orderId } = await fronts[0].ask(orders.create, { ...BUY, price: '100.00' }, customer.token)
  const writer = core.processes?.running[rangeOfAccount(customer.accountId, RANGES)]
  if (writer === undefined) throw new Error('no process writes the account')
  const reduce = writer.app.venue.reduce.bind(writer.app.venue)
  let pulling: Promise<unknown> = Promise.resolve()
  vi.spyOn(writer.app.venue, 'reduce').mockImplementation(async (asked, by) => {
    await reduce(asked, by)
    // In the middle of the amendment the core pulls the order for something that it then refuses.
    pulling = withOrdersPulled(core.app, customer.accountId, [orderId], () => Promise.resolve('refused'))
    await sleep(A_MOMENT_MS)
  })
  expect(await fronts[0].call(orders.amend, { orderId, quantity: '6' }, customer.token)).toMatchObject({ code: 200 })
  await pulling
  await trade('99.00')
  expect(await row(orderId)).toMatchObject({ status: 1, filledQuantity: '6' })
})
