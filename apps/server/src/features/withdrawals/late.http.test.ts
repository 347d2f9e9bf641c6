import { cases } from '@rueda/contract/admin/cases.ts'
import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import { withdrawalReviews } from '@rueda/contract/admin/withdrawals.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { ADDRESS, PAY_PASSWORD, addUsableCard, newWithdrawer, passWithdrawals } from '../../testing/withdrawals.ts'
import { keepWithdrawalCases } from './decisions.ts'
import { tellOfLate } from './late.ts'

/** Six thousand dollars that nobody decides about (`docs/rules/back-office.md` BO-11). Each test goes on from the last. */
let harness: Harness
let cashier: StaffCaller
let asked: number
beforeAll(async () => {
  harness = await startHarness()
  cashier = await hire(harness, ['cashier'])
  await hire(harness, ['support'])
  const customer = await newWithdrawer(harness)
  const cardId = await addUsableCard(harness, customer, ADDRESS)
  const code = (await harness.ask(accounts.sendCode, { email: customer.email, type: 'withdraw' }, customer.token)).devCode ?? ''
  const going = { walletType: 'US_WALLET', type: 'vm', cardId, amount: '6000', code, payPassword: PAY_PASSWORD } as const
  await harness.ask(withdrawals.apply, going, customer.token)
  asked = harness.app.wallClock.now()
  await passWithdrawals(harness, 5 * MINUTE_MS)
  await keepWithdrawalCases(harness.app, harness.app.wallClock.now())
})
afterAll(() => harness.stop())

const reach = (ms: number) => harness.pass(asked + ms - harness.app.wallClock.now())
const tell = () => tellOfLate(harness.app, harness.app.wallClock.now())
const told = async () => {
  const { rows } = await harness.app.pool.query<{ recipient: string; subject: string }>(
    `select recipient, subject from mails where subject like '%more than a day%'`,
  )
  return rows
}
const late = async () => {
  await cashier.signIn()
  return (await cashier.ask(dashboard.today, {})).lateWithdrawals
}

it('is nothing to tell of within a day', async () => {
  await reach(DAY_MS - 1)
  expect([await tell(), await told(), await late()]).toEqual([0, [], 0])
})

it('alarms cashiers after a day, by a mail that names nobody and is sent once, and on the dashboard', async () => {
  await reach(DAY_MS)
  expect([await tell(), await tell(), await late()]).toEqual([1, 0, 1])
  expect(await told()).toEqual([{ recipient: cashier.email, subject: expect.stringContaining('(1)') }])
})

it('is counted in public after three days, and not before', async () => {
  await reach(3 * DAY_MS - 1)
  expect(await harness.ask(withdrawals.clock, {})).toMatchObject({ open: 1, overdue: 0 })
  await reach(3 * DAY_MS)
  expect(await harness.ask(withdrawals.clock, {})).toMatchObject({ open: 1, overdue: 1, oldestOpenMs: 3 * DAY_MS })
})

it('ends with a decision', async () => {
  await cashier.signIn()
  const [waiting] = (await cashier.ask(cases.list, { kind: 'withdrawal', state: 'open' })).list
  const id = waiting?.id ?? ''
  await cashier.ask(cases.claim, { id })
  await cashier.ask(withdrawalReviews.refuse, { reason: 'review', id, reasonCode: 'DESTINATION_UNSAFE' })
  expect(await harness.ask(withdrawals.clock, {})).toMatchObject({ open: 0, overdue: 0, oldestOpenMs: null })
  expect(await late()).toBe(0)
})
