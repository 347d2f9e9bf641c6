import { accounts } from '@rueda/contract/accounts.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Customer, type Harness, readInForce, startHarness } from '../../testing/harness.ts'
import { passIdentity } from '../../testing/identity.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { payReferrals } from './referrals.ts'

/** One customer brought another, who bought 150 at 182.37 for a commission of 8.21. */
let harness: Harness
let referrer: Customer
let referee: Customer
const MONDAY = '2026-11-23'
const NEXT_MONDAY = '2026-11-30'

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
})
beforeEach(async () => {
  referrer = await harness.newCustomer()
  const { inviteCode } = await harness.ask(accounts.invite, {}, referrer.token)
  referee = await newCustomerWith(inviteCode)
  await buy('150')
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const OTHER_DEVICE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0' }
let brought = 0
async function newCustomerWith(inviteCode: string, headers: Record<string, string> = OTHER_DEVICE): Promise<Customer> {
  brought += 1
  const [email, password] = [`brought${brought}@example.org`, 'paso-a-paso-7']
  const { devCode } = await harness.ask(accounts.sendCode, { email, type: 'register' })
  const registration = { agreements: readInForce(), email, password, code: devCode ?? '', inviteCode }
  const { data } = await harness.call(accounts.register, registration, null, headers)
  return { accountId: data?.user.id ?? '', token: data?.token ?? '', email, password, cookie: '' }
}

async function buy(quantity: string): Promise<void> {
  await harness.pass(900_000)
  const order = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '182.37', quantity } as const
  await harness.ask(orders.create, order, referee.token)
  await harness.pass(250)
}

/** Each on the device they registered with. */
const devices = (someone: Customer) => (someone === referee ? OTHER_DEVICE : {})

const invite = () => harness.ask(accounts.invite, {}, referrer.token)
const cash = async () => (await harness.ask(wallets.one, { walletType: 'US_WALLET' }, referrer.token)).balance

it('a code, a link, and the terms, which are those that are paid by', async () => {
  const { inviteCode, link, qr, invited, rules } = await invite()
  expect([link, qr]).toEqual([`/#/pages/auth/register?invite=${inviteCode}`, link])
  expect(invited).toBe(1)
  expect(rules).toEqual({ levels: 1, percent: '20', days: 180, cap: '100.00', currency: 'USD' })
})

it('a fifth of the commissions, once a week, when both have shown who they are', async () => {
  await passIdentity(harness, referrer.accountId, 'Ana Pérez')
  await payReferrals(harness.app, MONDAY)
  expect(await cash()).toBe('50000.00')
  await passIdentity(harness, referee.accountId, 'Berta Gómez')
  await payReferrals(harness.app, MONDAY)
  await payReferrals(harness.app, MONDAY)
  expect(await cash()).toBe('50001.64')
  await buy('50')
  await payReferrals(harness.app, NEXT_MONDAY)
  expect(await cash()).toBe('50002.19')
  expect((await invite()).rebateTotal).toBe('2.19')
  expect((await harness.ask(messages.list, {}, referrer.token)).list[0]?.content).toContain('0,55')
})

it('only for what was paid within half a year', async () => {
  for (const { accountId } of [referrer, referee]) await passIdentity(harness, accountId, `Ana ${accountId}`)
  await harness.pass(180 * DAY_MS)
  for (const someone of [referrer, referee])
    Object.assign(
      someone,
      (await harness.call(accounts.login, { username: someone.email, password: someone.password }, null, devices(someone))).data,
    )
  await buy('50')
  await payReferrals(harness.app, MONDAY)
  expect(await cash()).toBe('50001.64')
})

it('nothing between two who were seen on one device, however long ago', async () => {
  const { inviteCode } = await invite()
  referee = await newCustomerWith(inviteCode, {})
  await buy('150')
  for (const { accountId } of [referrer, referee]) await passIdentity(harness, accountId, `Ana ${accountId}`)
  await payReferrals(harness.app, MONDAY)
  await harness.app.pool.query('update sessions set device_fingerprint = null')
  await payReferrals(harness.app, NEXT_MONDAY)
  expect(await cash()).toBe('50000.00')
})

it('nothing into an account that was closed', async () => {
  for (const { accountId } of [referrer, referee]) await passIdentity(harness, accountId, `Ana ${accountId}`)
  await harness.app.pool.query('update accounts set closed_at = 1 where account_id = $1', [referrer.accountId])
  await payReferrals(harness.app, MONDAY)
  expect(await cash()).toBe('50000.00')
})
