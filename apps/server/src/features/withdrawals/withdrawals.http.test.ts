import { accounts } from '@rueda/contract/accounts.ts'
import { cards } from '@rueda/contract/cards.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { messages } from '@rueda/contract/messages.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { type Withdrawal, withdrawals } from '@rueda/contract/withdrawals.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { NoAnswer } from '../../bus/bus.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import {
  ADDRESS,
  BANK,
  PAY_PASSWORD,
  TRON,
  addUsableCard,
  changeToPesos,
  newWithdrawer,
  passWithdrawals,
} from '../../testing/withdrawals.ts'

/** Juan Pérez with 50,000.00 in US_WALLET and a Tron address that has had its first day; a dollar stands at 1,486.50 ARS. */
let harness: Harness
let customer: Customer
let cardId: string

beforeAll(async () => {
  harness = await startHarness()
  harness.market.dollarIn = { ...harness.market.dollarIn, JPY: '152.00' }
})
beforeEach(async () => {
  customer = await newWithdrawer(harness)
  cardId = await addUsableCard(harness, customer, ADDRESS)
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

type Asked = Partial<InputOf<typeof withdrawals.apply>>
const apply = (amount: string, change: Asked = {}, key?: string) =>
  harness.call(
    withdrawals.apply,
    { walletType: 'US_WALLET', type: 'vm', cardId, amount, payPassword: PAY_PASSWORD, ...change },
    customer.token,
    key === undefined ? {} : { 'idempotency-key': key },
  )

async function applied(amount: string, change: Asked = {}): Promise<Withdrawal> {
  const answer = await apply(amount, change)
  if (answer.data === null || answer.code !== 200) throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data
}
const cancel = (id: string) => harness.call(withdrawals.cancel, { id }, customer.token)
const row = async (id: string) => (await harness.ask(withdrawals.detail, { id }, customer.token)) as Withdrawal
const rows = async (filter: InputOf<typeof withdrawals.detail> = {}) => {
  const page = await harness.ask(withdrawals.detail, filter, customer.token)
  return 'list' in page ? page.list : []
}
const funding = () => harness.ask(wallets.one, { walletType: 'US_WALLET' }, customer.token)
const usable = (walletType: 'US_WALLET' | 'BALANCE' = 'US_WALLET', type: 'vm' | 'bank' = 'vm') =>
  harness.ask(withdrawals.usable, { walletType, type }, customer.token)
const mailCode = async () =>
  (await harness.ask(accounts.sendCode, { email: customer.email, type: 'withdraw' }, customer.token)).devCode ?? ''

describe('an application', () => {
  it('puts its money on hold at once and says what it costs and when it arrives', async () => {
    const now = harness.app.wallClock.now()
    const withdrawal = await applied('500')
    expect(withdrawal).toMatchObject({
      ...{ type: 'vm', rail: 'TRC20', amount: '500.00', fee: '1.00', netAmount: '499.00', currency: 'USD', receiveAmount: '499.000000' },
      ...{ receiveCurrency: 'USDT', rate: null, status: 1, payoutStatus: 0, account: 'TRC20 TR7NHq…Lj6t', cancellable: 1, inQueue: 0 },
      ...{ createTimeTimestamp: now, timeline: [{ kind: 'requested', by: 'customer', timestamp: now }] },
    })
    expect(withdrawal.expectedTimestamp).toBeGreaterThanOrEqual(now + 3 * MINUTE_MS)
    expect(await funding()).toMatchObject({ balance: '50000.00', usedBalance: '500.00', available: '49500.00' })
  })

  it('is let go by the rules within five minutes, paid out, and told at every step', async () => {
    const { id } = await applied('500')
    await passWithdrawals(harness, 2 * MINUTE_MS)
    expect(await row(id)).toMatchObject({ status: 1 })
    await passWithdrawals(harness, 3 * MINUTE_MS)
    expect(await row(id)).toMatchObject({ status: 2, payoutStatus: 1, cancellable: 0 })
    expect(await cancel(id)).toMatchObject({ code: 4017 })
    await passWithdrawals(harness, 20 * SECOND_MS)
    const sent = await row(id)
    expect(sent).toMatchObject({ status: 2, payoutStatus: 2, expectedTimestamp: null })
    expect(sent.txHash).toMatch(/^[0-9a-f]{64}$/u)
    expect(sent.timeline.map(({ kind, by }) => `${kind} ${by}`)).toEqual(['requested customer', 'approved rules', 'sent payout'])
    expect(await funding()).toMatchObject({ balance: '49500.00', usedBalance: '0.00' })
    // Paid in a coin over the exchange desk: money that left, and no loss of the day.
    expect(await harness.ask(wallets.overview, {}, customer.token)).toMatchObject({ totalAssets: '99500.00', todayProfit: '0.00' })
    const { list } = await harness.ask(messages.list, { type: 'withdraw' }, customer.token)
    expect(list.map(({ title }) => title)).toEqual(['Retiro enviado', 'Retiro en revisión'])
    expect(list[0]?.link).toBe(`withdrawal:${id}`)
  })

  it('is in the statement with its fee apart and its own number', async () => {
    const { id, withdrawalNo } = await applied('500')
    await passWithdrawals(harness, 5 * MINUTE_MS)
    await passWithdrawals(harness, MINUTE_MS)
    expect(await row(id)).toMatchObject({ payoutStatus: 2 })
    const { list } = await harness.ask(wallets.bill, { walletType: 'US_WALLET' }, customer.token)
    expect(list.slice(0, 2).map(({ bizType, bizNo, amount }) => [bizType, bizNo, amount])).toEqual([
      ['WITHDRAWAL_FEE', withdrawalNo, '-1.00'],
      ['WITHDRAWAL', withdrawalNo, '-499.00'],
    ])
  })

  it('sent twice with one key it is one; a double tap without a key is told so', async () => {
    const first = await apply('50', {}, 'one-key')
    expect(await apply('50', {}, 'one-key')).toMatchObject({ code: 200, data: { id: first.data?.id } })
    expect(await apply('51', {}, 'one-key')).toMatchObject({ code: 1004 })
    expect(await apply('60')).toMatchObject({ code: 200 })
    expect(await apply('60')).toMatchObject({ code: 1005 })
    expect(await rows()).toHaveLength(2)
  })

  it.each<readonly [string, string, Asked, number, string]>([
    ['below ten dollars', '9.99', {}, 4020, 'amount'],
    ['above ten thousand', '10000.01', {}, 4021, 'amount'],
    ['a third decimal', '10.001', {}, 1000, 'amount'],
    ['nothing', '0', {}, 1000, 'amount'],
    ['another wallet than the way takes it from', '50', { walletType: 'STOCK' }, 1000, 'walletType'],
    ['a card nobody has', '50', { cardId: '00000000-0000-7000-8000-000000000000' }, 1002, 'cardId'],
    ['a card of another type', '50', { type: 'bank' }, 1002, 'cardId'],
    ['a quote nobody gave', '50', { quoteId: '00000000-0000-7000-8000-000000000000' }, 4002, 'quoteId'],
  ])('refuses %s', async (_, amount, change, code, field) => {
    if (code === 4021)
      await harness.app.pool.query('update accounts set email = null, password_hash = null where account_id = $1', [customer.accountId])
    expect(await apply(amount, change)).toMatchObject({ code, data: { field } })
    expect(await rows()).toEqual([])
    expect(await funding()).toMatchObject({ usedBalance: '0.00' })
  })

  it('above a thousand dollars asks for the mailed code, once', async () => {
    expect(await apply('1000.01')).toMatchObject({ code: 1001, data: { field: 'code' } })
    expect(await apply('1000.01', { code: '000000' })).toMatchObject({ code: 2003 })
    const code = await mailCode()
    const first = await apply('1000.01', { code }, 'with-code')
    expect(first).toMatchObject({ code: 200 })
    expect(await apply('1000.01', { code }, 'with-code')).toMatchObject({ code: 200, data: { id: first.data?.id } })
    expect(await apply('1000.02', { code })).toMatchObject({ code: 2003 })
    // A practice account has no mailbox to prove.
    const { token } = await harness.ask(accounts.practise, {})
    expect(await harness.ask(withdrawals.quote, { rail: 'TRC20', amount: '1000.01' }, token)).toMatchObject({ needsCode: 0 })
  })

  it('counts what asks for a code over the day, so that many small withdrawals take it as one large one does', async () => {
    const quoted = async (amount: string) => (await harness.ask(withdrawals.quote, { rail: 'TRC20', amount }, customer.token)).needsCode
    expect([await quoted('1000.01'), await quoted('1000')]).toEqual([1, 0])
    await applied('400')
    await applied('600')
    expect(await quoted('10')).toBe(1)
    expect(await apply('10')).toMatchObject({ code: 1001, data: { field: 'code' } })
    expect(await apply('10', { code: '000000' })).toMatchObject({ code: 2003 })
    expect(await apply('10', { code: await mailCode() })).toMatchObject({ code: 200 })
    await harness.pass(DAY_MS)
    expect(await quoted('1000')).toBe(0)
  })

  it('of small ones at the same moment takes no more than need no code', async () => {
    const answers = await Promise.all(['600', '601', '602', '603'].map((amount) => apply(amount)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1001, 1001, 1001])
    expect(await rows()).toHaveLength(1)
  })

  it('what is refused uses no mailed code up', async () => {
    const code = await mailCode()
    expect(await apply('10000.01', { code })).toMatchObject({ code: 4021 })
    expect(await apply('1000.01', { code })).toMatchObject({ code: 200 })
  })

  it('asks for a card that has had its first day', async () => {
    const added = await harness.ask(cards.add, { ...BANK, payPassword: PAY_PASSWORD }, customer.token)
    await changeToPesos(harness, customer, '100')
    const toBank = { walletType: 'BALANCE', type: 'bank', cardId: added.id } as const
    expect(await apply('50000', toBank)).toMatchObject({ code: 1000, data: { field: 'cardId' } })
    await harness.app.pool.query("update cards set status = 'active' where id = $1", [added.id])
    expect(await apply('50000', toBank)).toMatchObject({ code: 2017, data: { coolingEndTimestamp: added.coolingEndTimestamp } })
    await harness.pass(DAY_MS)
    expect(await apply('50000', toBank)).toMatchObject({ code: 200, data: { rail: 'ARS_BANK', fee: '500.00', receiveAmount: '49500.00' } })
  })
})

describe('what can leave', () => {
  it('is the least of what is there and of every limit', async () => {
    expect(await usable()).toMatchObject({
      ...{ usable: '10000.00', min: '10.00', max: '10000.00', dailyLeft: '20000.00', monthlyLeft: '100000.00' },
      ...{ feeFixed: '1.00', feeRate: '0', feeMin: '0.00', currency: 'USD', reasonBlocked: null },
    })
    await applied('800')
    expect(await usable()).toMatchObject({ dailyLeft: '19200.00', monthlyLeft: '99200.00' })
  })

  it('in pesos, as the dollars’ worth', async () => {
    await changeToPesos(harness, customer, '100')
    expect(await usable('BALANCE', 'bank')).toMatchObject({
      ...{ usable: '147906.75', min: '14865.00', max: '14865000.00', dailyLeft: '29730000.00' },
      ...{ feeFixed: '0.00', feeRate: '0.003', feeMin: '500.00', currency: 'ARS' },
    })
  })

  it('says what stands in the way, in the order in which an application would be told', async () => {
    const stranger = await harness.newCustomer()
    const blocked = async () =>
      (await harness.ask(withdrawals.usable, { walletType: 'US_WALLET', type: 'vm' }, stranger.token)).reasonBlocked
    expect(await blocked()).toBe('kyc.required')
    await harness.app.pool.query("update accounts set kyc_status = 'passed' where account_id = $1", [stranger.accountId])
    expect(await blocked()).toBe('pay_password.missing')
    await harness.app.pool.query('update accounts set cooling_until = $2 where account_id = $1', [
      stranger.accountId,
      harness.app.wallClock.now() + 1,
    ])
    expect(await blocked()).toBe('security.cooling_off')
    await harness.app.pool.query('update account_states set frozen_at = 1 where account_id = $1', [stranger.accountId])
    expect(await blocked()).toBe('account.frozen')
  })

  it('lists the ways with their fees; one whose coin has no price is closed', async () => {
    const all = await harness.ask(withdrawals.rails, {}, customer.token)
    expect(all.map(({ rail }) => rail)).toEqual(['ARS_BANK', 'JPY_BANK', 'WIRE', 'TRC20', 'ERC20'])
    expect(await harness.call(withdrawals.quote, { rail: 'ETH', amount: '100' }, customer.token)).toMatchObject({ code: 4012 })
  })
})

describe('a red check of the books', () => {
  // The harness keeps the other kind of run green.
  const light = (clean: boolean) =>
    harness.app.pool.query(
      `insert into integrity_runs (run_id, at, scope, entries, accounts, clean, checks) values (gen_random_uuid(), $1, 'incremental', 0, 0, $2, '[]')`,
      [harness.app.wallClock.now(), clean],
    )

  it('stops money from leaving: no application, no review, no payout', async () => {
    const { id } = await applied('50')
    await passWithdrawals(harness, 5 * MINUTE_MS)
    await light(false)
    await passWithdrawals(harness, HALF_HOUR_MS)
    expect(await row(id)).toMatchObject({ status: 2, payoutStatus: 1 })
    expect(await apply('50')).toMatchObject({ code: 1007 })
    expect(await usable()).toMatchObject({ reasonBlocked: 'maintenance' })
    await light(true)
    await passWithdrawals(harness, 0)
    expect(await row(id)).toMatchObject({ payoutStatus: 2 })
  })
})
const HALF_HOUR_MS = 30 * MINUTE_MS

describe('what the rules leave to people', () => {
  it('is everything above five thousand, and nothing of it moves by itself', async () => {
    const { id } = await applied('5000.01', { code: await mailCode() })
    await passWithdrawals(harness, 5 * MINUTE_MS)
    await passWithdrawals(harness, DAY_MS)
    expect(await row(id)).toMatchObject({ status: 1, inQueue: 1, cancellable: 1 })
  })

  it('is a withdrawal whose account changed its password meanwhile', async () => {
    const { id } = await applied('500')
    await harness.app.pool.query('update accounts set cooling_until = $2 where account_id = $1', [
      customer.accountId,
      harness.app.wallClock.now() + DAY_MS,
    ])
    await passWithdrawals(harness, 5 * MINUTE_MS)
    expect(await row(id)).toMatchObject({ status: 1, inQueue: 1 })
    expect(await cancel(id)).toMatchObject({ code: 200, data: { status: 4 } })
  })
})

describe('taken back', () => {
  it('its money is free again, once', async () => {
    const { id } = await applied('500')
    const cancelled = await cancel(id)
    expect(cancelled).toMatchObject({ code: 200, data: { status: 4, payoutStatus: 0, expectedTimestamp: null } })
    expect(cancelled.data?.timeline.map(({ kind }) => kind)).toEqual(['requested', 'cancelled'])
    expect(await funding()).toMatchObject({ balance: '50000.00', usedBalance: '0.00' })
    await passWithdrawals(harness, 5 * MINUTE_MS)
    expect(await cancel(id)).toMatchObject({ code: 4017 })
    expect(await row(id)).toMatchObject({ status: 4 })
  })

  it('somebody else’s reads as a missing one', async () => {
    const { id } = await applied('500')
    const other = await harness.newCustomer()
    expect(await harness.call(withdrawals.cancel, { id }, other.token)).toMatchObject({ code: 1002 })
    expect(await harness.call(withdrawals.detail, { id }, other.token)).toMatchObject({ code: 1002 })
  })

  it('a frozen account can still take it back', async () => {
    const { id } = await applied('500')
    await harness.app.pool.query('update account_states set frozen_at = 1 where account_id = $1', [customer.accountId])
    harness.app.sessions.changed(customer.accountId)
    expect(await apply('50')).toMatchObject({ code: 2018 })
    expect(await cancel(id)).toMatchObject({ code: 200 })
  })
})

describe('in a coin (P.3)', () => {
  const BITCOIN = { network: 'BTC', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', label: 'Cold' } as const

  it('its cost is fixed at the request and what arrives when it leaves; taken back it comes back whole', async () => {
    const { dollarIn } = harness.market
    harness.market.dollarIn = { ...dollarIn, 'FX:BTCUSD': '96000' }
    const bitcoin = await addUsableCard(harness, customer, BITCOIN)
    const about = { fee: '19.30', receiveAmount: '0.01016480', receiveEstimated: 1, rate: '96480.00' }
    expect(await harness.ask(withdrawals.quote, { rail: 'BTC', amount: '1000' }, customer.token)).toMatchObject(about)
    const leaves = await applied('1000', { cardId: bitcoin })
    const stays = await applied('999.99', { cardId: bitcoin, code: await mailCode() })
    expect(leaves).toMatchObject({ amount: '1000.00', ...about })
    harness.market.dollarIn = { ...dollarIn, 'FX:BTCUSD': '100000' }
    expect(await cancel(stays.id)).toMatchObject({ code: 200, data: { status: 4 } })
    expect(await funding()).toMatchObject({ balance: '50000.00', usedBalance: '1000.00' })
    await passWithdrawals(harness, 5 * MINUTE_MS)
    expect(await row(leaves.id)).toMatchObject({ payoutStatus: 1, ...about })
    // Without any price it waits; with one it leaves at that.
    harness.market.dollarIn = dollarIn
    await passWithdrawals(harness, MINUTE_MS)
    expect(await row(leaves.id)).toMatchObject({ payoutStatus: 1 })
    harness.market.dollarIn = { ...dollarIn, 'FX:BTCUSD': '100000' }
    await passWithdrawals(harness, 0)
    harness.market.dollarIn = dollarIn
    const sent = { payoutStatus: 2, fee: '19.30', receiveAmount: '0.00975820', receiveEstimated: 0, rate: '100500.00' }
    expect(await row(leaves.id)).toMatchObject(sent)
    expect(await funding()).toMatchObject({ balance: '49000.00', usedBalance: '0.00' })
    const { list } = await harness.ask(messages.list, { type: 'withdraw' }, customer.token)
    expect(list[0]?.content).toContain('0,009758')
  })
})

describe('asked for and taken back again and again', () => {
  it('the sixth of a day is left to a person, and the day’s amount is untouched', async () => {
    for (const amount of ['10', '11', '12', '13', '14']) await cancel((await applied(amount)).id)
    expect(await usable()).toMatchObject({ dailyLeft: '20000.00' })
    const { id } = await applied('15')
    await passWithdrawals(harness, 5 * MINUTE_MS)
    expect(await row(id)).toMatchObject({ status: 1, inQueue: 1 })
  })
})

describe('a card', () => {
  it('that money is on its way to is not deleted', async () => {
    const { id } = await applied('500')
    const remove = () => harness.call(cards.remove, { id: cardId, payPassword: PAY_PASSWORD }, customer.token)
    expect(await remove()).toMatchObject({ code: 1000, data: { field: 'id', reason: 'in_use' } })
    await cancel(id)
    expect(await remove()).toMatchObject({ code: 200 })
  })
})

it('the address stands nowhere in the tables of withdrawals as it is', async () => {
  await applied('500')
  const { rows: written } = await harness.app.pool.query<{ row: string }>('select withdrawals::text as row from withdrawals')
  const all = written.map(({ row: text }) => text).join()
  expect(all).not.toContain(TRON)
  expect(all).not.toContain(Buffer.from(TRON).toString('hex'))
})

it('the public clock counts what was paid in its thirty days and stayed there, however long before that it was asked for', async () => {
  const { id } = await applied('500')
  await passWithdrawals(harness, 5 * MINUTE_MS)
  await passWithdrawals(harness, MINUTE_MS)
  const { paid } = await harness.ask(withdrawals.clock, {})
  await harness.app.pool.query('update withdrawals set started_at = started_at - $2 where id = $1', [id, 40 * DAY_MS])
  expect(await harness.ask(withdrawals.clock, {})).toMatchObject({ paid })
  await harness.app.pool.query("update withdrawals set status = 'returned', reason = 'ACCOUNT_CLOSED' where id = $1", [id])
  expect(await harness.ask(withdrawals.clock, {})).toMatchObject({ paid: paid - 1 })
  await harness.app.pool.query("update withdrawals set status = 'sent', reason = null where id = $1", [id])
})

it('a code of an application that nobody heard can be used again', async () => {
  const code = await mailCode()
  const run = vi.spyOn(harness.app.commands, 'run').mockRejectedValueOnce(new NoAnswer('nobody answers'))
  expect(await apply('6000', { code }, 'nobody-heard')).toMatchObject({ code: codeOf('maintenance') })
  run.mockRestore()
  harness.problems.splice(0)
  expect((await apply('6000', { code }, 'nobody-heard')).code).toBe(200)
})
