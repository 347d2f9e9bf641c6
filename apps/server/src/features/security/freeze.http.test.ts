import { accounts } from '@rueda/contract/accounts.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { security } from '@rueda/contract/security.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { NoAnswer } from '../../bus/bus.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { freeze } from '../accounts/freeze.ts'
import { endOrdersOfFrozen } from '../orders/end-all.ts'

/** An account frozen by its owner or by staff, `docs/rules/orders.md` D.2 and `docs/rules/api.md` O.19. */
let harness: Harness
let customer: Customer
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  customer = await harness.newCustomer()
})

const RESTING = { stockCode: 'TEST', direction: 0, orderType: 1, price: '150.00', quantity: '10', tif: 1 } as const
const rest = (quantity = '10') => harness.ask(orders.create, { ...RESTING, quantity }, customer.token)
const freezeOwn = () => harness.call(security.freeze, {}, customer.token)
const thawOwn = () => harness.call(security.thaw, {}, customer.token)
const status = () => harness.ask(security.status, {}, customer.token)
const holds = async () => (await harness.ask(wallets.all, {}, customer.token)).wallets.map(({ usedBalance }) => Number(usedBalance))

const freezeByStaff = () =>
  inTransaction(harness.app.pool, async (client) => ok(await freeze(client, customer.accountId, 'staff', harness.app.clock.now())))

it('that is committed before its orders can be ended is not told as refused', async () => {
  await rest()
  const run = vi.spyOn(harness.app.commands, 'run').mockRejectedValueOnce(new NoAnswer('nobody answers'))
  expect(await freezeOwn()).toMatchObject({ status: 504, code: codeOf('outcome.unknown') })
  run.mockRestore()
  expect(harness.problems.splice(0)).toHaveLength(1)
  expect(await freezeOwn()).toMatchObject({ code: codeOf('account.frozen') })
  expect(await endOrdersOfFrozen(harness.app, customer.accountId)).toBe(1)
})

describe('freezing one’s own account', () => {
  it('ends all orders, lets their money go, ends other sessions, and is told of', async () => {
    await rest()
    await rest('11')
    const phone = await harness.ask(accounts.login, { username: customer.email, password: customer.password })
    expect(await freezeOwn()).toMatchObject({ code: 200, data: true })
    const { list } = await harness.ask(orders.list, {}, customer.token)
    expect(list.map((order) => [order.status, order.subStatus, order.reason])).toEqual([
      [2, 'SYSTEM', 'SYSTEM'],
      [2, 'SYSTEM', 'SYSTEM'],
    ])
    expect(new Set(await holds())).toEqual(new Set([0]))
    expect(await harness.call(accounts.me, {}, phone.token)).toMatchObject({ status: 403 })
    expect(await harness.ask(accounts.me, {}, customer.token)).toMatchObject({ frozen: 1 })
    expect((await status()).frozenBy).toBe('owner')
    const told = (await harness.ask(messages.list, {}, customer.token)).list.map(({ title }) => title)
    expect(told).toContain('Congelaste tu cuenta')
    expect(await freezeOwn()).toMatchObject({ code: 2018 })
  })

  it('refuses what opens or moves, and leaves reading and exporting', async () => {
    await freezeOwn()
    expect(await harness.call(orders.create, RESTING, customer.token)).toMatchObject({ status: 200, code: 2018 })
    const move = { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: '10' } as const
    expect(await harness.call(transfers.create, move, customer.token)).toMatchObject({ status: 200, code: 2018 })
    expect(await harness.call(wallets.all, {}, customer.token)).toMatchObject({ code: 200 })
  })

  it('is undone with a proof of who is there, and money stays in for a day', async () => {
    await freezeOwn()
    await harness.pass(5 * MINUTE_MS)
    expect(await thawOwn()).toMatchObject({ code: 2022 })
    await harness.ask(security.verify, { password: customer.password }, customer.token)
    expect(await thawOwn()).toMatchObject({ code: 200 })
    expect(await harness.ask(accounts.me, {}, customer.token)).toMatchObject({
      frozen: 0,
      coolingEndTimestamp: harness.app.wallClock.now() + DAY_MS,
    })
    expect(await harness.call(orders.create, RESTING, customer.token)).toMatchObject({ code: 200 })
    expect(await thawOwn()).toMatchObject({ code: 1002 })
  })
})

describe('an account that staff froze', () => {
  it('is not for its owner to undo, and was the owner’s freeze before or not', async () => {
    await freezeOwn()
    await freezeByStaff()
    harness.app.sessions.changed(customer.accountId)
    expect((await status()).frozenBy).toBe('staff')
    expect(await thawOwn()).toMatchObject({ code: 2018 })
  })
})

it('orders that a stop of the server left over end with the next look; those placed to close since then stay', async () => {
  await rest()
  await freezeByStaff()
  expect(await endOrdersOfFrozen(harness.app)).toBe(1)
  expect(await endOrdersOfFrozen(harness.app)).toBe(0)
  expect(new Set(await holds())).toEqual(new Set([0]))
})
