import { accounts } from '@rueda/contract/accounts.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { practice } from '@rueda/contract/practice.ts'
import { security } from '@rueda/contract/security.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import type { BookedAction } from '@rueda/rules/corporate/action.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, TEST_MOMENT, startHarness } from '../../testing/harness.ts'
import { midnightOf, openDay } from '../../testing/open-days.ts'
import { settleDue } from '../ledger/settle-due.ts'
import { verifyBooks } from '../integrity/verify/verify.ts'
import { applyCorporateActions } from './apply.ts'
import { recordActions } from './recorded.ts'

/** Wednesday; the next trade date begins at midnight in New York. */
const EX_DATE = '2026-11-19'
const PAY_DATE = '2026-12-10'
const MIDNIGHT = midnightOf(EX_DATE)

const dividend: BookedAction = { kind: 'dividend', instrumentId: 'US:TEST', exDate: EX_DATE, payDate: PAY_DATE, amount: scaled('0.52') }
const split = (newShares: bigint, oldShares: bigint): BookedAction => ({
  kind: 'split',
  instrumentId: 'US:TEST',
  exDate: EX_DATE,
  newShares,
  oldShares,
})
const BUY = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '182.37', quantity: '150' } as const

let harness: Harness
let customer: Customer
beforeEach(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  harness.market.sessions = [openDay('2026-11-18', 0), openDay(EX_DATE)]
  customer = await harness.newCustomer()
})
afterEach(() => harness.stop())

async function buy(who = customer, change: { quantity?: string } = {}): Promise<void> {
  await harness.ask(orders.create, { ...BUY, ...change }, who.token)
  await harness.pass(250)
}
const toExDate = () => harness.pass(MIDNIGHT - TEST_MOMENT + 1_000)
const held = async (who = customer) => (await harness.ask(positions.holding, {}, who.token)).list[0]
const stock = (who = customer) => harness.ask(wallets.one, { walletType: 'STOCK' }, who.token)
const run = (date: string) => applyCorporateActions(harness.app, 'US', date)
const journals = async (journal: string) =>
  (await harness.app.pool.query<{ account_id: bigint }>('select account_id from entries where journal = $1', [journal])).rows.length
const faults = async () => (await verifyBooks(harness.app.pool, null, () => 0)).checks.filter(({ offending }) => offending.length > 0)

describe('dividends', () => {
  beforeEach(() => {
    harness.market.actions = [dividend]
  })

  it('who held 150 at the close is paid 54.60 of 78.00 on the pay date, once, and told so', async () => {
    await buy()
    await toExDate()
    await run(EX_DATE)
    const before = (await stock()).available
    await run('2026-12-09')
    expect((await stock()).available).toBe(before)
    await run(PAY_DATE)
    await run(PAY_DATE)
    await run('2026-12-11')
    expect(Number((await stock()).available) - Number(before)).toBeCloseTo(54.6, 6)
    expect(await journals('J96')).toBe(1)
    const { list } = await harness.ask(wallets.cashFlows, { walletType: 'STOCK', bizType: 'DIVIDEND' }, customer.token)
    expect(list).toMatchObject([{ bizType: 'DIVIDEND', amount: '54.60', remark: 'TEST' }])
    const { rows } = await harness.app.pool.query(`select facts from messages where template = 'dividend.paid'`)
    expect(rows).toEqual([{ facts: { instrument: 'US:TEST', quantity: '150', gross: '78.00 USD', tax: '23.40 USD', net: '54.60 USD' } }])
    expect(await faults()).toEqual([])
  })

  it('lapses for who has begun again with practice money since', async () => {
    await buy()
    await toExDate()
    await run(EX_DATE)
    expect(await harness.ask(practice.standing, {}, customer.token)).toMatchObject({ inTheWay: [] })
    await harness.ask(practice.begin, {}, customer.token)
    await run(PAY_DATE)
    expect(await journals('J96')).toBe(0)
    expect(await harness.ask(wallets.overview, {}, customer.token)).toMatchObject({ totalAssets: '100000.00' })
    expect(await faults()).toEqual([])
  })

  it('keeps an account open until it is paid', async () => {
    await buy()
    await toExDate()
    await run(EX_DATE)
    await harness.ask(positions.close, { id: (await held())?.id ?? '' }, customer.token)
    await harness.pass(1_000)
    await settleDue(harness.app, 'US', PAY_DATE)
    await harness.ask(security.verify, { password: customer.password }, customer.token)
    const close = (key: string) => harness.call(security.close, { leaveMoney: 1 }, customer.token, { 'idempotency-key': key })
    expect(await close('before')).toMatchObject({ code: 2026 })
    await run(PAY_DATE)
    expect(await close('after')).toMatchObject({ code: 200 })
  })

  it('who claims a treaty keeps more', async () => {
    const late = await harness.newCustomer()
    await harness.ask(accounts.declareTax, { countryCode: 'DE', claimsTreaty: 1 }, customer.token)
    await buy()
    await buy(late)
    await toExDate()
    // A declaration holds for the ex-dates after it, however late the job runs.
    await harness.ask(accounts.declareTax, { countryCode: 'DE', claimsTreaty: 1 }, late.token)
    await run(EX_DATE)
    const { rows } = await harness.app.pool.query('select account_id, gross, tax from entitlements order by account_id')
    expect(rows).toEqual([
      { account_id: BigInt(customer.accountId), gross: 7_800n, tax: 1_170n },
      { account_id: BigInt(late.accountId), gross: 7_800n, tax: 2_340n },
    ])
  })

  it('who buys on the ex-date gets nothing; who sells on it still gets the dividend, however late the job runs', async () => {
    await buy()
    await toExDate()
    const late = await harness.newCustomer()
    await harness.pass(900_000)
    await buy(late)
    await harness.ask(positions.close, { id: (await held())?.id ?? '' }, customer.token)
    await harness.pass(250)
    expect(await held()).toBeUndefined()
    await run(EX_DATE)
    await run(PAY_DATE)
    const { rows } = await harness.app.pool.query('select account_id, quantity from entitlements')
    expect(rows).toEqual([{ account_id: BigInt(customer.accountId), quantity: scaled('150') }])
    expect(await faults()).toEqual([])
  })

  it('nothing of it can be changed or taken back', async () => {
    await buy()
    await toExDate()
    await run(EX_DATE)
    await expect(harness.app.pool.query('update entitlements set gross = gross + 1')).rejects.toThrow('permission denied')
    await expect(harness.app.pool.query('delete from corporate_actions')).rejects.toThrow('permission denied')
  })
})

describe('splits', () => {
  it('seven for one: shares, lots and average follow, the cost stays, orders end and their holds go back', async () => {
    harness.market.actions = [split(7n, 1n)]
    await buy()
    await harness.ask(orders.create, { ...BUY, price: '150.00', quantity: '10', tif: 1 }, customer.token)
    await harness.ask(orders.create, { ...BUY, direction: 1, price: '200.00', quantity: '40', tif: 1 }, customer.token)
    const before = await held()
    await toExDate()
    await run(EX_DATE)
    await run(EX_DATE)
    expect(await held()).toMatchObject({
      quantity: '1050',
      availableQuantity: '1050',
      costAmount: before?.costAmount,
      avgPrice: '26.06067619',
    })
    expect(await stock()).toMatchObject({ usedBalance: '0.00' })
    const { orders: working } = await harness.ask(positions.byStock, { stockCode: 'TEST' }, customer.token)
    expect(working).toEqual([])
    expect(await journals('J97')).toBe(1)
    expect(await faults()).toEqual([])
  })

  it('one for four: 37 shares are left of 150, and the half is paid at the close before', async () => {
    harness.market.actions = [split(1n, 4n)]
    await buy()
    const before = (await stock()).available
    await toExDate()
    await run(EX_DATE)
    expect(await held()).toMatchObject({ quantity: '37' })
    // Half a new share is two old ones at 182.36.
    expect(Number((await stock()).available) - Number(before)).toBeCloseTo(364.72, 6)
    const { list } = await harness.ask(wallets.cashFlows, { walletType: 'STOCK', bizType: 'SPLIT' }, customer.token)
    expect(list).toMatchObject([{ amount: '364.72', remark: 'TEST' }])
    expect(await faults()).toEqual([])
  })

  it('a holding with a part of a share is counted down to the millionth, lots and all', async () => {
    harness.market.actions = [split(3n, 2n)]
    await buy(customer, { quantity: '2.5' })
    await toExDate()
    await run(EX_DATE)
    const position = await held()
    expect(position).toMatchObject({ quantity: '3.75', availableQuantity: '3.75' })
    const { lots } = await harness.ask(positions.lots, { id: position?.id ?? '' }, customer.token)
    expect(lots).toMatchObject([{ quantity: '3.75', costAmount: position?.costAmount }])
    expect(await faults()).toEqual([])
  })

  it('a holding of less than one new share ends with its cash', async () => {
    harness.market.actions = [split(1n, 10n)]
    await buy(customer, { quantity: '4' })
    await toExDate()
    await run(EX_DATE)
    expect(await held()).toBeUndefined()
    expect((await harness.ask(positions.closed, {}, customer.token)).list).toMatchObject([{ quantity: '0', costAmount: '0.00' }])
    expect(await faults()).toEqual([])
  })

  it('between the first new price and the last holding nothing can be ordered', async () => {
    harness.market.actions = [split(7n, 1n)]
    await buy()
    await toExDate()
    const order = { ...BUY, direction: 1, price: '190.00', quantity: '1' } as const
    expect(await harness.call(orders.create, order, customer.token)).toMatchObject({ code: 3002 })
    await run(EX_DATE)
    expect(await harness.call(orders.create, order, customer.token)).toMatchObject({ code: 200 })
  })

  it('trading goes on in new shares, and the books still come out the same', async () => {
    harness.market.actions = [dividend, split(3n, 2n)]
    await buy(customer, { quantity: '101' })
    await toExDate()
    await run(EX_DATE)
    expect(await held()).toMatchObject({ quantity: '151' })
    await buy(customer, { quantity: '9' })
    const position = await held()
    await harness.ask(positions.close, { id: position?.id ?? '', quantity: '60' }, customer.token)
    await harness.pass(250)
    await harness.ask(positions.close, { id: position?.id ?? '' }, customer.token)
    await harness.pass(900_000)
    expect(await held()).toBeUndefined()
    await run(PAY_DATE)
    expect(await faults()).toEqual([])
  })
})

describe('a position in full', () => {
  it('its lots first in, first out through a split, its dividends apart from the result, and all adding up', async () => {
    harness.market.actions = [dividend, split(7n, 1n)]
    await buy(customer, { quantity: '100' })
    await toExDate()
    await run(EX_DATE)
    await harness.pass(900_000)
    await buy(customer, { quantity: '30' })
    const id = (await held())?.id ?? ''
    await harness.ask(positions.close, { id, quantity: '705' }, customer.token)
    await harness.pass(250)
    const full = await harness.ask(positions.lots, { id }, customer.token)
    expect(full.lots).toMatchObject([
      { acquiredDate: EX_DATE, quantity: '25', costAmount: '4560.62', marketValue: '4559.00', profit: '-1.62' },
    ])
    expect(full.disposals).toMatchObject([
      { acquiredDate: EX_DATE, disposedDate: EX_DATE, quantity: '5', costAmount: '912.12' },
      // The sale was filled by two executions.
      { acquiredDate: '2026-11-18', disposedDate: EX_DATE, quantity: '400', costAmount: '10424.27' },
      { acquiredDate: '2026-11-18', disposedDate: EX_DATE, quantity: '300', costAmount: '7818.20' },
    ])
    expect(full.dividends).toEqual([
      { exDate: EX_DATE, payDate: PAY_DATE, quantity: '100', grossAmount: '52.00', tax: '15.60', netAmount: '36.40', status: 0 },
    ])
    expect(full).toMatchObject({ dividendsPaid: '0.00', dividendsDue: '36.40', position: { id, quantity: '25' } })
    await run(PAY_DATE)
    const paid = await harness.ask(positions.lots, { id }, customer.token)
    expect(paid).toMatchObject({ dividendsPaid: '36.40', dividendsDue: '0.00', dividends: [{ status: 1 }] })
    const { profit, sellProfit } = paid.position
    expect(Number(paid.totalProfit)).toBeCloseTo(Number(profit) + Number(sellProfit) + 36.4, 6)
    expect(Number(paid.totalProfit) - Number(full.totalProfit)).toBeCloseTo(36.4, 6)
  })

  it('somebody else’s reads like a missing one', async () => {
    await buy()
    const other = await harness.newCustomer()
    expect(await harness.call(positions.lots, { id: (await held())?.id ?? '' }, other.token)).toMatchObject({ code: 1002 })
  })
})

describe('planted bugs are found by the verifier', () => {
  const found = async () => (await faults()).map(({ id }) => id)
  const jobDone = (date: string) => harness.app.pool.query(`insert into job_runs values ('calendar', 'US', $1, 0, 0)`, [date])
  /** Changes a row as only the owner of the database can, with the guards of its table switched off. */
  const tamper = (table: string, change: string) =>
    harness.app.pool.query(`reset role; alter table ${table} disable trigger all; update ${table} set ${change}; set role rueda_app`)

  it('a dividend on shares bought on the ex-date', async () => {
    harness.market.actions = [dividend]
    await buy()
    await toExDate()
    await buy(customer, { quantity: '10' })
    await run(EX_DATE)
    expect(await found()).toEqual([])
    await tamper('entitlements', `quantity = 16000000000, gross = 8320`)
    expect(await found()).toEqual(['INV-40'])
  })

  it('a dividend that was due and is missing', async () => {
    harness.market.actions = [dividend]
    await buy()
    await toExDate()
    await run(EX_DATE)
    await jobDone(PAY_DATE)
    expect(await found()).toEqual(['DIVIDEND'])
  })

  it('a dividend paid with another amount than was due', async () => {
    harness.market.actions = [dividend]
    await buy()
    await toExDate()
    await run(EX_DATE)
    await run(PAY_DATE)
    await tamper('entitlements', `tax = 1170`)
    expect(await found()).toEqual(['DIVIDEND'])
  })

  it('a holder who was passed over by a split, and an order left in old shares', async () => {
    await buy()
    await harness.ask(orders.create, { ...BUY, price: '150.00', quantity: '10', tif: 1 }, customer.token)
    await toExDate()
    const actions = [split(7n, 1n)]
    harness.market.actions = actions
    await recordActions(harness.app, actions)
    await jobDone(EX_DATE)
    expect((await faults()).map(({ id, offending }) => `${id} ${offending.length}`)).toEqual(['SPLIT 2'])
  })

  it('a split without the cash for its fraction', async () => {
    harness.market.actions = [split(1n, 4n)]
    await buy()
    await toExDate()
    await run(EX_DATE)
    await tamper(
      'entries',
      `accounts = accounts[1:2], assets = assets[1:2], amounts = amounts[1:2], balances_after = balances_after[1:2] where journal = 'J97'`,
    )
    expect(await found()).toContain('INV-40')
  })
})
