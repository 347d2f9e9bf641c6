import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { type Withdrawal, withdrawals } from '@rueda/contract/withdrawals.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { RACES, RACES_TIMEOUT_MS } from '../../testing/races.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { ADDRESS, PAY_PASSWORD, addUsableCard, newWithdrawer } from '../../testing/withdrawals.ts'
import { payOutWithdrawals } from './payout.ts'
import { reviewWithdrawals } from './review.ts'

/** Simultaneous acts of two devices, the rules and the payout, as often as `RACES` says. */
/** Time after which the same request counts as another. */
const DOUBLE_TAP_MS = 3_000

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

type Withdrawer = Readonly<{ customer: Customer; cardId: string }>

async function newWithdrawerWithCard(): Promise<Withdrawer> {
  const customer = await newWithdrawer(harness)
  return { customer, cardId: await addUsableCard(harness, customer, ADDRESS) }
}

const ask = ({ customer, cardId }: Withdrawer, amount: string) =>
  harness.call(withdrawals.apply, { walletType: 'US_WALLET', type: 'vm', cardId, amount, payPassword: PAY_PASSWORD }, customer.token)
const cancel = ({ customer }: Withdrawer, id: string) => harness.call(withdrawals.cancel, { id }, customer.token)
async function funding({ customer }: Withdrawer) {
  const { usedBalance, available } = await harness.ask(wallets.one, { walletType: 'US_WALLET' }, customer.token)
  return { usedBalance, available }
}

/** Runs that one customer does while the session of the first day still holds. */
const RUNS_OF_A_CUSTOMER = 50

async function race(
  run: (who: Withdrawer) => Promise<void>,
  after: (who: Withdrawer) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let done = 0; done < RACES; done += RUNS_OF_A_CUSTOMER) {
    const who = await newWithdrawerWithCard()
    for (let count = Math.min(RUNS_OF_A_CUSTOMER, RACES - done); count > 0; count -= 1) await run(who)
    await after(who)
  }
}

it(
  `two devices that withdraw everything get it once, ${RACES} times`,
  async () => {
    await race(async (who) => {
      // Money that is not to be withdrawn goes to another wallet, once.
      const rest = Number((await funding(who)).available) - EVERYTHING
      const away = { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: rest.toFixed(2) } as const
      if (rest > 0) await harness.ask(transfers.create, away, who.customer.token)
      const [one, other] = await Promise.all([ask(who, '499.99'), ask(who, '500.00')])
      expect([one.code, other.code].toSorted((a, b) => a - b)).toEqual([200, 3009])
      const won = one.code === 200 ? one : other
      expect(await cancel(who, won.data?.id ?? '')).toMatchObject({ code: 200 })
      await harness.pass(DOUBLE_TAP_MS)
      expect(await funding(who)).toEqual({ usedBalance: '0.00', available: '500.00' })
    })
  },
  RACES_TIMEOUT_MS,
)

const EVERYTHING = 500
const BEGAN_WITH = 50_000
const AMOUNT = 20

it(
  `of an approval and a cancel one wins, and the money is in one place, ${RACES} times`,
  async () => {
    const run = async (who: Withdrawer) => {
      const { data } = await ask(who, AMOUNT.toFixed(2))
      const id = data?.id ?? ''
      await harness.pass(5 * MINUTE_MS)
      const now = harness.app.wallClock.now()
      const [cancelled] = await Promise.all([cancel(who, id), reviewWithdrawals(harness.app, now), reviewWithdrawals(harness.app, now)])
      const row = (await harness.ask(withdrawals.detail, { id }, who.customer.token)) as Withdrawal
      expect(row.status).toBe(cancelled.code === 200 ? 4 : 2)
      // More than five in a day would go to staff, and the rules would never win.
      await harness.pass(DAY_MS / 4)
      await Promise.all([
        payOutWithdrawals(harness.app, harness.app.wallClock.now()),
        payOutWithdrawals(harness.app, harness.app.wallClock.now()),
      ])
      expect(await funding(who)).toMatchObject({ usedBalance: '0.00' })
    }
    await race(run, async (who) => {
      const listed = await harness.ask(withdrawals.detail, { pageSize: 100 }, who.customer.token)
      const paid = 'list' in listed ? listed.list.filter(({ payoutStatus }) => payoutStatus === 2).length : 0
      expect(await funding(who)).toMatchObject({ available: (BEGAN_WITH - paid * AMOUNT).toFixed(2) })
    })
  },
  RACES_TIMEOUT_MS,
)
