import { cases } from '@rueda/contract/admin/cases.ts'
import { loanDesk } from '@rueda/contract/admin/loans.ts'
import { offerings } from '@rueda/contract/admin/offerings.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { loans } from '@rueda/contract/loans.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { security } from '@rueda/contract/security.ts'
import { statements } from '@rueda/contract/statements.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FullApp } from '../../app.ts'
import { type Customer, type Harness, TEST_MOMENT, startHarness } from '../../testing/harness.ts'
import { openDay } from '../../testing/open-days.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { hire } from '../../testing/staff.ts'
import { PAY_PASSWORD, newWithdrawer } from '../../testing/withdrawals.ts'
import { loanJobs } from './jobs.ts'
import { keepLoanCases, reviewLoans } from './review.ts'

/** Loans from the request to the last cent, with a share at 100.00 that a test can move. */
let harness: Harness
let ana: Customer
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const priced = (price: string): void => {
  harness.market.bids = [[price, 100_000]]
  harness.market.asks = [[price, 100_000]]
  harness.market.last = price
}
const OLD = 8 * DAY_MS
/** Longer than a loan runs. */
const ALL_ALONG = 400 * DAY_MS

beforeEach(async () => {
  harness = await startHarness()
  priced('100.00')
  harness.market.sessions = [openDay('2026-11-18', 0, ALL_ALONG), openDay('2026-11-30', TEST_MOMENT + OLD + DAY_MS, ALL_ALONG)]
  ana = await newWithdrawer(harness)
  await harness.pass(OLD)
})
afterEach(async () => {
  await expectSoundBooks(harness.app.pool)
  expect(harness.problems).toEqual([])
  await harness.stop()
})

const CASH = { type: 'cash', ref: 'US_WALLET', quantity: '10000' } as const
type Asked = Partial<InputOf<typeof loans.apply>>
const asked = (change: Asked = {}): InputOf<typeof loans.apply> => ({
  ...{ productId: 'd30', amount: '5000', collateral: [CASH], agreeTerms: 1, payPassword: PAY_PASSWORD },
  ...change,
})
const apply = (change: Asked = {}, who = ana) => harness.ask(loans.apply, asked(change), who.token)
const work = () => loanJobs(harness.app as FullApp)[0]?.work()
const review = async () => {
  await harness.pass(5 * MINUTE_MS)
  await reviewLoans(harness.app, harness.app.wallClock.now())
  await keepLoanCases(harness.app, harness.app.wallClock.now())
}
const days = async (count: number) => {
  await harness.pass(count * DAY_MS)
  await work()
}
const state = (who = ana) => harness.ask(loans.state, {}, who.token)
const newest = async (who = ana) => (await harness.ask(loans.list, {}, who.token)).list[0]
const dollars = (type: 'US_WALLET' | 'STOCK' = 'US_WALLET') => harness.ask(wallets.one, { walletType: type }, ana.token)
const templates = async () => (await harness.ask(messages.list, { pageSize: 50 }, ana.token)).list.map(({ title }) => title)

it('the terms say the rate of a day, of a year and of being late before anything is asked for', async () => {
  expect((await harness.ask(loans.rates, {})).find(({ id }) => id === 'd30')).toMatchObject({
    ...{ termDays: 30, dailyRate: '0.0004', apr: '0.146', penaltyDailyRate: '0.0006', feeRate: '0', currency: 'USD' },
  })
})

describe('a loan on cash', () => {
  it('is paid out after its review, and costs 5,095.00 seven days late', async () => {
    const before = await harness.ask(wallets.overview, {}, ana.token)
    const loan = await apply()
    expect(loan).toMatchObject({ status: 0, cancellable: 1, apr: '0.146', ltv: '50.00', callDebt: '9500.00' })
    expect(
      await harness.call(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: '50000' }, ana.token),
    ).toMatchObject(refused('wallet.insufficient'))
    await review()
    expect(await newest()).toMatchObject({ status: 1, totalDebt: '5002.00', repayable: 1 })
    const during = await harness.ask(wallets.overview, {}, ana.token)
    expect(during.liabilities).toBe('5002.00')
    expect(Number(before.totalAssets) - Number(during.totalAssets)).toBeCloseTo(2, 2)
    expect(
      await harness.call(security.close, { payPassword: PAY_PASSWORD, leaveMoney: 1, password: 'x' } as never, ana.token),
    ).not.toMatchObject({
      code: 200,
    })
    // A session that is used goes on.
    for (const count of [6, 6, 6, 6, 6, 7]) {
      await days(count)
      await newest()
    }
    expect(await newest()).toMatchObject({ status: 4, totalInterest: '74.00', penaltyAmount: '21.00', totalDebt: '5095.00' })
    await work()
    const answer = await harness.ask(loans.repay, { id: loan.id, all: 1 }, ana.token)
    expect(answer).toMatchObject({ status: 1, allocation: { penalty: '21.00', interest: '74.00', principal: '5000.00' } })
    const again = { 'idempotency-key': 'repay-again' }
    expect(await harness.call(loans.repay, { id: loan.id, all: 1 }, ana.token, again)).toMatchObject(refused('loan.repayment'))
    await review()
    expect(await newest()).toMatchObject({ status: 3, totalDebt: '0.00', paidAmount: '5095.00' })
    expect(await state()).toMatchObject({ totalDebt: '0.00', loans: [] })
    expect((await templates()).length).toBeGreaterThanOrEqual(4)
    const { list } = await harness.ask(wallets.cashFlows, { pageSize: 20 }, ana.token)
    expect(list.map(({ bizType, amount }) => `${bizType} ${amount}`)).toEqual(
      expect.arrayContaining(['LOAN 5000.00', 'LOAN_REPAYMENT -5095.00']),
    )
    // What the loan cost beside what was lent is among the costs of the year it was paid in.
    const [year] = (await harness.ask(statements.months, {}, ana.token)).years
    expect(year?.fees).toEqual([
      { kind: 'LOAN_INTEREST', currency: 'USD', amount: '74.00' },
      { kind: 'LOAN_PENALTY', currency: 'USD', amount: '21.00' },
    ])
  })

  it('is paid back with what other wallets have, in one commit, and not at all where they have too little', async () => {
    const loan = await apply()
    await review()
    const { available } = await dollars()
    const leaves = (Number(available) - 2).toFixed(2)
    await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: leaves }, ana.token)
    const repay = (amount: string, key: string) =>
      harness.call(loans.repay, { id: loan.id, all: 1, bring: [{ walletType: 'STOCK', amount }] }, ana.token, { 'idempotency-key': key })
    expect(await repay('4999.99', 'less')).toMatchObject({ ...refused('wallet.insufficient'), data: { missing: '0.01' } })
    expect((await harness.ask(transfers.list, {}, ana.token)).total).toBe(1)
    const [once, again, twice] = await Promise.all([repay('6000', 'once'), repay('6000', 'once'), repay('6000', 'twice')])
    expect([again.code, again.data]).toEqual([once.code, once.data])
    // Whichever comes first is taken, and the other is too late.
    const [taken, late] = once.code === 200 ? [once, twice] : [twice, once]
    expect(taken).toMatchObject({ code: 200, data: { allocation: { principal: '5000.00', interest: '2.00' } } })
    expect(late).toMatchObject(refused('loan.repayment'))
    const [brought, ...before] = (await harness.ask(transfers.list, {}, ana.token)).list
    expect(brought).toMatchObject({ fromWalletType: 'STOCK', toWalletType: 'US_WALLET', fromAmount: '5000.00', status: 2 })
    expect(before).toHaveLength(1)
    await review()
    expect(await newest()).toMatchObject({ status: 3, totalDebt: '0.00' })
  })

  it('is asked for once, by its customer alone, and taken back', async () => {
    const body = asked()
    const headers = { 'idempotency-key': 'loan-once' }
    const [first, second] = [
      await harness.call(loans.apply, body, ana.token, headers),
      await harness.call(loans.apply, body, ana.token, headers),
    ]
    expect(second.data?.id).toBe(first.data?.id)
    expect(await harness.call(loans.apply, asked({ amount: '100' }), ana.token)).toMatchObject(refused('loan.open'))
    const ben = await newWithdrawer(harness)
    const id = first.data?.id ?? ''
    expect(await harness.call(loans.cancel, { id }, ben.token)).toMatchObject(refused('object.not_found'))
    expect(await harness.call(loans.repay, { id, all: 1 }, ben.token)).toMatchObject(refused('object.not_found'))
    expect(await harness.call(loans.repay, { id, all: 1 }, ana.token)).toMatchObject(refused('loan.repayment'))
    expect(await harness.ask(loans.cancel, { id }, ana.token)).toMatchObject({ status: 2, stage: 'cancelled' })
    const again = { 'idempotency-key': 'cancel-again' }
    expect(await harness.call(loans.cancel, { id }, ana.token, again)).toMatchObject(refused('loan.not_cancellable'))
    expect(await dollars()).toMatchObject({ usedBalance: '0.00' })
  })

  it('locks money once, whatever two devices ask at the same moment', async () => {
    const all = (await dollars()).available
    const answers = await Promise.all([
      harness.call(loans.apply, asked({ collateral: [{ ...CASH, quantity: all }] }), ana.token),
      harness.call(loans.apply, asked({ collateral: [{ ...CASH, quantity: all }], amount: '4000' }), ana.token),
      harness.call(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: all }, ana.token),
    ])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })
})

/** Bought at 100.00 and settled. */
async function buy(quantity: string): Promise<void> {
  await harness.ask(orders.create, { stockCode: 'TEST', direction: 0, orderType: 0, quantity } as never, ana.token)
  await harness.pass(2 * DAY_MS)
}

describe('a loan on shares', () => {
  const SHARES = { type: 'stock', ref: 'US:TEST', quantity: '100' } as const

  it('is called, sold at the market up to what is owed, and the rest is free', async () => {
    await buy('100')
    const offered = await harness.ask(loans.collateral, {}, ana.token)
    expect(offered.find(({ type }) => type === 'stock')).toMatchObject({ quantity: '100', ltv: '50', limit: '5000.00' })
    await apply({ amount: '5000', collateral: [SHARES] })
    await review()
    expect(
      await harness.call(orders.create, { stockCode: 'TEST', direction: 1, orderType: 0, quantity: '1' } as never, ana.token),
    ).not.toMatchObject({
      code: 200,
    })
    priced('76.00')
    await work()
    await work()
    expect((await templates()).length).toBeGreaterThan(2)
    expect(await newest()).toMatchObject({ status: 1 })
    priced('60.00')
    await work()
    await harness.pass(1_000)
    await work()
    const loan = await newest()
    expect(loan).toMatchObject({ status: 5, stage: 'defaulted', totalDebt: '0.00', writtenOff: '0.00' })
    expect(await state()).toMatchObject({ loans: [] })
    expect((await harness.ask(orders.list, {}, ana.token)).list[0]).toMatchObject({ direction: 1, status: 1, origin: 'loan' })
  })

  it('locks shares once, whatever two devices ask at the same moment', async () => {
    await buy('100')
    const borrow = (amount: string) => harness.call(loans.apply, asked({ collateral: [SHARES], amount }), ana.token)
    const answers = await Promise.all(['4000', '4500'].map(borrow))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers).toContainEqual(expect.objectContaining(refused('loan.open')))
    await review()
    expect((await state()).loans).toHaveLength(1)
    expect((await harness.ask(positions.holding, {}, ana.token)).list).toMatchObject([{ quantity: '100', availableQuantity: '0' }])
  })

  it('either locks shares or loses them to a sale of the same moment', async () => {
    await buy('100')
    const sell = { stockCode: 'TEST', direction: 1, orderType: 0, quantity: '100' } as const
    const [loan, sale] = await Promise.all([
      harness.call(loans.apply, asked({ collateral: [SHARES] }), ana.token),
      harness.call(orders.create, sell as never, ana.token),
    ])
    expect([loan.code, sale.code].filter((code) => code === 200)).toHaveLength(1)
    await review()
    expect((await state()).loans).toHaveLength(loan.code === 200 ? 1 : 0)
    expect((await harness.ask(positions.holding, {}, ana.token)).list).toHaveLength(sale.code === 200 ? 0 : 1)
  })

  it('is sold also where its customer bids between the prices, and the bid ends instead', async () => {
    await buy('100')
    await apply({ amount: '5000', collateral: [SHARES] })
    await review()
    priced('60.00')
    harness.market.asks = [['60.04', 100_000]]
    await harness.pass(1_000)
    const bid = { stockCode: 'TEST', direction: 0, orderType: 1, price: '60.02', quantity: '1', tif: 1 } as const
    const { orderId } = await harness.ask(orders.create, bid, ana.token)
    await work()
    await harness.pass(1_000)
    await work()
    expect(await newest()).toMatchObject({ stage: 'defaulted', totalDebt: '0.00', writtenOff: '0.00' })
    expect((await harness.ask(orders.list, { orderId }, ana.token)).list).toMatchObject([{ status: 2, reason: 'SELF_TRADE' }])
  })

  it.each([
    ['from the state that is kept', false],
    ['from the database', true],
  ])('has what the sale brings before its customer can spend it, however late that is booked: %s', async (_from, isReadAnew) => {
    await buy('100')
    await apply({ amount: '5000', collateral: [SHARES] })
    await review()
    priced('60.00')
    await harness.pass(250)
    const before = (await dollars('STOCK')).available
    harness.market.answersAtOnce = false
    await work()
    harness.market.answersAtOnce = true
    if (isReadAnew) await harness.app.pool.query('update account_states set version = version + 1 where account_id = $1', [ana.accountId])
    await harness.pass(250)
    // 85 shares at 60.00 less charges of 1.66: what the hundredth that was added brings beyond the debt is the customer's.
    const { available } = await dollars('STOCK')
    expect(Number(available) - Number(before)).toBeCloseTo(96.34, 2)
    expect(await newest()).toMatchObject({ totalDebt: '0.00' })
    await work()
    expect(await newest()).toMatchObject({ stage: 'defaulted', writtenOff: '0.00' })
    expect((await harness.ask(positions.holding, {}, ana.token)).list).toMatchObject([{ quantity: '15', availableQuantity: '15' }])
  })

  it('is in default by its value also where a cent is repaid before each look', async () => {
    await buy('100')
    const { id } = await apply({ amount: '5000', collateral: [SHARES] })
    await review()
    priced('20.00')
    await harness.pass(250)
    await harness.ask(loans.repay, { id, amount: '0.01' }, ana.token)
    await work()
    expect(await newest()).toMatchObject({ stage: 'defaulted' })
  })

  it('costs its customer nothing beyond the shares', async () => {
    await buy('100')
    await apply({ amount: '5000', collateral: [SHARES] })
    await review()
    const cash = (await dollars()).available
    priced('30.00')
    await work()
    await harness.pass(1_000)
    await work()
    const loan = await newest()
    expect(loan).toMatchObject({ stage: 'defaulted', totalDebt: '0.00' })
    expect(Number(loan?.writtenOff)).toBeGreaterThan(1_900)
    expect((await dollars()).available).toBe(cash)
  })
})

describe('staff', () => {
  it('decide what the rules leave to them, by two above the limit, and pause a term', async () => {
    const young = await newWithdrawer(harness)
    const loan = await apply({ amount: '12000', collateral: [{ ...CASH, quantity: '20000' }] }, young)
    await review()
    expect(await newest(young)).toMatchObject({ status: 0, isQueued: 1 })
    const [risk, other] = [await hire(harness, ['risk']), await hire(harness, ['risk'])]
    await risk.signIn()
    await other.signIn()
    const found = (await risk.ask(cases.list, { kind: 'loan', state: 'open' })).list.find(({ subjectId }) => subjectId === loan.id)
    expect(found?.riskFlags).toEqual(['NEW_ACCOUNT', 'ABOVE_LIMIT'])
    const why = { reason: 'review' } as const
    const evidence = await risk.ask(loanDesk.open, { ...why, accountId: young.accountId, loanId: loan.id })
    expect(evidence).toMatchObject({ approvalsNeeded: 2, isCovered: 1, coverNow: '18000.00' })
    expect(evidence.schedule.at(-1)?.debt).toBe('12504.00')
    for (const who of [risk, other]) {
      await who.ask(cases.claim, { id: found?.id ?? '' })
      await who.ask(loanDesk.approve, { ...why, id: found?.id ?? '' })
    }
    expect(await newest(young)).toMatchObject({ status: 1, totalDebt: '12004.80' })
    const product = await hire(harness, ['product'])
    await product.signIn()
    const term = { ...why, kind: 'loan', id: 'd30' } as const
    await product.ask(offerings.pause, { ...term, isPaused: 1, cause: 'demand' })
    expect(await harness.call(loans.apply, asked(), ana.token)).toMatchObject(refused('offering.paused'))
    await product.ask(offerings.pause, { ...term, isPaused: 0 })
    await apply()
    expect((await product.ask(loanDesk.offers, {})).offers[1]).toMatchObject({ running: 1, waiting: 1, owed: '12004.80' })
  })

  it('give a repayment back with a reason, and the days are made up for', async () => {
    const loan = await apply()
    await review()
    await harness.app.pool.query('update account_states set frozen_at = $2, frozen_by = $3, version = version + 1 where account_id = $1', [
      ana.accountId,
      harness.app.clock.now(),
      'staff',
    ])
    await harness.ask(loans.repay, { id: loan.id, amount: '100' }, ana.token)
    await review()
    const cashier = await hire(harness, ['cashier'])
    await cashier.signIn()
    const [found] = (await cashier.ask(cases.list, { kind: 'repayment', state: 'open' })).list
    const why = { reason: 'review' } as const
    await cashier.ask(cases.claim, { id: found?.id ?? '' })
    const opened = await cashier.ask(loanDesk.openRepayment, { ...why, accountId: ana.accountId, repaymentId: found?.subjectId ?? '' })
    expect(opened).toMatchObject({ findings: ['FROZEN'], debtAfter: '4902.00' })
    await days(2)
    await cashier.signIn()
    await cashier.ask(cases.claim, { id: found?.id ?? '' })
    await cashier.ask(loanDesk.decideRepayment, { ...why, id: found?.id ?? '', reasonCode: 'FUNDS_DISPUTED' })
    expect((await newest())?.repayments).toMatchObject([{ status: 3, rejectReason: 'FUNDS_DISPUTED' }])
    expect(await newest()).toMatchObject({ totalDebt: '5004.00' })
  })
})
