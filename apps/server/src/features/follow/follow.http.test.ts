import { offerings as desk } from '@rueda/contract/admin/offerings.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { follow } from '@rueda/contract/follow.ts'
import { messages } from '@rueda/contract/messages.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { additions } from '@rueda/contract/additions.ts'
import { funds } from '@rueda/contract/funds.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { agencyIds } from '@rueda/rules/follow/agency.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { becomeOwner } from '../../db/app-role.ts'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { hire } from '../../testing/staff.ts'
import { PAY_PASSWORD, newWithdrawer } from '../../testing/withdrawals.ts'
import { mandateInvariants } from '../integrity/verify/mandate-invariants.ts'

/** Agencies on the real calendar: from a Friday's noon in New York, before the cut-off, over two weeks. */
const FRIDAY_NOON = Date.parse('2026-11-20T17:00:00Z')
let database: Database
let harness: MarketHarness
const open = (machineAt = FRIDAY_NOON) =>
  startMarketHarness({ database, environment: { SIM_SEED: 'follow', SIM_ALWAYS_OPEN: '0' }, machineAt, listsEverything: true })

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
async function newFollower(amount = '20000'): Promise<Customer> {
  const customer = await newWithdrawer(harness)
  await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'FOLLOW', amount }, customer.token)
  return customer
}
const asked = { agencyId: 'index-core', amount: '1000', termDays: 7, agreeRisk: 1, payPassword: PAY_PASSWORD } as const
const add = (input: Partial<InputOf<typeof follow.add>>, { token }: Customer) => harness.call(follow.add, { ...asked, ...input }, token)
async function placed(input: Partial<InputOf<typeof follow.add>>, customer: Customer) {
  const { data, msg } = await add(input, customer)
  if (data === null) throw new Error(msg)
  return data
}
const order = async ({ token }: Customer, id: string) => (await harness.ask(follow.orders, { id }, token)).list[0]
const wallet = ({ token }: Customer) => harness.ask(wallets.one, { walletType: 'FOLLOW' }, token)
const offending = async (id: string): Promise<unknown[]> => {
  const { sql } = mandateInvariants.find((each) => each.id === id) ?? { sql: '' }
  return (await database.pool.query(sql)).rows
}

describe('what there is', () => {
  it('six agencies by their risk, each with a record that has just begun, and its backtest apart', async () => {
    const list = await harness.ask(follow.agencies, {})
    expect(list.map(({ id }) => id).toSorted()).toEqual([...agencyIds].toSorted())
    expect(list.map(({ riskLevel }) => riskLevel)).toEqual(list.map(({ riskLevel }) => riskLevel).toSorted((a, b) => a - b))
    const core = list.find(({ id }) => id === 'index-core')
    expect(core).toMatchObject({
      ...{ terms: [7, 15, 30, 90], minAmount: '100.00', maxAmount: '1000000.00', profitShareRate: '0.1', exitFeeRate: '0.005' },
      ...{ status: 'open', nav: '1.0000', raised: '0.00', dealDate: '2026-11-20' },
      record: { kind: 'LIVE_SIM', since: '2026-11-19', totalReturn: '0.00', annualised: null, months: 0 },
      backtest: { kind: 'BACKTEST', through: '2026-11-19' },
    })
    expect(core?.backtest?.nav.length).toBeGreaterThan(40)
    expect(Number(core?.backtest?.costs)).toBeGreaterThan(0)
    expect(core?.backtest?.buyAndHold).not.toBeNull()
  })

  it('the rule with its hash, and every strike with the prices and trades it follows from', async () => {
    const { rule, ruleHash, strikes } = await harness.ask(follow.evidence, { agencyId: 'index-core', kind: 'BACKTEST', pageSize: 50 })
    expect(createHash('sha256').update(rule).digest('hex')).toBe(ruleHash)
    const bought = strikes.list.find(({ trades }) => trades.length > 0)
    expect(bought).toBeDefined()
    for (const strike of strikes.list) {
      // The value of a unit in units of 10^-8 is the account in cents.
      const held = strike.positions.reduce((sum, { value }) => sum + Number(value), Number(strike.cash))
      expect(held / 1_000_000).toBeCloseTo(Number(strike.nav), 7)
      for (const { side, price, instrumentId } of strike.trades) {
        const printed = Number(strike.moves.find((move) => move.instrumentId === instrumentId)?.printed)
        expect(side === 'buy' ? Number(price) > printed : Number(price) < printed).toBe(true)
      }
    }
  })

  it('is never changed, and a value that does not follow from its prices is found', async () => {
    for (const change of ['update agency_strikes set nav = nav', 'delete from agency_strikes', 'truncate agency_strikes'])
      await expect(database.pool.query(change), change).rejects.toThrow(/agency_strikes/u)
    expect(await offending('MANDATE-4')).toEqual([])
    expect(await offending('MANDATE-5')).toEqual([])
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await becomeOwner(client)
      await client.query('alter table agency_strikes disable trigger agency_strikes_are_kept')
      await client.query(
        `update agency_strikes set nav = nav + 1 where agency_id = 'fx-carry' and kind = 'backtest' and date = (select max(date) from agency_strikes)`,
      )
      const { sql } = mandateInvariants.find(({ id }) => id === 'MANDATE-4') ?? { sql: '' }
      expect((await client.query(sql)).rows).toMatchObject([{ agency_id: 'fx-carry', kind: 'backtest', date: '2026-11-19' }])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('following', () => {
  it('names what stands in the way, and another’s mandate is a missing one', async () => {
    const [ana, bea] = [await newFollower(), await newFollower()]
    expect(await add({ amount: '99.99' }, ana)).toMatchObject({ code: 5005 })
    expect(await add({ amount: '1000001' }, ana)).toMatchObject({ code: 5005 })
    expect(await add({ amount: '100.5' }, ana)).toMatchObject({ code: 5005 })
    expect(await add({ amount: '20001' }, ana)).toMatchObject({ code: 3009 })
    expect(await add({ payPassword: 'wrong-password' }, ana)).toMatchObject({ code: 2009 })
    expect(await harness.call(follow.add, { ...asked, termDays: 8 as 7 }, ana.token)).toMatchObject({ code: 1000 })
    const own = await placed({}, ana)
    expect(await wallet(ana)).toMatchObject({ balance: '20000.00', usedBalance: '1000.00' })
    expect(await harness.call(follow.cancel, { id: own.id }, bea.token)).toMatchObject({ code: 1002 })
    expect(await harness.call(follow.end, { id: own.id, takesExitFee: 1 }, bea.token)).toMatchObject({ code: 1002 })
    expect(await harness.call(follow.limit, { id: own.id, lossLimit: 10 }, bea.token)).toMatchObject({ code: 1002 })
    expect(await harness.call(follow.renew, { id: own.id, renews: 1 }, bea.token)).toMatchObject({ code: 1002 })
    expect((await harness.ask(follow.orders, { id: own.id }, bea.token)).total).toBe(0)
    expect(await harness.call(follow.end, { id: own.id, takesExitFee: 1 }, ana.token)).toMatchObject({ code: 5061 })
    expect(await harness.call(follow.cancel, { id: own.id }, ana.token)).toMatchObject({ code: 200, data: { status: 3, cancelled: 1 } })
    expect(await wallet(ana)).toMatchObject({ balance: '20000.00', usedBalance: '0.00' })
  })

  it('one key is one mandate, and all the money is given once', async () => {
    const customer = await newFollower('1500')
    const key = { 'idempotency-key': 'follow-once' }
    const [first, again] = await Promise.all([1, 2].map(() => harness.call(follow.add, asked, customer.token, key)))
    expect(again?.data).toEqual(first?.data)
    expect(await add({}, customer)).toMatchObject({ code: 3009 })
    expect(await wallet(customer)).toMatchObject({ usedBalance: '1000.00' })
  })

  it('begins at its strike, ends on request at the next one for the exit fee, at its term for none, and goes on where it is asked to', async () => {
    const customer = await newFollower()
    const [short, ended, renewed] = [
      await placed({}, customer),
      await placed({ agencyId: 'fx-carry', amount: '2000', termDays: 30, lossLimit: 20 }, customer),
      await placed({ agencyId: 'momentum', amount: '3000' }, customer),
    ]
    expect(short).toMatchObject({ status: 0, confirmDate: '2026-11-20', cancellable: 1, currentValue: '0.00', lossLimit: null })

    // Past the cut-off nothing is taken back, and what is asked for now is of Monday.
    await harness.passTo('2026-11-20T20:00:01Z')
    expect(await harness.call(follow.cancel, { id: short.id }, customer.token)).toMatchObject({ code: 5000 })
    const late = await placed({ amount: '500' }, customer)
    expect(late.confirmDate).toBe('2026-11-23')
    expect(await harness.call(follow.cancel, { id: late.id }, customer.token)).toMatchObject({ code: 200 })

    await harness.passTo('2026-11-21T01:00:20Z')
    const begun = await order(customer, short.id)
    expect(begun).toMatchObject({ status: 1, expireDate: '2026-11-27', settleDate: '2026-11-27', endable: 1, renewable: 1 })
    expect(Number(begun?.units)).toBeCloseTo(1000 / Number(begun?.navIn), 3)
    const overview = await harness.ask(wallets.overview, {}, customer.token)
    expect(Number(overview.followValue)).toBeCloseTo(6000, 1)
    expect(Number(overview.totalAssets)).toBeCloseTo(100_000, 0)

    expect(await harness.call(follow.end, { id: ended.id }, customer.token)).toMatchObject({ code: 5060 })
    expect(await harness.call(follow.end, { id: ended.id, takesExitFee: 1 }, customer.token)).toMatchObject({
      code: 200,
      data: { ending: { date: '2026-11-23', reason: 'request' }, cancellable: 1, endable: 0 },
    })
    expect(await harness.call(follow.renew, { id: renewed.id, renews: 1 }, customer.token)).toMatchObject({ data: { renews: 1 } })
    expect(await harness.call(follow.limit, { id: renewed.id, lossLimit: 51 }, customer.token)).toMatchObject({ code: 1000 })
    expect(await harness.call(follow.limit, { id: renewed.id, lossLimit: 50 }, customer.token)).toMatchObject({ data: { lossLimit: 50 } })

    await harness.passTo('2026-11-24T01:00:20Z')
    const paid = await order(customer, ended.id)
    expect(paid).toMatchObject({ status: 2, units: '0.0000', settled: { date: '2026-11-23', reason: 'request' } })
    const { value, exitFee, payout } = paid?.settled ?? { value: '', exitFee: '', payout: '' }
    expect(Number(exitFee)).toBeCloseTo(Number(value) * 0.005, 1)
    expect(Number(value) - Number(exitFee) - Number(paid?.profitShare)).toBeCloseTo(Number(payout), 2)
    // What the day has brought, the exit fee counted, is all that the total has changed by since its start.
    const monday = await harness.ask(wallets.overview, {}, customer.token)
    expect(Number(monday.todayProfit)).toBeCloseTo(Number(monday.totalAssets) - Number(overview.totalAssets), 1)

    // The server is away over the end of the terms, and makes up for it once.
    await harness.stop()
    harness = await open(Date.parse('2026-11-30T16:00:00Z'))
    await harness.pass(1_000)
    await harness.pass(20_000)
    expect(await order(customer, short.id)).toMatchObject({ status: 2, settled: { date: '2026-11-27', reason: 'term', exitFee: '0.00' } })
    expect(await order(customer, renewed.id)).toMatchObject({ status: 1, renewals: 1, renews: 0, expireDate: '2026-12-04' })
    const told = await harness.ask(messages.list, {}, customer.token)
    expect(told.list.filter(({ type }) => type === 'follow')).toHaveLength(6)
    const stat = await harness.ask(follow.stat, {}, customer.token)
    expect(Number(stat.value)).toBeGreaterThan(2_000)
    expect(stat.waiting).toBe('0.00')
    const { list } = await harness.ask(wallets.cashFlows, { walletType: 'FOLLOW', bizType: 'FOLLOW_END' }, customer.token)
    expect(list).toHaveLength(2)
  })
})

describe('adding to an order (A.95)', () => {
  it('takes another mandate of the same terms beside one that waits, and another subscription to the same fund', async () => {
    const customer = await newFollower()
    const first = await placed({ termDays: 30, lossLimit: 20 }, customer)
    const protectedBy = { payPassword: PAY_PASSWORD } as const
    const addition = { orderType: 'follow', orderId: first.id, amount: '500', ...protectedBy } as const
    const added = await harness.ask(additions.add, addition, customer.token)
    expect(added).toMatchObject({ orderType: 'follow', amount: '500' })
    expect(await order(customer, added.orderId)).toMatchObject({ agencyId: 'index-core', termDays: 30, lossLimit: 20, status: 0 })
    const bought = await harness.ask(funds.create, { productId: 'gold', action: 'subscribe', amount: '100' }, customer.token)
    const more = { orderType: 'fund', orderId: bought.id, amount: '250', ...protectedBy } as const
    const other = await harness.ask(additions.add, more, customer.token)
    expect((await harness.ask(funds.list, { id: other.orderId }, customer.token)).list[0]).toMatchObject({
      productId: 'gold',
      amount: '250.00',
    })
  })

  it('is refused for what is over, for somebody else’s, and by the first order’s own rules', async () => {
    const customer = await newFollower()
    const first = await placed({}, customer)
    const addition = { orderType: 'follow', orderId: first.id, amount: '500', payPassword: PAY_PASSWORD } as const
    const stranger = await newFollower()
    expect(await harness.call(additions.add, addition, stranger.token)).toMatchObject({ code: 1002 })
    expect(await harness.call(additions.add, { ...addition, amount: '5' }, customer.token)).toMatchObject({ code: 5005 })
    const once = { 'idempotency-key': 'addition-once' }
    const { data: added } = await harness.call(additions.add, addition, customer.token, once)
    expect(added).toMatchObject({ amount: '500' })
    await harness.ask(follow.cancel, { id: first.id }, customer.token)
    expect(await harness.call(additions.add, { ...addition, amount: '600' }, customer.token)).toMatchObject({ code: 5063 })
    expect((await harness.call(additions.add, addition, customer.token, once)).data).toEqual(added)
  })
})

describe('staff', () => {
  it('pause new orders by themselves, and end an agency with another person, at the next strike', async () => {
    const product = await hire(harness, ['product'])
    const customer = await newFollower()
    const [held, waiting] = [
      await placed({ agencyId: 'low-volatility', termDays: 90 }, customer),
      await placed({ agencyId: 'low-volatility' }, customer),
    ]
    const why = { reason: 'maintenance', kind: 'agency', id: 'low-volatility', cause: 'demand' } as const
    expect(await product.ask(desk.pause, { ...why, isPaused: 1 })).toEqual({ state: 'done' })
    expect(await product.call(desk.pause, { ...why, isPaused: 1 })).toMatchObject({ code: 1000 })
    expect(await add({ agencyId: 'low-volatility', amount: '200' }, customer)).toMatchObject({ code: codeOf('offering.paused') })
    expect(await product.ask(desk.pause, { ...why, isPaused: 0 })).toEqual({ state: 'done' })
    await harness.passTo('2026-12-01T01:00:20Z')
    expect(await order(customer, held.id)).toMatchObject({ status: 1 })
    expect(await order(customer, waiting.id)).toMatchObject({ status: 1 })
    const last = await placed({ agencyId: 'low-volatility' }, customer)

    const [first, second] = [await hire(harness, ['product']), await hire(harness, ['product'])]
    expect(await first.ask(desk.close, why)).toEqual({ state: 'waiting' })
    expect(await first.call(desk.close, why)).toMatchObject({ code: codeOf('approval.same_person') })
    expect(await second.ask(desk.close, why)).toEqual({ state: 'done' })
    expect(await second.call(desk.close, why)).toMatchObject({ code: 1000 })
    expect(await add({ agencyId: 'low-volatility', amount: '300' }, customer)).toMatchObject({ code: codeOf('offering.closed') })
    await harness.passTo('2026-12-02T01:00:20Z')
    expect(await order(customer, held.id)).toMatchObject({ status: 2, settled: { date: '2026-12-01', reason: 'closed', exitFee: '0.00' } })
    expect(await order(customer, last.id)).toMatchObject({ status: 3, cancelled: 0 })
    expect(await wallet(customer)).toMatchObject({ usedBalance: '0.00' })

    // It stays listed with its record, which goes no further.
    await harness.passTo('2026-12-03T01:00:20Z')
    const closed = (await harness.ask(follow.agencies, {})).find(({ id }) => id === 'low-volatility')
    expect(closed).toMatchObject({ status: 'closed', endsOn: '2026-12-01', record: { through: '2026-12-01' } })
  })
})

it('what a strike left undone is dealt at its value before the next strike is there', async () => {
  const customer = await newFollower()
  const { id } = await placed({ termDays: 30 }, customer)
  await harness.passTo('2026-12-04T01:00:20Z')
  await harness.ask(follow.end, { id, takesExitFee: 1 }, customer.token)
  const { commands } = harness.app
  const run = commands.run.bind(commands)
  const failing = vi
    .spyOn(commands, 'run')
    .mockImplementation((kind, command) => (kind.name === 'follow.deal' ? Promise.reject(new Error('no database')) : run(kind, command)))
  await harness.passTo('2026-12-05T01:00:20Z')
  failing.mockRestore()
  expect(harness.problems.splice(0)).not.toEqual([])
  expect(await order(customer, id)).toMatchObject({ status: 1, ending: { date: '2026-12-04' } })
  const { agencies } = harness.app
  const keep = agencies.keep.bind(agencies)
  const striking = vi.spyOn(agencies, 'keep').mockImplementation(async (...struck) => {
    expect(await order(customer, id)).toMatchObject({ status: 2, settled: { date: '2026-12-04', reason: 'request' } })
    return keep(...struck)
  })
  await harness.passTo('2026-12-08T01:00:20Z')
  expect(striking).toHaveBeenCalled()
  striking.mockRestore()
  expect(harness.problems).toEqual([])
  expect(await offending('MANDATE-3')).toEqual([])
})
