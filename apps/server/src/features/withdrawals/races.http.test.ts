import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { type Withdrawal, withdrawals } from '@rueda/contract/withdrawals.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { ADDRESS, PAY_PASSWORD, addUsableCard, newWithdrawer } from '../../testing/withdrawals.ts'
import { payOutWithdrawals } from './payout.ts'
import { reviewWithdrawals } from './review.ts'

/** What two devices, the rules and the payout do at the same moment, fifty times each. */
const RUNS = 50
const ENOUGH_MS = 60_000
/** After which the same request counts as another. */
const DOUBLE_TAP_MS = 3_000

let house: Harness
let customer: Customer
let cardId: string
beforeAll(async () => {
  house = await startHarness()
  customer = await newWithdrawer(house)
  cardId = await addUsableCard(house, customer, ADDRESS)
})
afterAll(async () => {
  await expectSoundBooks(house.app.pool)
  await house.stop()
})

const ask = (amount: string) =>
  house.call(withdrawals.apply, { walletType: 'US_WALLET', type: 'vm', cardId, amount, payPassword: PAY_PASSWORD }, customer.token)
const cancel = (id: string) => house.call(withdrawals.cancel, { id }, customer.token)
const funding = async () => {
  const { balance, usedBalance, available } = await house.ask(wallets.one, { walletType: 'US_WALLET' }, customer.token)
  return { balance, usedBalance, available }
}
/** What is not to be withdrawn goes to another wallet. */
const leave = (amount: string) =>
  house.ask(
    transfers.create,
    { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: (50_000 - Number(amount)).toFixed(2) },
    customer.token,
  )

it(
  'two devices that withdraw everything get it once',
  async () => {
    await leave('500')
    for (let run = 0; run < RUNS; run += 1) {
      const [one, other] = await Promise.all([ask('499.99'), ask('500.00')])
      expect([one.code, other.code].toSorted((a, b) => a - b)).toEqual([200, 3009])
      const won = one.code === 200 ? one : other
      expect(await cancel(won.data?.id ?? '')).toMatchObject({ code: 200 })
      await house.pass(DOUBLE_TAP_MS)
      expect(await funding()).toMatchObject({ usedBalance: '0.00', available: '500.00' })
    }
  },
  ENOUGH_MS,
)

it(
  'of an approval and a cancel one wins, and the money is in one place',
  async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const { data } = await ask('20.00')
      const id = data?.id ?? ''
      await house.pass(5 * MINUTE_MS)
      const now = house.app.wallClock.now()
      const [cancelled] = await Promise.all([cancel(id), reviewWithdrawals(house.app, now), reviewWithdrawals(house.app, now)])
      const row = (await house.ask(withdrawals.detail, { id }, customer.token)) as Withdrawal
      expect(row.status).toBe(cancelled.code === 200 ? 4 : 2)
      await house.pass(MINUTE_MS)
      await Promise.all([payOutWithdrawals(house.app, house.app.wallClock.now()), payOutWithdrawals(house.app, house.app.wallClock.now())])
      expect(await funding()).toMatchObject({ usedBalance: '0.00' })
    }
    const listed = await house.ask(withdrawals.detail, { pageSize: 100 }, customer.token)
    const paid = 'list' in listed ? listed.list.filter(({ payoutStatus }) => payoutStatus === 2).length : 0
    expect(await funding()).toMatchObject({ available: (500 - paid * 20).toFixed(2) })
  },
  ENOUGH_MS,
)
