import type { InputOf } from '@rueda/contract/endpoint.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { ADDRESS, BANK, PAY_PASSWORD, addUsableCard, changeToPesos, newWithdrawer, passWithdrawals } from '../../testing/withdrawals.ts'
import { reviewWithdrawals } from '../withdrawals/review.ts'

/** Juan Pérez with 50,000.00 in US_WALLET and a Tron address that has had its first day; a dollar stands at 1,486.50 ARS. */
let harness: Harness
let customer: Customer
let cardId: string
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  customer = await newWithdrawer(harness)
  cardId = await addUsableCard(harness, customer, ADDRESS)
})

type Asked = Partial<InputOf<typeof withdrawals.apply>>
const apply = (amount: string, change: Asked = {}) =>
  harness.ask(
    withdrawals.apply,
    { walletType: 'US_WALLET', type: 'vm', cardId, amount, payPassword: PAY_PASSWORD, ...change },
    customer.token,
  )

describe('what was asked for stays in the total, with how far it is,', () => {
  const totals = async () => {
    const { totalAssets, openWithdrawals } = await harness.ask(wallets.overview, {}, customer.token)
    const all = await harness.ask(wallets.all, {}, customer.token)
    expect(all.totalAssets).toBe(totalAssets)
    expect(all.openWithdrawals).toEqual(openWithdrawals.map((each) => ({ ...each, walletType: 'US_WALLET' })))
    return { totalAssets, openWithdrawals }
  }
  const withoutIt = (amount: string) => (Number(amount) - 500).toFixed(2)

  it('until it is paid', async () => {
    const { totalAssets, openWithdrawals } = await totals()
    expect(openWithdrawals).toEqual([])
    await apply('300')
    await apply('200')
    expect(await totals()).toEqual({ totalAssets, openWithdrawals: [{ state: 'pending', amount: '500.00' }] })
    await harness.pass(5 * MINUTE_MS)
    await reviewWithdrawals(harness.app, harness.app.wallClock.now())
    expect(await totals()).toEqual({ totalAssets, openWithdrawals: [{ state: 'sending', amount: '500.00' }] })
    await passWithdrawals(harness, DAY_MS)
    expect(await totals()).toEqual({ totalAssets: withoutIt(totalAssets), openWithdrawals: [] })
  })

  it('until it is back, and in the currency that is asked for', async () => {
    const { totalAssets } = await totals()
    await changeToPesos(harness, customer, '100')
    const card = await addUsableCard(harness, customer, BANK)
    const { id } = await apply('50000', { walletType: 'BALANCE', type: 'bank', cardId: card })
    const [pesos] = (await harness.ask(wallets.all, {}, customer.token)).openWithdrawals
    expect(pesos).toEqual({ walletType: 'BALANCE', state: 'pending', amount: '50000.00' })
    const inPesos = await harness.ask(wallets.overview, { displayCurrency: 'ARS' }, customer.token)
    expect(inPesos.openWithdrawals).toEqual([{ state: 'pending', amount: '50000.00' }])
    expect((await harness.ask(wallets.overview, {}, customer.token)).openWithdrawals).toEqual([{ state: 'pending', amount: '33.64' }])
    await harness.ask(withdrawals.cancel, { id }, customer.token)
    const { openWithdrawals, totalAssets: after } = await harness.ask(wallets.overview, {}, customer.token)
    expect(openWithdrawals).toEqual([])
    expect(Math.abs(Number(after) - Number(totalAssets))).toBeLessThan(1)
  })
})
