import type { InputOf } from '@rueda/contract/endpoint.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { type Withdrawal, withdrawals } from '@rueda/contract/withdrawals.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { BANK, PAY_PASSWORD, addUsableCard, changeToPesos, newWithdrawer, passWithdrawals } from '../../testing/withdrawals.ts'

/** Juan Pérez with 50,000.00 in US_WALLET; a dollar stands at 1,486.50 ARS. */
let harness: Harness
let customer: Customer

beforeAll(async () => {
  harness = await startHarness()
  harness.market.dollarIn = { ...harness.market.dollarIn, JPY: '152.00' }
})
beforeEach(async () => {
  customer = await newWithdrawer(harness)
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const row = async (id: string) => (await harness.ask(withdrawals.detail, { id }, customer.token)) as Withdrawal
const rows = async (filter: InputOf<typeof withdrawals.detail> = {}) => {
  const page = await harness.ask(withdrawals.detail, filter, customer.token)
  return 'list' in page ? page.list : []
}

describe('to a bank', () => {
  // The account's own part is thirteen nines.
  const SENT_BACK = '2850590999999999999993'

  it('that sends it back: the money and the fee are the customer’s again', async () => {
    const returned = await addUsableCard(harness, customer, { ...BANK, cardNo: SENT_BACK })
    await changeToPesos(harness, customer, '100')
    const asked = { walletType: 'BALANCE', type: 'bank', cardId: returned, amount: '100000', payPassword: PAY_PASSWORD } as const
    const { id } = await harness.ask(withdrawals.apply, asked, customer.token)
    await passWithdrawals(harness, 5 * MINUTE_MS)
    await passWithdrawals(harness, MINUTE_MS)
    expect(await row(id)).toMatchObject({ status: 2, payoutStatus: 2, txHash: expect.stringMatching(/^BK-/u) })
    await passWithdrawals(harness, MINUTE_MS)
    expect(await row(id)).toMatchObject({ status: 3, payoutStatus: 3, reason: 'ACCOUNT_CLOSED' })
    const { balance, usedBalance } = await harness.ask(wallets.one, { walletType: 'BALANCE' }, customer.token)
    expect([balance, usedBalance]).toEqual(['147906.75', '0.00'])
  })

  it('in yen, at the cost that was shown, for as long as its quote lasts; what arrives is an estimate', async () => {
    const accountInfo = { bankName: 'Mizuho', branch: 'Tokyo', accountName: 'フアン ペレス', accountNo: '00010011234567' }
    const quoted = await harness.ask(withdrawals.quote, { rail: 'JPY_BANK', amount: '500' }, customer.token)
    expect(quoted).toMatchObject({
      currency: 'USD',
      receiveCurrency: 'JPY',
      receiveEstimated: 1,
      spreadPct: '0.30',
      needsCode: 0,
      byStaff: 0,
    })
    const asked = { type: 'JPY', amount: '500', currency: 'JPY', accountInfo, payPassword: PAY_PASSWORD } as const
    const quoteId = quoted.quoteId ?? ''
    const once = () => harness.call(withdrawals.applyOther, { ...asked, quoteId }, customer.token, { 'idempotency-key': 'in-yen' })
    const answer = await once()
    expect(answer).toMatchObject({
      code: 200,
      data: { type: 'JPY', rail: 'JPY_BANK', rate: quoted.rate, receiveAmount: quoted.receiveAmount, account: 'Mizuho Tokyo ••••4567' },
    })
    await harness.pass(MINUTE_MS)
    expect(await harness.call(withdrawals.applyOther, { ...asked, quoteId }, customer.token)).toMatchObject({ code: 4002 })
    // Sent again, it has its first answer, whatever has expired since.
    expect((await once()).data).toEqual(answer.data)
    expect(await harness.call(withdrawals.applyOther, { ...asked, amount: '499' }, customer.token)).toMatchObject({ code: 200 })
  })

  it('given with the application leaves after the first day, unless something was paid to it before', async () => {
    const accountInfo = { bankName: 'Commerzbank', accountName: 'Juan Perez', accountNo: 'DE89370400440532013000', countryCode: 'DE' }
    const asked = { type: 'other', amount: '500', currency: 'USD', accountInfo, payPassword: PAY_PASSWORD } as const
    const first = await harness.ask(withdrawals.applyOther, asked, customer.token)
    expect(first).toMatchObject({ type: 'other', rail: 'WIRE', fee: '20.00', receiveAmount: '480.00' })
    await passWithdrawals(harness, 5 * MINUTE_MS)
    expect(await row(first.id)).toMatchObject({ status: 1, inQueue: 0 })
    await passWithdrawals(harness, DAY_MS)
    await passWithdrawals(harness, MINUTE_MS)
    expect(await row(first.id)).toMatchObject({ payoutStatus: 2 })
    const second = await harness.ask(withdrawals.applyOther, asked, customer.token)
    await passWithdrawals(harness, 5 * MINUTE_MS)
    expect(await row(second.id)).toMatchObject({ status: 2 })
    expect((await rows({ type: 'other' })).map(({ id }) => id)).toEqual([second.id, first.id])
    expect(await rows({ type: 'vm' })).toEqual([])
    expect((await rows({ status: 2 })).length).toBe(2)
  })

  it.each([
    ['somebody else’s account', { accountName: 'Maria Lopez' }, 4023, 'accountInfo.accountName'],
    ['a number that does not fit', { accountNo: 'DE89370400440532013001' }, 4024, 'accountInfo.accountNo'],
    ['a country that pays in yen', { countryCode: 'JP' }, 1000, 'accountInfo.countryCode'],
    ['no country', { countryCode: undefined }, 1001, 'accountInfo.countryCode'],
  ])('refuses %s', async (_, change, code, field) => {
    const accountInfo = {
      bankName: 'Commerzbank',
      accountName: 'Juan Perez',
      accountNo: 'DE89370400440532013000',
      countryCode: 'DE',
      ...change,
    }
    const asked = { type: 'other', amount: '500', currency: 'USD', accountInfo, payPassword: PAY_PASSWORD } as const
    expect(await harness.call(withdrawals.applyOther, asked, customer.token)).toMatchObject({ code, data: { field } })
  })
})

it('anybody can see how long withdrawals take, and nobody whose they are', async () => {
  const seen = await harness.ask(withdrawals.clock, {})
  expect(seen.paid).toBeGreaterThan(0)
  expect(seen.medianMs).toBeGreaterThanOrEqual(3 * MINUTE_MS)
  expect(seen.p95Ms ?? 0).toBeGreaterThanOrEqual(seen.medianMs ?? 0)
  expect(seen.oldestOpenMs).toBeGreaterThan(0)
  expect(seen.refusals).toEqual([{ reason: 'ACCOUNT_CLOSED', count: 1 }])
})
