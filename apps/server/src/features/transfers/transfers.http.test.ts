import { orders } from '@rueda/contract/orders.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { statements } from '@rueda/contract/statements.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { DAY_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, TEST_MOMENT, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { settleDueTransfers } from './settle.ts'

/** Customers with 50 000.00 in STOCK and as much in US_WALLET; a dollar stands at 1,486.50 ARS and 31.85 TWD. */
let harness: Harness
let customer: Customer

beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  customer = await harness.newCustomer()
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const MONTH_LENGTH = 7
const WITHIN = { fromWalletType: 'STOCK', toWalletType: 'FUTURE', amount: '400' } as const
const move = (input: Parameters<typeof harness.call<typeof transfers.create>>[1], key?: string, who = customer) =>
  harness.call(transfers.create, input, who.token, key === undefined ? {} : { 'idempotency-key': key })
const quote = (from: WalletType, to: WalletType, amount: string, who = customer) =>
  harness.ask(transfers.quote, { from, to, amount }, who.token)
const wallet = (walletType: WalletType, who = customer) => harness.ask(wallets.one, { walletType }, who.token)
const rows = (who = customer) => harness.ask(transfers.list, {}, who.token)

/** 250 dollars on their way to pesos. */
async function startExchange(who = customer) {
  const { quoteId } = await quote('US_WALLET', 'BALANCE', '250', who)
  const started = await move({ fromWalletType: 'US_WALLET', toWalletType: 'BALANCE', amount: '250', quoteId }, undefined, who)
  if (started.data === null) throw new Error(started.msg)
  return started.data
}
const cancel = (transferId: string, key?: string, who = customer) =>
  harness.call(transfers.cancel, { transferId }, who.token, key === undefined ? {} : { 'idempotency-key': key })
const settle = async (afterMs = 60 * SECOND_MS) => {
  await harness.pass(afterMs)
  await settleDueTransfers(harness.app)
}

describe('POST /wallet/transfer within a currency', () => {
  it('has arrived when it is answered', async () => {
    expect(await move(WITHIN)).toMatchObject({
      code: 200,
      data: { status: 2, fromAmount: '400.00', toAmount: '400.00', rate: null, spread: '0.00', feeAmount: '0.00', settleTimestamp: null },
    })
    expect(await wallet('STOCK')).toMatchObject({ balance: '49600.00', available: '49600.00', withdrawable: '49600.00' })
    expect(await wallet('FUTURE')).toMatchObject({ balance: '400.00', usedBalance: '0.00', withdrawable: '400.00' })
  })

  it('sent twice with one key it moves once; a double tap without a key is told so', async () => {
    const first = await move(WITHIN, 'one-key')
    expect(await move(WITHIN, 'one-key')).toMatchObject({ code: 200, data: first.data })
    expect(await move({ ...WITHIN, amount: '401' }, 'one-key')).toMatchObject({ code: 1004 })
    expect(await move({ ...WITHIN, amount: '1' })).toMatchObject({ code: 200 })
    expect(await move({ ...WITHIN, amount: '1' })).toMatchObject({ code: 1005 })
    expect((await rows()).total).toBe(2)
    expect(await wallet('FUTURE')).toMatchObject({ balance: '401.00' })
  })

  it.each([
    ['a wallet that nobody has', { ...WITHIN, toWalletType: 'PIGGY' as 'STOCK' }, 4000],
    ['the same wallet', { ...WITHIN, toWalletType: 'STOCK' as const }, 4001],
    ['more than there is', { ...WITHIN, amount: '50000.01' }, 3009],
    ['a third decimal', { ...WITHIN, amount: '1.001' }, 1000],
    ['nothing', { ...WITHIN, amount: '0' }, 1000],
    ['less than nothing', { ...WITHIN, amount: '-1' }, 1000],
    ['another currency without a quote', { ...WITHIN, toWalletType: 'TW' as const }, 1001],
    ['a quote nobody gave', { ...WITHIN, toWalletType: 'TW' as const, quoteId: '00000000-0000-7000-8000-000000000000' }, 4002],
  ])('refuses %s', async (_, input, code) => {
    expect(await move(input)).toMatchObject({ code })
    expect((await rows()).total).toBe(0)
  })

  it('what was sold and has not settled stays in its wallet', async () => {
    await harness.ask(orders.create, { stockCode: 'TEST', direction: 0, orderType: 0, quantity: '10' }, customer.token)
    await harness.pass(SECOND_MS)
    await harness.ask(orders.create, { stockCode: 'TEST', direction: 1, orderType: 0, quantity: '10' }, customer.token)
    await harness.pass(SECOND_MS)
    const { available, unsettled, withdrawable } = await wallet('STOCK')
    expect(Number(unsettled)).toBeGreaterThan(0)
    expect(await move({ ...WITHIN, amount: available })).toMatchObject({ code: 4025, data: { withdrawable } })
    expect(await move({ ...WITHIN, amount: withdrawable })).toMatchObject({ code: 200 })
    expect(await wallet('STOCK')).toMatchObject({ available: unsettled, withdrawable: '0.00' })
  })

  it('a frozen account moves nothing, and can still call back what is on its way', async () => {
    const { transferId } = await startExchange()
    await harness.app.pool.query('update account_states set frozen_at = 1 where account_id = $1', [customer.accountId])
    expect(await move(WITHIN)).toMatchObject({ code: 2018 })
    expect(await cancel(transferId)).toMatchObject({ code: 200, data: { status: 4 } })
  })
})

describe('POST /wallet/fxQuote', () => {
  it('quotes the rule book’s examples', async () => {
    expect(await quote('US_WALLET', 'BALANCE', '250')).toMatchObject({
      mid: '1486.50',
      rate: '1479.0675',
      spreadPct: '0.50',
      toAmount: '369766.87',
      feeAmount: '1858.13',
      baseCurrency: 'USD',
      quoteCurrency: 'ARS',
      source: 'SIM',
      expireTimestamp: harness.app.clock.now() + 30 * SECOND_MS,
    })
    expect(await quote('BALANCE', 'US_WALLET', '500000')).toMatchObject({ rate: '1493.9325', toAmount: '334.68' })
    expect(await quote('STOCK', 'TW', '1000')).toMatchObject({ rate: '31.75445', spreadPct: '0.30', toAmount: '31754' })
    expect(await quote('TW', 'AR', '1000')).toMatchObject({ baseCurrency: 'TWD', spreadPct: '0.50', toAmount: '46438.54' })
  })

  it.each([
    ['the same wallet', { from: 'STOCK', to: 'STOCK', amount: '1' }, 4001],
    ['wallets of one currency', { from: 'STOCK', to: 'FUTURE', amount: '1' }, 1000],
    ['cents of a currency without cents', { from: 'TW', to: 'STOCK', amount: '1.50' }, 1000],
    ['an amount that gives nothing', { from: 'BALANCE', to: 'STOCK', amount: '14.93' }, 5005],
  ] as const)('refuses %s', async (_, input, code) =>
    expect(await harness.call(transfers.quote, input, customer.token)).toMatchObject({ code }),
  )

  it('says the least amount that gives something', async () => {
    const refused = await harness.call(transfers.quote, { from: 'BALANCE', to: 'STOCK', amount: '0.01' }, customer.token)
    expect(refused.data).toMatchObject({ num: '14.94' })
    expect((await quote('BALANCE', 'STOCK', '14.94')).toAmount).toBe('0.01')
  })

  const asked = (from: WalletType, to: WalletType) => harness.call(transfers.quote, { from, to, amount: '100' }, customer.token)

  it('gives no rate where there is none, and none of which nothing was heard for ten seconds', async () => {
    harness.market.ratesHeardAt = harness.app.clock.now() - 10 * SECOND_MS - 1
    expect(await asked('STOCK', 'TW')).toMatchObject({ code: 9002 })
    harness.market.ratesHeardAt = harness.app.clock.now() - 10 * SECOND_MS
    expect(await asked('STOCK', 'TW')).toMatchObject({ code: 200 })
    harness.market.ratesHeardAt = null
    const { dollarIn } = harness.market
    harness.market.dollarIn = {}
    expect(await asked('STOCK', 'TW')).toMatchObject({ code: 9001 })
    harness.market.dollarIn = dollarIn
  })

  it('gives a rate only while its pair trades (P.3)', async () => {
    const [session] = harness.market.sessions
    if (session === undefined) throw new Error('a session')
    const { quoteId } = await quote('US_WALLET', 'BALANCE', '250')
    harness.market.sessions = [session, { ...session, from: harness.app.clock.now() + 1, phase: 'CLOSED', matching: false }]
    await harness.pass(SECOND_MS)
    expect(await asked('STOCK', 'TW')).toMatchObject({ code: 3001 })
    // A rate quoted during trading holds for its thirty seconds.
    const input = { fromWalletType: 'US_WALLET', toWalletType: 'BALANCE', amount: '250', quoteId } as const
    expect(await move(input)).toMatchObject({ code: 200 })
    harness.market.sessions = [session]
    await harness.pass(SECOND_MS)
    expect(await asked('STOCK', 'TW')).toMatchObject({ code: 200 })
  })
})

describe('an exchange', () => {
  it('is among the costs of its month with its distance from the middle, in the currency that arrived', async () => {
    await startExchange()
    const month = new Date(harness.app.clock.now()).toISOString().slice(0, MONTH_LENGTH)
    const costs = async () => (await harness.ask(statements.one, { month }, customer.token)).fees
    expect(await costs()).toEqual([])
    await settle()
    await startExchange()
    await settle()
    expect(await costs()).toEqual([{ kind: 'EXCHANGE', currency: 'ARS', amount: '3716.26' }])
  })

  it('is on hold for sixty seconds and then done at the rate that was quoted, whatever the market does', async () => {
    const started = await startExchange()
    expect(started).toMatchObject({ status: 1, toAmount: '369766.87', settleTimestamp: started.createTimeTimestamp + 60 * SECOND_MS })
    expect(await wallet('US_WALLET')).toMatchObject({
      balance: '50000.00',
      usedBalance: '250.00',
      available: '49750.00',
      withdrawable: '49750.00',
    })
    const { dollarIn } = harness.market
    harness.market.dollarIn = { ...dollarIn, ARS: '1600.00' }
    await settle(60 * SECOND_MS - 1)
    expect((await rows()).list).toMatchObject([{ status: 1, endTimestamp: null }])
    await settle(1)
    await settle(1)
    harness.market.dollarIn = dollarIn
    expect((await rows()).list).toMatchObject([{ transferId: started.transferId, status: 2, rate: '1479.0675', feeAmount: '1858.13' }])
    expect(await wallet('US_WALLET')).toMatchObject({ balance: '49750.00', usedBalance: '0.00' })
    expect(await wallet('BALANCE')).toMatchObject({ balance: '369766.87', symbol: 'ARS', valueUsd: '248.75' })
  })

  it('can be called back until it settles, once, at the rate of that moment', async () => {
    const { transferId } = await startExchange()
    await harness.pass(60 * SECOND_MS - 1)
    const cancelled = await cancel(transferId, 'cancel-key')
    const returned = { returnAmount: '247.51', returnCost: '2.49', returnRate: '1493.9325' }
    expect(cancelled).toMatchObject({ code: 200, data: { transferId, status: 4, ...returned } })
    expect(await cancel(transferId, 'cancel-key')).toMatchObject({ code: 200, data: cancelled.data })
    expect(await cancel(transferId, 'other-key')).toMatchObject({ code: 4003 })
    await settle()
    expect(await wallet('US_WALLET')).toMatchObject({ balance: '49997.51', usedBalance: '0.00' })
    expect(await harness.ask(wallets.overview, {}, customer.token)).toMatchObject({ totalAssets: '99997.51', todayProfit: '-2.49' })
    const { list } = await harness.ask(wallets.bill, {}, customer.token)
    expect(list[0]).toMatchObject({ bizType: 'EXCHANGE_COST', walletType: 'US_WALLET', amount: '-2.49', remark: 'BALANCE' })
  })

  it.each([
    ['has fallen: no more than was sent', '1400.00', { returnAmount: '250.00', returnCost: '0.00', rate: '1407.00' }],
    ['has risen: less', '1600.00', { returnAmount: '229.95', returnCost: '20.05', rate: '1608.00' }],
  ])('says before what would come back and does just that, where the rate %s', async (_, ARS, said) => {
    const { transferId } = await startExchange()
    const { dollarIn } = harness.market
    harness.market.dollarIn = { ...dollarIn, ARS }
    const quoted = await harness.ask(transfers.cancelQuote, { transferId }, customer.token)
    expect(quoted).toMatchObject({ ...said, currency: 'USD', mid: ARS, midTimestamp: harness.app.clock.now() })
    const { returnAmount } = quoted
    const least = (amount: string) => harness.call(transfers.cancel, { transferId, leastReturn: amount }, customer.token)
    expect(await least('250.01')).toMatchObject({ code: 4002 })
    expect(await least('1.001')).toMatchObject({ code: 1000, data: { field: 'leastReturn' } })
    expect(await least(returnAmount)).toMatchObject({ code: 200, data: { returnAmount, returnCost: said.returnCost } })
    harness.market.dollarIn = dollarIn
    expect(await harness.call(transfers.cancelQuote, { transferId }, customer.token)).toMatchObject({ code: 4003 })
  })

  it('is called back at the last rate where the pair is closed', async () => {
    const { transferId } = await startExchange()
    const [session] = harness.market.sessions
    if (session === undefined) throw new Error('a session')
    harness.market.sessions = [session, { ...session, from: harness.app.clock.now() + 1, phase: 'CLOSED', matching: false }]
    await harness.pass(SECOND_MS)
    expect(await cancel(transferId)).toMatchObject({ code: 200, data: { returnAmount: '247.51' } })
    harness.market.sessions = [session]
    await harness.pass(SECOND_MS)
  })

  it('cannot be called back from its settle time on, settled or not', async () => {
    const { transferId } = await startExchange()
    await harness.pass(60 * SECOND_MS)
    expect(await cancel(transferId)).toMatchObject({ code: 4003 })
    await settleDueTransfers(harness.app)
    expect(await cancel(transferId, 'again')).toMatchObject({ code: 4003 })
  })

  it('nobody sees or calls back another customer’s', async () => {
    const { transferId } = await startExchange()
    const other = await harness.newCustomer()
    expect(await cancel(transferId, undefined, other)).toMatchObject({ code: 1002 })
    expect(await harness.call(transfers.cancelQuote, { transferId }, other.token)).toMatchObject({ code: 1002 })
    expect((await harness.ask(transfers.list, { transferId }, other.token)).total).toBe(0)
    const { quoteId } = await quote('US_WALLET', 'BALANCE', '250')
    const input = { fromWalletType: 'US_WALLET', toWalletType: 'BALANCE', amount: '250', quoteId } as const
    expect(await move(input, undefined, other)).toMatchObject({ code: 4002 })
    expect(await move(input)).toMatchObject({ code: 200 })
  })

  it('takes a quote as it was given: in time, for its wallets and its amount, once', async () => {
    const { quoteId } = await quote('US_WALLET', 'BALANCE', '100')
    const input = { fromWalletType: 'US_WALLET', toWalletType: 'BALANCE', amount: '100', quoteId } as const
    expect(await move({ ...input, amount: '100.01' })).toMatchObject({ code: 4002 })
    expect(await move({ ...input, fromWalletType: 'STOCK' })).toMatchObject({ code: 4002 })
    expect(await move({ ...input, toWalletType: 'AR' })).toMatchObject({ code: 4002 })
    expect(await move(input, 'first')).toMatchObject({ code: 200 })
    expect(await move(input, 'second')).toMatchObject({ code: 4002 })
    const late = await quote('US_WALLET', 'BALANCE', '100')
    await harness.pass(30 * SECOND_MS)
    expect(await move({ ...input, quoteId: late.quoteId })).toMatchObject({ code: 4002 })
  })

  it('is not made when no rate was heard of for a day, and the money is back', async () => {
    await startExchange()
    harness.market.ratesHeardAt = harness.app.clock.now()
    await settle(DAY_MS + 1)
    harness.market.ratesHeardAt = null
    expect((await rows()).list).toMatchObject([{ status: 3, returnAmount: '250.00', returnCost: '0.00', returnRate: null }])
    expect(await wallet('US_WALLET')).toMatchObject({ balance: '50000.00', usedBalance: '0.00' })
  })

  it('cancel and settlement at one moment: one of them happens', async () => {
    const { transferId } = await startExchange()
    await harness.pass(60 * SECOND_MS - 1)
    const [cancelled] = await Promise.all([cancel(transferId), settle(1)])
    const [row] = (await rows()).list
    expect(row?.status).toBe(cancelled.code === 200 ? 4 : 2)
  })
})

describe('what the wallets and the statement say', () => {
  it('totals are in dollars at the mid, and the cost of the spread is gone', async () => {
    const before = await harness.ask(wallets.all, {}, customer.token)
    await startExchange()
    await settle()
    const after = await harness.ask(wallets.all, {}, customer.token)
    expect([before.totalAssets, after.totalAssets]).toEqual(['100000.00', '99998.75'])
    expect([before.ratesTimestamp, after.ratesTimestamp]).toEqual([null, harness.app.clock.now()])
    expect(await harness.ask(wallets.overview, {}, customer.token)).toMatchObject({
      totalAssets: '99998.75',
      cash: '99998.75',
      frozen: '0.00',
    })
  })

  it('today’s result is what the exchange of the day has cost', async () => {
    await startExchange()
    await settle()
    expect(await harness.ask(wallets.overview, {}, customer.token)).toMatchObject({ todayProfit: '-1.25', totalAssets: '99998.75' })
  })

  it('what fell due while nobody looked is settled once somebody does, all of it', async () => {
    await startExchange()
    const other = await harness.newCustomer()
    await startExchange(other)
    await settle(DAY_MS / 2)
    expect([...(await rows()).list, ...(await rows(other)).list]).toMatchObject([{ status: 2 }, { status: 2 }])
  })

  it('the statement shows both sides of an exchange with their currencies, and never a hold', async () => {
    await move(WITHIN)
    const { transferNo } = await startExchange()
    await settle()
    const { list } = await harness.ask(wallets.cashFlows, {}, customer.token)
    expect(list.slice(0, 4)).toMatchObject([
      {
        bizType: 'EXCHANGE',
        walletType: 'BALANCE',
        amount: '369766.87',
        balanceAfter: '369766.87',
        currency: 'ARS',
        remark: 'US_WALLET',
        bizNo: transferNo,
      },
      {
        bizType: 'EXCHANGE',
        walletType: 'US_WALLET',
        amount: '-250.00',
        balanceAfter: '49750.00',
        currency: 'USD',
        remark: 'BALANCE',
        bizNo: transferNo,
      },
      { bizType: 'TRANSFER', walletType: 'FUTURE', amount: '400.00', remark: 'STOCK' },
      { bizType: 'TRANSFER', walletType: 'STOCK', amount: '-400.00', remark: 'FUTURE' },
    ])
    const own = await harness.ask(wallets.bill, { walletType: 'BALANCE' }, customer.token)
    expect([own.sumIn, own.sumOut]).toEqual(['369766.87', '0.00'])
    const all = await harness.ask(wallets.bill, {}, customer.token)
    expect([all.sumIn, all.sumOut]).toEqual(['100000.00', '0.00'])
  })

  it('lists transfers newest first, by status', async () => {
    await move(WITHIN)
    await harness.pass(SECOND_MS)
    const { transferId } = await startExchange()
    expect((await rows()).list.map(({ status }) => status)).toEqual([1, 2])
    expect((await harness.ask(transfers.list, { status: 1 }, customer.token)).list).toMatchObject([{ transferId }])
    expect((await harness.ask(transfers.list, { transferId }, customer.token)).list).toHaveLength(1)
    expect(harness.app.clock.now()).toBeGreaterThan(TEST_MOMENT)
  })
})
