import { type Withdrawal, withdrawals } from '@rueda/contract/withdrawals.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAX_SILENCE_MS } from '../integrity/lights.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { ADDRESS, PAY_PASSWORD, addUsableCard, newWithdrawer, passWithdrawals } from '../../testing/withdrawals.ts'

/** No clean run of the invariants within 30 minutes holds every payout (`docs/rules/withdrawals.md` P.4). */
let harness: Harness
let customer: Customer
let cardId: string
beforeAll(async () => {
  harness = await startHarness({ areLightsKept: false })
  customer = await newWithdrawer(harness)
  cardId = await addUsableCard(harness, customer, ADDRESS)
})
afterAll(() => harness.stop())

const check = () => harness.app.integrity.run('incremental', harness.app.wallClock.now())
const apply = () =>
  harness.call(withdrawals.apply, { walletType: 'US_WALLET', type: 'vm', cardId, amount: '50', payPassword: PAY_PASSWORD }, customer.token)
const blocked = async () => (await harness.ask(withdrawals.usable, { walletType: 'US_WALLET', type: 'vm' }, customer.token)).reasonBlocked

it('nothing leaves before the first run, nor half an hour after the last clean one, and everything after the next', async () => {
  expect(await blocked()).toBe('maintenance')
  expect(await apply()).toMatchObject({ code: 1007 })
  await check()
  expect(await blocked()).toBeNull()
  const { id } = (await apply()).data as Withdrawal
  const row = async () => (await harness.ask(withdrawals.detail, { id }, customer.token)) as Withdrawal

  await passWithdrawals(harness, 5 * MINUTE_MS)
  expect(await row()).toMatchObject({ status: 2, payoutStatus: 1 })
  await passWithdrawals(harness, MAX_SILENCE_MS)
  expect(await row()).toMatchObject({ status: 2, payoutStatus: 1 })
  expect(await blocked()).toBe('maintenance')
  expect(await apply()).toMatchObject({ code: 1007 })

  expect((await check()).clean).toBe(true)
  await passWithdrawals(harness, 0)
  expect(await row()).toMatchObject({ payoutStatus: 2 })
})
