import { accounts } from '@rueda/contract/accounts.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { ADDRESS, PAY_PASSWORD, addUsableCard, newWithdrawer, passWithdrawals } from '../../testing/withdrawals.ts'
import { keepWithdrawalCases } from './decisions.ts'

/** Six thousand dollars that wait for two people, and the database's refusal of anybody who does not wait. */
let harness: Harness
let customer: Customer
let id: string
beforeAll(async () => {
  harness = await startHarness()
  customer = await newWithdrawer(harness)
  const cardId = await addUsableCard(harness, customer, ADDRESS)
  const code = (await harness.ask(accounts.sendCode, { email: customer.email, type: 'withdraw' }, customer.token)).devCode ?? ''
  const asked = { walletType: 'US_WALLET', type: 'vm', cardId, amount: '6000', code, payPassword: PAY_PASSWORD } as const
  id = (await harness.ask(withdrawals.apply, asked, customer.token)).id
  await passWithdrawals(harness, 5 * MINUTE_MS)
})
afterAll(() => harness.stop())

const openCases = async () => {
  await keepWithdrawalCases(harness.app, harness.app.wallClock.now())
  const { rows } = await harness.app.pool.query('select closed_at is null as open, outcome from review_cases where subject_id = $1', [id])
  return rows as readonly Readonly<{ open: boolean; outcome: string | null }>[]
}

it('what the rules leave to people is a case of theirs, once', async () => {
  expect(await openCases()).toEqual([{ open: true, outcome: null }])
  expect(await openCases()).toEqual([{ open: true, outcome: null }])
})

it('the database pays nothing above five thousand that two persons did not ask for', async () => {
  const forced = harness.app.pool.query(`update withdrawals set status = 'sending', examined_at = 1 where id = $1`, [id])
  await expect(forced).rejects.toThrow('takes two persons')
})

it('a case whose customer took the withdrawal back is closed', async () => {
  await harness.ask(withdrawals.cancel, { id }, customer.token)
  expect(await openCases()).toEqual([{ open: false, outcome: 'cancelled' }])
})
