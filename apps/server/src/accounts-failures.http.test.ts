import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bus } from './bus/bus.ts'
import { carryingLarge } from './bus/large.ts'
import { type Fate, createMemoryBus } from './bus/memory-bus.ts'
import { allFeatures } from './features/all.ts'
import { endOrdersOfFrozen } from './features/orders/end-all.ts'
import { subjects } from './roles/subjects.ts'
import { serveFronts } from './serve-fronts.ts'
import { fundWallet } from './testing/books.ts'
import { startTestFront } from './testing/front.ts'
import { type Customer, type Harness, startHarness } from './testing/harness.ts'
import { expectSoundBooks } from './testing/sound-books.ts'

/** What must not follow from a lost message, a process that is replaced, or one that is stopped, in the midst of an act. */
const AT_ONCE: Fate = () => [0]
const RANGES = 2
const A_MOMENT_MS = 700
const PATIENCE = { timeout: 20_000 } as const
let core: Harness
let bus: Bus
let fate: Fate
let customer: Customer
const closers: (() => unknown)[] = []

beforeEach(async () => {
  fate = AT_ONCE
  bus = carryingLarge(createMemoryBus((subject) => fate(subject)))
  core = await startHarness({ bus, ranges: RANGES })
  customer = await core.newCustomer()
})
afterEach(async () => {
  fate = AT_ONCE
  for (const close of closers.splice(0).toReversed()) await close()
  // Batches that were refused and messages that were lost are what these tests bring about.
  core.problems.length = 0
  await core.stop()
  await bus.close()
})

const losing = (subject: string): void => {
  fate = (each) => (each === subject ? [] : [0])
}
const limit = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, quantity: '1', price: '100.00', tif: 1 } as const
const rangeOf = ({ accountId }: Customer): number => rangeOfAccount(accountId, RANGES)
const statuses = async ({ token }: Customer) => (await core.ask(orders.list, {}, token)).list.map(({ subStatus }) => subStatus)
const held = async ({ token }: Customer) => (await core.ask(positions.holding, {}, token)).list.map(({ quantity }) => quantity)
/** The market comes down to the limit. */
async function tradeThrough(): Promise<void> {
  core.market.print(core.app.clock.now() + 5_000, 'sell', '99.00', 1_000)
  await core.pass(10_000)
}
/** The order stands in the market, and is executed there. */
async function expectTraded(): Promise<void> {
  await expect
    .poll(async () => {
      await tradeThrough()
      return held(customer)
    }, PATIENCE)
    .toEqual(['1'])
}
async function openFront() {
  closers.push(serveFronts({ bus, app: core.app, routes: allFeatures(core.app).flat(), isLeading: () => true }))
  const front = await startTestFront(core, bus)
  closers.push(() => front.close())
  return front
}

describe('an order', () => {
  it('that the core ends while its submission is on its way trades with nobody afterwards', async () => {
    const other = await core.newCustomer()
    for (const { accountId } of [customer, other]) await fundWallet(core.writePath, accountId, 'AR', 4_000_000_00n)
    core.market.otherPrices['AR:LPAM'] = ['7430', '7450']
    await core.pass(1_000)
    const share = { stockCode: 'LPAM', market: 'AR', quantity: '10', tif: 1 } as const
    await core.ask(orders.create, { ...share, direction: 0, orderType: 0, tif: 0 }, other.token)
    losing(subjects.accountsMessages)
    const placing = core.call(orders.create, { ...share, direction: 0, orderType: 1, price: '7440.00' }, customer.token)
    await expect.poll(() => statuses(customer)).toEqual(['WORKING'])
    await core.app.pool.query('update account_states set frozen_at = $2, version = version + 1 where account_id = $1', [
      customer.accountId,
      core.app.clock.now() + 1,
    ])
    const ending = endOrdersOfFrozen(core.app, customer.accountId)
    await sleep(A_MOMENT_MS)
    fate = AT_ONCE
    await Promise.all([ending, placing])
    await core.ask(orders.create, { ...share, direction: 1, orderType: 1, price: '7440.00' }, other.token)
    await core.pass(2_000)
    expect(await held(other)).toEqual(['10'])
    await expectSoundBooks(core.app.pool)
  })

  it('whose cancel nobody hears the outcome of stands in the market again', PATIENCE, async () => {
    const front = await openFront()
    const { orderId } = await front.ask(orders.create, limit, customer.token)
    losing(subjects.accountsOutcome)
    // The front gives up before the process that writes the account does.
    expect(await front.call(orders.cancel, { orderId }, customer.token)).toMatchObject({ code: codeOf('outcome.unknown') })
    await sleep(OUTCOME_MS)
    fate = AT_ONCE
    expect(await statuses(customer)).toEqual(['WORKING'])
    await expectTraded()
  })

  it('that a process has pulled as it is stopped stands in the market again under the next one', async () => {
    const front = await openFront()
    const { orderId } = await front.ask(orders.create, limit, customer.token)
    losing(subjects.accountsOutcome)
    void front.call(orders.cancel, { orderId }, customer.token)
    await sleep(A_MOMENT_MS)
    await core.processes?.running[rangeOf(customer)]?.stop()
    fate = AT_ONCE
    await core.processes?.replace(rangeOf(customer))
    await expect.poll(() => statuses(customer)).toEqual(['WORKING'])
    await expectTraded()
  })
})

describe('a command', () => {
  it('without a key is not sent to the next process, which would do it again', PATIENCE, async () => {
    const moved = { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: '1.00' } as const
    let sent = 0
    const subject = subjects.commandsOf(rangeOf(customer))
    fate = (each) => {
      if (each !== subject) return [0]
      sent += 1
      // The question arrives and its answer is lost, with every later message.
      return sent === 1 ? [0] : []
    }
    const moving = core.call(transfers.create, moved, customer.token)
    await expect.poll(async () => (await core.app.pool.query('select from transfers')).rowCount).toBe(1)
    await core.processes?.replace(rangeOf(customer))
    fate = AT_ONCE
    expect(await moving).toMatchObject({ code: codeOf('outcome.unknown') })
    expect((await core.app.pool.query('select from transfers')).rowCount).toBe(1)
  })
})

describe('what staff decide', () => {
  it('holds for the next order that a front sends to the process of its account', async () => {
    const front = await openFront()
    await front.ask(orders.create, { ...limit, price: '99.00' }, customer.token)
    await core.app.halts.change(async (begin) => {
      const halt = await begin({ stopId: core.app.ids.next(), kind: 'halt', scope: 'all', target: null, from: core.app.clock.now() })
      await core.app.pool.query(HALT, [halt.stopId, halt.from])
    })
    expect(await front.call(orders.create, limit, customer.token)).toMatchObject({ code: codeOf('instrument.halted') })
  })
})

/** As long as the process of an account waits for the outcome of a change. */
const OUTCOME_MS = 10_500
const HALT = "insert into trading_stops (stop_id, kind, scope, target, from_at) values ($1, 'halt', 'all', null, $2)"
