import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bus } from './bus/bus.ts'
import { carryingLarge } from './bus/large.ts'
import { type Fate, createMemoryBus } from './bus/memory-bus.ts'
import { type Customer, type Harness, startHarness } from './testing/harness.ts'
import { fundWallet } from './testing/books.ts'
import { expectSoundBooks } from './testing/sound-books.ts'

/** A core beside two processes that write the accounts, over a bus that loses, delays and repeats what it is told to. */
const AT_ONCE: Fate = () => [0]
const RANGES = 2
const TRIES = 6
let core: Harness
let bus: Bus
let fate: Fate

beforeEach(async () => {
  fate = AT_ONCE
  bus = carryingLarge(createMemoryBus((subject) => fate(subject)))
  core = await startHarness({ bus, ranges: RANGES })
})
afterEach(async () => {
  fate = AT_ONCE
  await core.stop()
  await bus.close()
})

const buy = (quantity: string) => ({ stockCode: 'TEST', market: 'US', direction: 0, orderType: 0, quantity }) as const
const limit = (price: string, quantity = '1') => ({ ...buy(quantity), orderType: 1, price, tif: 1 }) as const
const keyed = (key: string) => ({ 'idempotency-key': key })

/** A customer in each range. */
async function customers(): Promise<readonly Customer[]> {
  const found = new Map<number, Customer>()
  while (found.size < RANGES) {
    const customer = await core.newCustomer()
    found.set(rangeOfAccount(customer.accountId, RANGES), customer)
  }
  return [...found.values()]
}
const held = async ({ token }: Customer) => (await core.ask(positions.holding, {}, token)).list.map(({ quantity }) => quantity)

/** Loses, repeats and delays in turn, and lets enough through that everybody is answered in the end. */
function troubled(): Fate {
  const fates = [[0], [0, 20], [30], [0], [], [5, 40], [0], [60, 0], [10], []]
  let at = 0
  return () => fates[(at += 1) % fates.length] ?? [0]
}

describe('processes that write the accounts', () => {
  it('each have their own: what is placed is executed, told, amended and cancelled, whoever writes it', async () => {
    for (const customer of await customers()) {
      await core.ask(orders.create, buy('5'), customer.token)
      expect(await held(customer)).toEqual(['5'])
      const { orderId } = await core.ask(orders.create, limit('100.00'), customer.token)
      await core.ask(orders.amend, { orderId, quantity: '2' }, customer.token)
      expect((await core.ask(orders.cancel, { orderId }, customer.token)).subStatus).toBe('CANCELLED')
    }
    await expectSoundBooks(core.app.pool)
  })

  it('trade with each other: both sides are booked where their accounts are', async () => {
    const [one, other] = (await customers()) as [Customer, Customer]
    for (const { accountId } of [one, other]) await fundWallet(core.writePath, accountId, 'AR', 4_000_000_00n)
    // The outside bids 7430 and asks 7450: at 7440 there is nobody but customers.
    core.market.otherPrices['AR:LPAM'] = ['7430', '7450']
    await core.pass(1_000)
    const share = { stockCode: 'LPAM', market: 'AR', quantity: '10', tif: 1 } as const
    await core.ask(orders.create, { ...share, direction: 0, orderType: 0, tif: 0 }, one.token)
    const { orderId } = await core.ask(orders.create, { ...share, direction: 0, orderType: 1, price: '7440.00' }, other.token)
    await core.ask(orders.create, { ...share, direction: 1, orderType: 1, price: '7440.00' }, one.token)
    expect(await held(one)).toEqual([])
    await expect.poll(() => held(other)).toEqual(['10'])
    const told = await core.ask(orders.fills, { stockCode: 'LPAM', market: 'AR' }, other.token)
    expect(told).toMatchObject([{ orderId, price: '7440', quantity: '10' }])
    await expectSoundBooks(core.app.pool)
  })

  it('lose and double nothing where the bus loses, doubles, delays and turns round', async () => {
    const all = await customers()
    fate = troubled()
    const before = new Map(all.map((customer) => [customer.accountId, 0]))
    await Promise.all(
      all.map(async (customer) => {
        for (let sent = 0; sent < TRIES; sent += 1) {
          const placed = await core.call(orders.create, buy('1'), customer.token, keyed(`order-${sent}`))
          // Who is told to try again tries again, with the same key.
          if (placed.code === codeOf('maintenance') || placed.code === codeOf('outcome.unknown')) sent -= 1
          else before.set(customer.accountId, (before.get(customer.accountId) ?? 0) + Number(placed.code === 200))
          const moved = { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: '1.00' } as const
          await core.call(transfers.create, moved, customer.token, keyed(`transfer-${sent}`))
        }
      }),
    )
    fate = AT_ONCE
    await core.pass(1_000)
    for (const customer of all) {
      expect(before.get(customer.accountId)).toBe(TRIES)
      await expect.poll(() => held(customer)).toEqual([String(TRIES)])
      const { list } = await core.ask(transfers.list, { pageSize: 50 }, customer.token)
      expect(list.filter(({ fromWalletType }) => fromWalletType === 'US_WALLET')).toHaveLength(TRIES)
    }
    await expectSoundBooks(core.app.pool)
    core.problems.length = 0
  }, 60_000)

  it('know what staff decide before they decide anything that the core has asked for', async () => {
    const [customer] = (await customers()) as [Customer]
    await core.app.halts.change(async (begin) => {
      const halt = await begin({ stopId: core.app.ids.next(), kind: 'halt', scope: 'all', target: null, from: core.app.clock.now() })
      await core.app.pool.query(HALT, [halt.stopId, halt.from])
    })
    expect(await core.call(orders.create, buy('1'), customer.token)).toMatchObject({ code: codeOf('instrument.halted') })
  })

  it('are asked by nobody else than the core that leads: what was asked in an earlier leadership is not done', async () => {
    const [customer] = (await customers()) as [Customer]
    await core.app.pool.query('reset role; update leadership set epoch = epoch + 1; set role rueda_app')
    expect(await core.call(orders.create, buy('1'), customer.token)).toMatchObject({ code: codeOf('maintenance') })
    expect(await held(customer)).toEqual([])
    await core.app.pool.query('reset role; update leadership set epoch = epoch - 1; set role rueda_app')
    core.problems.length = 0
  }, 60_000)
})

const HALT = `
  insert into trading_stops (stop_id, kind, scope, target, from_at) values ($1, 'halt', 'all', null, $2)`
