import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { findingsAfter } from '../../testing/tamper.ts'
import { ADDRESS, PAY_PASSWORD, addUsableCard, newWithdrawer, passWithdrawals } from '../../testing/withdrawals.ts'

/** An operator with the whole database in hand who lets a withdrawal count less, or pays out more than it is worth: the checks see it. */
let harness: Harness
let ana: Customer
beforeAll(async () => {
  harness = await startHarness()
  ana = await newWithdrawer(harness)
  const cardId = await addUsableCard(harness, ana, ADDRESS)
  await harness.ask(
    withdrawals.apply,
    { walletType: 'US_WALLET', type: 'vm', cardId, amount: '1000', payPassword: PAY_PASSWORD },
    ana.token,
  )
  await passWithdrawals(harness, 0)
})
afterAll(() => harness.stop())

const after = (sql: string) => findingsAfter(harness.app.pool, null, (client) => client.query(sql, [ana.accountId]))

it.each([
  ['one that counts less against the limits', 'set value = 1', ['WITHDRAWAL-5']],
  ['a rate where nothing is converted', 'set rate = 1, mid = 1', ['WITHDRAWAL-5']],
  ['another currency', `set pays = 'USD'`, ['WITHDRAWAL-5']],
] as const)('shows: %s', async (_, change, findings) => {
  expect(await after('select $1')).toEqual([])
  expect(await after(`update withdrawals ${change} where account_id = $1`)).toEqual(findings)
})
