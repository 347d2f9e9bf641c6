import type { InputOf } from '@rueda/contract/endpoint.ts'
import { funds } from '@rueda/contract/funds.ts'
import { practice } from '@rueda/contract/practice.ts'
import { messages } from '@rueda/contract/messages.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { becomeOwner } from '../../db/app-role.ts'
import type { Database } from '../../db/open.ts'
import { fundInvariants } from '../integrity/verify/fund-invariants.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** Funds on the real calendar: from a Friday's noon in New York, before the cut-off, into the next week. */
const FRIDAY_NOON = Date.parse('2026-11-20T17:00:00Z')
let database: Database
let harness: MarketHarness
const open = () =>
  startMarketHarness({ database, environment: { SIM_SEED: 'funds', SIM_ALWAYS_OPEN: '0' }, machineAt: FRIDAY_NOON, listsEverything: true })

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await open()
  await harness.pass(1_000)
})
afterAll(async () => {
  await expectSoundBooks(database.pool)
  await harness.stop()
  await database.stop()
})

type Customer = Awaited<ReturnType<MarketHarness['newCustomer']>>
const create = (input: InputOf<typeof funds.create>, { token }: Customer) => harness.call(funds.create, input, token)
const buy = async (customer: Customer, productId: 'cash-usd' | 'us-index', amount: string) => {
  const { data, msg } = await create({ productId, action: 'subscribe', amount }, customer)
  if (data === null) throw new Error(msg)
  return data
}
const order = async (customer: Customer, id: string) => (await harness.ask(funds.list, { id }, customer.token)).list[0]
const dollars = (customer: Customer) => harness.ask(wallets.one, { walletType: 'US_WALLET' }, customer.token)

describe('what there is', () => {
  it('every fund with its value, its holdings and what it costs, by kind', async () => {
    const { list } = await harness.ask(funds.products, { pageSize: 50 })
    expect(list).toHaveLength(12)
    expect((await harness.ask(funds.products, { type: 'current' })).list.map(({ id }) => id)).toEqual([
      'cash-usd',
      'short-bond',
      'cash-ars',
    ])
    const balanced = list.find(({ id }) => id === 'balanced')
    expect(balanced).toMatchObject({
      ...{ type: 'regular', termDays: 180, navDate: '2026-11-19', dealDate: '2026-11-20', payDate: '2026-11-23', suspended: 0 },
      ...{ mgmtFeeRate: '0.006', subscribeFeeRate: '0.005', earlyRedeemFeeRate: '0.01', billRate: '0.04', remain: '10000000.00' },
    })
    expect(balanced?.holdingsTop.map(({ instrumentId }) => instrumentId)).toEqual(['IDX:US500', null])
    expect(list.find(({ id }) => id === 'momentum')?.holdingsTop).toHaveLength(10)
  })

  it('all values of a unit, a day each, and the holdings at their prices', async () => {
    const { navs, holdings } = await harness.ask(funds.history, { productId: 'us-index' })
    expect(navs[0]?.nav).toBe('1.0000')
    expect(navs.at(-1)?.date).toBe('2026-11-19')
    expect(new Set(navs.map(({ date }) => date)).size).toBe(navs.length)
    expect(holdings).toMatchObject([{ instrumentId: 'IDX:US500', per: null, weight: '100.00' }])
    expect(Number(holdings[0]?.price)).toBeGreaterThan(0)
  })
})

describe('a value that was struck', () => {
  it('is never changed', async () => {
    for (const change of ['update fund_strikes set nav = nav', 'delete from fund_strikes', 'truncate fund_strikes'])
      await expect(database.pool.query(change), change).rejects.toThrow(/fund_strikes/u)
  })

  it('that does not follow from the closes is found, by one ten-thousandth', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await becomeOwner(client)
      await client.query('alter table fund_strikes disable trigger fund_strikes_are_kept')
      const bend = `update fund_strikes set nav = nav + 10000 where fund_id = 'balanced' and date = (select max(date) from fund_strikes)`
      expect((await client.query(bend)).rowCount).toBe(1)
      const { sql } = fundInvariants.find(({ id }) => id === 'FUND-4') ?? { sql: '' }
      expect((await client.query(sql)).rows).toMatchObject([{ fund_id: 'balanced', date: '2026-11-19' }])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('one subscription', () => {
  it('is refused in the ways there are', async () => {
    const ana = await harness.newCustomer()
    const bea = await harness.newCustomer()
    const own = await buy(ana, 'cash-usd', '100')
    expect(await create({ productId: 'cash-usd', action: 'subscribe' }, ana)).toMatchObject({ code: 1001 })
    expect(await create({ productId: 'cash-usd', action: 'subscribe', amount: '9.99' }, ana)).toMatchObject({ code: 5005 })
    expect(await create({ productId: 'cash-usd', action: 'subscribe', amount: '100000.01' }, ana)).toMatchObject({ code: 5007 })
    expect(await create({ productId: 'cash-usd', action: 'subscribe', amount: '60000' }, ana)).toMatchObject({ code: 3009 })
    expect(await create({ productId: 'cash-usd', action: 'redeem' }, ana)).toMatchObject({ code: 1001 })
    expect(await create({ productId: 'cash-usd', action: 'redeem', orderId: own.id }, ana)).toMatchObject({ code: 5008 })
    expect(await create({ productId: 'us-index', action: 'redeem', orderId: own.id }, ana)).toMatchObject({ code: 1002 })
    expect(await create({ productId: 'cash-usd', action: 'redeem', orderId: own.id }, bea)).toMatchObject({ code: 1002 })
    expect(await harness.call(funds.cancel, { id: own.id }, bea.token)).toMatchObject({ code: 1002 })
    expect((await harness.ask(funds.list, { id: own.id }, bea.token)).total).toBe(0)
    expect(await harness.call(funds.cancel, { id: own.id }, ana.token)).toMatchObject({ code: 200, data: { status: 4, cancelled: 1 } })
    expect(await dollars(ana)).toMatchObject({ balance: '50000.00', usedBalance: '0.00' })
  })

  it('waits for its strike, holds units from then on, and is paid the trading day after it is redeemed', async () => {
    const customer = await harness.newCustomer()
    const [cash, index] = [await buy(customer, 'cash-usd', '1000'), await buy(customer, 'us-index', '2000')]
    expect(index).toMatchObject({
      status: 0,
      confirmDate: '2026-11-20',
      fee: '10.00',
      units: '0.0000',
      cancellable: 1,
      currentValue: '0.00',
    })
    expect(await dollars(customer)).toMatchObject({ balance: '50000.00', usedBalance: '3000.00' })

    expect(await harness.ask(funds.stat, {}, customer.token)).toMatchObject({ pendingAmount: '3000.00', currentAmount: '0.00' })

    // Past the cut-off nothing is taken back, and what is asked for now is of Monday.
    await harness.passTo('2026-11-20T20:00:01Z')
    expect(await harness.call(funds.cancel, { id: cash.id }, customer.token)).toMatchObject({ code: 5000 })
    expect((await buy(customer, 'cash-usd', '50')).confirmDate).toBe('2026-11-23')

    await harness.passTo('2026-11-21T01:00:20Z')
    const bought = await order(customer, index.id)
    expect(bought).toMatchObject({ status: 1, fee: '10.00', expireTimeTimestamp: Date.parse('2027-02-18T05:00:00Z') })
    expect(Number(bought?.units)).toBeCloseTo(1990 / Number(bought?.nav), 3)
    expect(await dollars(customer)).toMatchObject({ balance: '47000.00', usedBalance: '50.00' })
    const movements = await harness.ask(wallets.cashFlows, { walletType: 'US_WALLET', bizType: 'FUND_BUY' }, customer.token)
    expect(movements.list.map(({ amount }) => amount).toSorted()).toEqual(['-1000.00', '-2000.00'])
    const overview = await harness.ask(wallets.overview, {}, customer.token)
    expect(Number(overview.fundsValue)).toBeCloseTo(2990, 0)
    expect(Number(overview.totalAssets)).toBeCloseTo(99_990, 0)
    const told = await harness.ask(messages.list, {}, customer.token)
    expect(told.list.filter(({ title }) => title.includes('Dólares a la vista') || title.includes('Dollar cash'))).toHaveLength(1)

    // Units of a fixed term cost something before its end, and only when one says that one knows.
    const early = { productId: 'us-index', action: 'redeem', orderId: index.id } as const
    expect(await create(early, customer)).toMatchObject({ code: 5006 })
    expect(await create({ ...early, takesEarlyFee: 1, units: '99999' }, customer)).toMatchObject({ code: 3010 })
    expect(await create({ ...early, takesEarlyFee: 1 }, customer)).toMatchObject({
      code: 200,
      data: { status: 2, confirmDate: '2026-11-23' },
    })
    expect(await create({ productId: 'cash-usd', action: 'redeem', orderId: cash.id, units: '400' }, customer)).toMatchObject({
      code: 200,
      data: { redeemUnits: '400.0000', redeemAmount: null },
    })

    await harness.passTo('2026-11-24T01:00:20Z')
    const struck = await order(customer, index.id)
    expect(struck).toMatchObject({ status: 2, payDate: '2026-11-24', cancellable: 0 })
    expect(Number(struck?.redeemFee) / (Number(struck?.redeemAmount) + Number(struck?.redeemFee))).toBeCloseTo(0.01, 4)
    const before = Number((await dollars(customer)).available)

    await harness.passTo('2026-11-24T14:30:20Z')
    expect(await order(customer, index.id)).toMatchObject({ status: 3, units: '0.0000', paidAmount: struck?.redeemAmount })
    const rest = await order(customer, cash.id)
    expect(rest).toMatchObject({ status: 1, redeemUnits: null })
    const paid = Number(struck?.redeemAmount) + Number(rest?.paidAmount)
    expect(Number((await dollars(customer)).available) - before).toBeCloseTo(paid, 2)
    const { list } = await harness.ask(wallets.cashFlows, { walletType: 'US_WALLET', bizType: 'FUND_PAY' }, customer.token)
    expect(list).toHaveLength(2)
    const stat = await harness.ask(funds.stat, {}, customer.token)
    expect(stat).toMatchObject({ currency: 'USD', regularAmount: '0.00' })
    expect(Number(stat.regularIncome)).toBeCloseTo(Number(struck?.redeemAmount) - 2000, 2)
  })

  it('two at once buy for what there is, once', async () => {
    const customer = await harness.newCustomer()
    const key = { 'idempotency-key': 'fund-once' }
    const input = { productId: 'cash-usd', action: 'subscribe', amount: '30000' } as const
    const [first, again] = await Promise.all([1, 2].map(() => harness.call(funds.create, input, customer.token, key)))
    expect(again?.data).toEqual(first?.data)
    expect(await create(input, customer)).toMatchObject({ code: 3009 })
    expect(await dollars(customer)).toMatchObject({ usedBalance: '30000.00' })
  })

  it('are named by their kind where an account cannot begin again', async () => {
    const customer = await harness.newCustomer()
    expect(await harness.ask(practice.standing, {}, customer.token)).toMatchObject({ inTheWay: [] })
    await buy(customer, 'cash-usd', '30000')
    expect(await harness.ask(practice.standing, {}, customer.token)).toMatchObject({ inTheWay: ['funds'] })
  })
})
