import type { InputOf } from '@rueda/contract/endpoint.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { plans } from '@rueda/contract/plans.ts'
import { positions } from '@rueda/contract/positions.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import type { CalendarDay } from '@rueda/exchange/venue.ts'
import { addDays, dayNumber } from '@rueda/rules/calendar-date.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { refuse } from '@rueda/rules/result.ts'
import { codeOf } from '@rueda/rules/refusals.ts'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Customer, type Harness, TEST_MOMENT, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { findingsAfter } from '../../testing/tamper.ts'
import { applyCorporateActions } from '../corporate/apply.ts'
import { runPlans } from './jobs.ts'

/** A market at 182.36 × 182.37 that is open from 9:30 to 16:00 in New York on weekdays; it is Wednesday, 14:00. */
let harness: Harness
let ana: Customer

const TODAY = '2026-11-18'
const WEEKEND_FROM = 5
const WEEK = 7
/** The first of January 1970 was a Thursday: three days after a Monday. */
const THURSDAY = 3

function weekdays(from: string, to: string): CalendarDay[] {
  const days: CalendarDay[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const trading = (dayNumber(date) + THURSDAY) % WEEK < WEEKEND_FROM
    const open = { type: 'REGULAR', opensAt: Date.parse(`${date}T14:30:00Z`), closesAt: Date.parse(`${date}T21:00:00Z`) } as const
    days.push({ date, trading, settlement: trading, halfDay: false, sessions: trading ? [open] : [], holidayName: null, projected: false })
  }
  return days
}

beforeEach(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  vi.spyOn(harness.app.venue, 'calendar').mockImplementation((_market, from, to) => Promise.resolve(weekdays(from, to)))
  ana = await harness.newCustomer()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

let keys = 0
const key = () => ({ 'idempotency-key': `plan-${(keys += 1)}` })
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const WEEKLY = { stockCode: 'TEST', amount: '100.00', rhythm: 'week', day: 4, firstDate: TODAY } as const
const create = (change: Partial<InputOf<typeof plans.create>> = {}, who = ana) =>
  harness.call(plans.create, { ...WEEKLY, ...change }, who.token, key())
const begin = async (change: Partial<InputOf<typeof plans.create>> = {}) => {
  const { data, msg } = await create(change)
  if (data === null) throw new Error(msg)
  return data
}
const one = async (id: string, who = ana) => (await harness.ask(plans.list, { id }, who.token)).list[0]
const runsOf = async (id: string) => (await harness.ask(plans.runs, { id }, ana.token)).list
const held = async () => (await harness.ask(positions.holding, {}, ana.token)).list[0]
const told = async () => (await harness.ask(messages.list, {}, ana.token)).list.map(({ title }) => title)
/** To a moment of a later day, and the job, twice as after a restart. */
async function to(moment: string): Promise<void> {
  await harness.pass(Date.parse(moment) - harness.app.clock.now())
  await runPlans(harness.app)
  await runPlans(harness.app)
  await harness.pass(250)
}

describe('a recurring buy', () => {
  it('is previewed with what it buys, costs, and when', async () => {
    expect(await harness.ask(plans.preview, WEEKLY, ana.token)).toMatchObject({
      ...{
        quantity: '0.540203',
        price: '182.37',
        worstPrice: '184.19',
        fee: '0.50',
        cost: '99.02',
        feePercent: '0.50',
        leastAmount: null,
        currency: 'USD',
        walletType: 'STOCK',
      },
      ...{ nextDates: ['2026-11-19', '2026-11-26', '2026-12-03'], nextTimestamp: Date.parse('2026-11-19T15:00:00Z') },
      ...{ yearAmount: '5200.00', yearFee: '26.00', available: '50000.00' },
    })
    expect(await harness.ask(plans.preview, { ...WEEKLY, amount: '1.00' }, ana.token)).toMatchObject({
      quantity: null,
      leastAmount: '1.52',
    })
    expect(await harness.call(plans.preview, { ...WEEKLY, stockCode: 'NONE' }, ana.token)).toMatchObject(refused('instrument.unknown'))
    expect(await harness.call(plans.preview, { ...WEEKLY, stockCode: 'LPAM', market: 'AR' }, ana.token)).toMatchObject(
      refused('plan.instrument'),
    )
  })

  it('is previewed only where it could begin', async () => {
    for (const [change, field] of [
      [{ firstDate: '2199-12-31' }, 'firstDate'],
      [{ firstDate: '2199-12-31', rhythm: 'month', day: 28 }, 'firstDate'],
      [{ day: 6 }, 'day'],
    ] as const) {
      const wanted = { ...refused('parameter.invalid'), data: { field } }
      expect(await harness.call(plans.preview, { ...WEEKLY, ...change }, ana.token)).toMatchObject(wanted)
      expect(await create(change)).toMatchObject(wanted)
    }
  })

  it('that is begun and then cannot be read is not told as refused, and the same key has it', async () => {
    const first = await begin()
    const { pool } = harness.app
    const query = pool.query.bind(pool) as (text: unknown) => Promise<never>
    vi.spyOn(pool, 'query').mockImplementation((text: unknown, ...values: unknown[]) => {
      const isRead = typeof text === 'string' && text.startsWith('select * from plans where account_id')
      return isRead
        ? Promise.reject(Object.assign(new Error('going down'), { code: '57P01' }))
        : Reflect.apply(query, pool, [text, ...values])
    })
    const headers = key()
    expect(await harness.call(plans.create, WEEKLY, ana.token, headers)).toMatchObject({ status: 504, ...refused('outcome.unknown') })
    // A change that cannot read its plan has carried out nothing.
    expect(await harness.call(plans.act, { id: first.id, action: 'pause' }, ana.token, key())).toMatchObject(refused('maintenance'))
    expect(harness.problems.splice(0)).toHaveLength(2)
    vi.mocked(pool.query).mockRestore()
    const begun = await harness.call(plans.create, WEEKLY, ana.token, headers)
    const ids = (await harness.ask(plans.list, {}, ana.token)).list.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    expect(ids).toContain(begun.data?.id)
  })

  it('buys half an hour after the open, once, with an order like any other', async () => {
    const { id } = await begin()
    await to('2026-11-19T14:59:00Z')
    expect(await held()).toBeUndefined()
    await to('2026-11-19T15:00:00Z')
    expect(await held()).toMatchObject({ quantity: '0.540203', costAmount: '99.02' })
    const [run] = await runsOf(id)
    expect(run).toMatchObject({ dueDate: '2026-11-19', runDate: '2026-11-19', amount: '100.00', reason: null, isDividend: 0 })
    const { list } = await harness.ask(orders.list, { orderId: run?.orderId ?? '' }, ana.token)
    expect(list).toMatchObject([{ status: 1, handlingFee: '0.50', amount: '98.52' }])
    expect(await one(id)).toMatchObject({ nextDates: ['2026-11-26', '2026-12-03', '2026-12-10'], lastRun: { orderId: run?.orderId } })
    await to('2026-11-19T20:00:00Z')
    expect(await runsOf(id)).toHaveLength(1)
    await to('2026-11-26T15:10:00Z')
    expect(await runsOf(id)).toHaveLength(2)
  })

  it('due on a closed day buys in the next session', async () => {
    const { id, nextDates } = await begin({ rhythm: 'month', day: 21 })
    expect(nextDates[0]).toBe('2026-11-23')
    await to('2026-11-21T16:00:00Z')
    expect(await runsOf(id)).toEqual([])
    await to('2026-11-23T15:00:00Z')
    expect(await runsOf(id)).toMatchObject([{ dueDate: '2026-11-21', runDate: '2026-11-23' }])
  })

  it('is made up for in the next session after downtime, and is missed when it is long past', async () => {
    const { id } = await begin()
    await to('2026-11-20T16:00:00Z')
    expect(await runsOf(id)).toMatchObject([{ dueDate: '2026-11-19', runDate: '2026-11-20', reason: null }])
    await to('2026-12-16T16:00:00Z')
    expect(await runsOf(id)).toMatchObject([{ dueDate: '2026-11-26', reason: 'missed' }, { dueDate: '2026-11-19' }])
    expect(await one(id)).toMatchObject({ skipsInRow: 0, nextDates: ['2026-12-17', '2026-12-24', '2026-12-31'] })
  })

  it('without money is skipped and told, and three in a row pause it until it is resumed', async () => {
    const { id } = await begin({ amount: '60000.00' })
    for (const day of ['2026-11-19', '2026-11-26', '2026-12-03']) await to(`${day}T15:05:00Z`)
    expect((await runsOf(id)).map(({ reason, orderId }) => [reason, orderId])).toEqual(Array(3).fill(['money', null]))
    expect(await one(id)).toMatchObject({ status: 'paused', pausedBy: 'skips', nextDates: [], skipsInRow: 3 })
    expect((await told()).filter((title) => title.includes('TEST'))).toHaveLength(4)
    await to('2026-12-10T15:05:00Z')
    expect(await runsOf(id)).toHaveLength(3)
    expect(await harness.ask(plans.act, { id, action: 'resume' }, ana.token)).toMatchObject({ status: 'active', skipsInRow: 0 })
    await harness.ask(plans.change, { ...WEEKLY, id, amount: '50.00' }, ana.token)
    await to('2026-12-17T15:05:00Z')
    expect((await runsOf(id))[0]).toMatchObject({ amount: '50.00', reason: null })
  })

  it('takes what its wallet lacks from the wallets it names, in one commit with its order, and from no other', async () => {
    const { id, givers } = await begin({ givers: ['FOLLOW', 'US_WALLET'] })
    expect(givers).toEqual(['FOLLOW', 'US_WALLET'])
    const alone = await begin({ amount: '50.00' })
    const move = (fromWalletType: 'STOCK' | 'US_WALLET', toWalletType: 'FOLLOW' | 'FOREX', amount: string) =>
      harness.ask(transfers.create, { fromWalletType, toWalletType, amount }, ana.token)
    await move('US_WALLET', 'FOLLOW', '20')
    await move('STOCK', 'FOREX', '49970')
    await to('2026-11-19T15:00:00Z')
    const brought = (await harness.ask(transfers.list, {}, ana.token)).list.filter(({ toWalletType }) => toWalletType === 'STOCK')
    const [run] = await runsOf(id)
    expect(run).toMatchObject({ reason: null })
    const [order] = (await harness.ask(orders.list, { orderId: run?.orderId ?? '' }, ana.token)).list
    // In the wallets' own order, whatever the plan's; its hold of 100.00 lacks what is not in the 30.00 that are there.
    expect(brought).toMatchObject([{ fromWalletType: 'US_WALLET', fromAmount: '70.00', status: 2 }])
    expect(order).toMatchObject({ status: 1 })
    expect(await runsOf(alone.id)).toMatchObject([{ reason: 'money' }])
    expect(await harness.ask(wallets.one, { walletType: 'FOLLOW' }, ana.token)).toMatchObject({ available: '20.00' })
    await to('2026-11-19T15:05:00Z')
    expect((await harness.ask(transfers.list, {}, ana.token)).total).toBe(3)
  })

  it('is refused from wallets that may not give, and skipped where all of them have too little', async () => {
    for (const givers of [['BALANCE'], ['FUTURE'], ['STOCK'], ['FOLLOW', 'FOLLOW']] as const)
      expect(await create({ givers: [...givers] })).toMatchObject({ ...refused('parameter.invalid'), data: { field: 'givers' } })
    const { id } = await begin({ amount: '100001.00', givers: ['US_WALLET'] })
    await to('2026-11-19T15:00:00Z')
    expect(await runsOf(id)).toMatchObject([{ reason: 'money' }])
    expect((await harness.ask(transfers.list, {}, ana.token)).total).toBe(0)
    expect(await harness.ask(plans.change, { ...WEEKLY, id, givers: [] }, ana.token)).toMatchObject({ givers: [] })
  })

  it('waits while plans are switched off or its share is halted, and buys when it goes on', async () => {
    const { id } = await begin()
    const turned = vi.spyOn(harness.app.switches, 'refusal')
    turned.mockImplementation((name) => (name === 'plans' ? refuse('feature.disabled', { feature: 'plans' }) : null))
    expect(await create()).toMatchObject({ ...refused('feature.disabled'), data: { feature: 'plans' } })
    await to('2026-11-19T15:00:00Z')
    expect(await runsOf(id)).toEqual([])
    turned.mockRestore()
    vi.spyOn(harness.app.venue, 'isSplitting').mockReturnValue(true)
    await to('2026-11-19T15:01:00Z')
    expect(await runsOf(id)).toEqual([])
    vi.spyOn(harness.app.venue, 'isSplitting').mockReturnValue(false)
    await to('2026-11-19T15:02:00Z')
    expect(await runsOf(id)).toMatchObject([{ reason: null }])
  })

  it('is paused and ended at any time, and never bought for meanwhile', async () => {
    const { id } = await begin()
    await harness.ask(plans.act, { id, action: 'pause' }, ana.token)
    await to('2026-11-19T15:05:00Z')
    expect(await runsOf(id)).toEqual([])
    await harness.ask(plans.act, { id, action: 'resume' }, ana.token)
    // Resumed after the moment of that day, it goes on with the next date.
    await to('2026-11-19T15:06:00Z')
    expect(await runsOf(id)).toEqual([])
    await harness.ask(plans.act, { id, action: 'end' }, ana.token)
    expect(await harness.call(plans.act, { id, action: 'resume' }, ana.token, key())).toMatchObject(refused('plan.ended'))
    expect(await one(id)).toMatchObject({ status: 'ended', nextDates: [] })
  })
})

describe('what is refused', () => {
  it('an amount that buys nothing, a day that there is not, and a change of somebody else’s plan', async () => {
    const bea = await harness.newCustomer()
    expect(await create({ amount: '1.00' })).toMatchObject({ ...refused('amount.out_of_range'), data: { num: '1.52' } })
    expect(await create({ day: 6 })).toMatchObject(refused('parameter.invalid'))
    expect(await create({ firstDate: '2028-01-01' })).toMatchObject(refused('parameter.invalid'))
    const { id } = await begin()
    for (const call of [
      harness.call(plans.act, { id, action: 'end' }, bea.token, key()),
      harness.call(plans.change, { ...WEEKLY, id }, bea.token, key()),
      harness.call(plans.runs, { id }, bea.token),
    ])
      expect(await call).toMatchObject(refused('object.not_found'))
    expect(await one(id, bea)).toBeUndefined()
    expect(await one(id)).toMatchObject({ status: 'active' })
  })

  it('a frozen account begins none, and its purchases are skipped', async () => {
    const { id } = await begin()
    await harness.app.pool.query(
      `update account_states set frozen_at = 1, frozen_by = 'staff', version = version + 1 where account_id = $1`,
      [ana.accountId],
    )
    expect(await create()).toMatchObject(refused('account.frozen'))
    await to('2026-11-19T15:05:00Z')
    expect(await runsOf(id)).toMatchObject([{ reason: 'notAllowed' }])
  })

  it('one request begins one plan, however often it is sent', async () => {
    const same = key()
    const answers = await Promise.all([1, 2, 3].map(() => harness.call(plans.create, WEEKLY, ana.token, same)))
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect((await harness.ask(plans.list, {}, ana.token)).total).toBe(1)
  })
})

/** From midnight in New York on, so that what is traded counts for the day. */
const day = (tradeDate: string, from = Date.parse(`${tradeDate}T05:00:00Z`)) =>
  ({ from, phase: 'OPEN', tradeDate, matching: true, opensAt: from, closesAt: Number.MAX_SAFE_INTEGER }) as const

describe('reinvested dividends', () => {
  it('buy more of their share at the next run, for nothing, once', async () => {
    harness.market.sessions = [day('2026-11-18', 0), day('2026-11-19'), day('2026-12-10'), day('2026-12-11')]
    harness.market.actions = [
      { kind: 'dividend', instrumentId: 'US:TEST', exDate: '2026-11-19', payDate: '2026-12-10', amount: scaled('0.52') },
    ]
    await harness.ask(orders.create, { stockCode: 'TEST', direction: 0, orderType: 0, quantity: '150' }, ana.token)
    await harness.pass(250)
    const plan = await harness.ask(plans.reinvest, { stockCode: 'TEST' }, ana.token)
    expect(plan).toMatchObject({ kind: 'reinvestment', amount: null, rhythm: null, status: 'active', nextDates: [] })
    expect((await harness.call(plans.reinvest, { stockCode: 'TEST' }, ana.token, key())).data?.id).toBe(plan.id)

    await harness.pass(Date.parse('2026-11-19T14:30:00Z') - TEST_MOMENT)
    await applyCorporateActions(harness.app, 'US', '2026-11-19')
    await harness.pass(Date.parse('2026-12-10T14:30:00Z') - harness.app.clock.now())
    await applyCorporateActions(harness.app, 'US', '2026-12-10')
    const before = await harness.ask(wallets.one, { walletType: 'STOCK' }, ana.token)
    await to('2026-12-10T14:45:00Z')
    expect(await runsOf(plan.id)).toEqual([])
    await to('2026-12-10T15:00:00Z')
    const [run] = await runsOf(plan.id)
    expect(run).toMatchObject({ amount: '54.60', isDividend: 1, reason: null, runDate: '2026-12-10' })
    const { list } = await harness.ask(orders.list, { orderId: run?.orderId ?? '' }, ana.token)
    // 54.60 at a collar of 184.19, without a fee; filled at 182.37.
    expect(list).toMatchObject([{ quantity: '0.296433', handlingFee: '0.00', tax: '0.00', amount: '54.06' }])
    const after = await harness.ask(wallets.one, { walletType: 'STOCK' }, ana.token)
    expect(Number(before.available) - Number(after.available)).toBeCloseTo(54.06, 6)
    await to('2026-12-11T15:00:00Z')
    expect(await runsOf(plan.id)).toHaveLength(1)
  })
})

describe('the check of the books', () => {
  it('finds an order of a plan that no run tells of, and one that cost more than its amount', async () => {
    await begin()
    await to('2026-11-19T15:05:00Z')
    const find = (bend: string) => findingsAfter(harness.app.pool, null, (client) => client.query(bend))
    expect(await find(`alter table plan_runs disable trigger all; delete from plan_runs`)).toContain('PLAN-1')
    expect(await find(`alter table plan_runs disable trigger all; update plan_runs set amount = 1`)).toContain('PLAN-1')
    expect(await find(`update orders set origin = 'reinvestment'`)).toContain('PLAN-2')
  })
})
