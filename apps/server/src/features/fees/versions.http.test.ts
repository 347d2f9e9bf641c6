import { approvals } from '@rueda/contract/admin/approvals.ts'
import { feeDesk } from '@rueda/contract/admin/fees.ts'
import { broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import type { StaffInputOf } from '@rueda/contract/admin/endpoint.ts'
import { fees } from '@rueda/contract/fees.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { SEEN_FOR_MS } from '@rueda/rules/fees/versions.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { findingsAfter } from '../../testing/tamper.ts'
import { deliverBroadcasts } from '../broadcasts/deliver.ts'
import { countVolumes } from './volumes.ts'

/** The commissions change by two persons, a week ahead, for everybody and never for what was accepted. The market stands at 182.36 × 182.37. */
let harness: Harness
let ana: StaffCaller
let bea: StaffCaller
let customer: Customer
beforeEach(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  ana = await hire(harness, ['product'])
  bea = await hire(harness, ['product'])
  customer = await harness.newCustomer()
})
afterEach(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

type Proposed = StaffInputOf<typeof feeDesk.propose>
type Steps = Proposed['markets'][number]['steps']

const refused = (name: Parameters<typeof codeOf>[0], field?: string) => ({
  code: codeOf(name),
  ...(field === undefined ? {} : { data: { field } }),
})
const us = (rate: string, from = '0'): Steps[number] => ({
  from,
  commissions: [{ scope: 'everything', rate, minimum: '0.50', maximum: null }],
})

/** The first version with other steps for US stocks, from the first trading day a week ahead. */
async function proposal(steps: Steps): Promise<Proposed> {
  const { versions, earliestDay } = await ana.ask(feeDesk.list, {})
  const markets = (versions.at(-1)?.markets ?? []).map(({ market, steps: first }) => ({
    market,
    steps:
      market === 'US'
        ? steps
        : first.map(({ from, commissions }) => ({ from, commissions: commissions.map(({ base: _, ...row }) => row) })),
  }))
  const days = await harness.app.venue.calendar('US', earliestDay, earliestDay.replace(/\d\d$/u, '31'))
  return { reason: 'maintenance', firstDay: days.find(({ trading }) => trading)?.date ?? earliestDay, markets }
}

async function announce(steps: Steps): Promise<void> {
  const asked = await proposal(steps)
  expect(await ana.ask(feeDesk.propose, asked)).toEqual({ state: 'waiting' })
  expect(await bea.ask(feeDesk.propose, asked)).toEqual({ state: 'done' })
}

const begins = (): number => harness.app.fees.later().at(-1)?.startsAt ?? 0
const passTo = (moment: number) => harness.pass(moment - harness.app.clock.now())

const LIMIT = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, tif: 1 } as const
const rest = (quantity: string, more: object = {}) =>
  harness.ask(orders.create, { ...LIMIT, price: '150', quantity, ...more }, customer.token)
const feeOf = async (orderId: string): Promise<string> => {
  const { list } = await harness.ask(orders.list, {}, customer.token)
  return list.find(({ id }) => id === orderId)?.handlingFee ?? ''
}
const preview = (quantity = '100') =>
  harness.ask(orders.preview, { stockCode: 'TEST', market: 'US', direction: 0, orderType: 0, quantity }, customer.token)
const tryBuy = (quantity: string, more: object = {}) =>
  harness.call(orders.create, { stockCode: 'TEST', market: 'US', direction: 0, orderType: 0, quantity, ...more }, customer.token, key())
const buy = async (quantity: string, more: object = {}): Promise<string> => {
  const { code, data } = await tryBuy(quantity, more)
  expect(code).toBe(200)
  return data?.orderId ?? ''
}
let keys = 0
const key = () => {
  keys += 1
  return { 'idempotency-key': `fees${keys}` }
}

describe('other commissions', () => {
  it('are announced to everybody, hold from the beginning of their day, and stay readable afterwards', async () => {
    await announce([us('0.02')])
    const shown = async () => (await harness.ask(fees.all, {})).versions.map(({ version, state }) => [version, state])
    expect(await shown()).toEqual([
      [1, 'inForce'],
      [2, 'coming'],
    ])
    const { list } = await ana.ask(broadcasts.list, {})
    expect(list).toMatchObject([{ segment: 'everybody', recipients: 1 }])
    expect(list[0]?.texts).toMatchObject({ en: { title: 'The commissions change' }, es: { title: 'Cambian las comisiones' } })
    expect(list[0]?.texts['es']?.body).toMatch(/Estados Unidos: 0,03\s?% → 0,02\s?%\. .*En la página «Tarifas e impuestos»/u)
    expect(list[0]?.texts['es']?.body).not.toContain('Argentina')
    expect(await preview()).toMatchObject({ feeVersion: 1, estFee: '5.47' })
    await passTo(begins() - 1)
    expect(await preview()).toMatchObject({ feeVersion: 1 })
    await passTo(begins())
    expect(await preview()).toMatchObject({ feeVersion: 2, estFee: '3.65' })
    expect(await shown()).toEqual([
      [1, 'past'],
      [2, 'inForce'],
    ])
    await ana.signIn()
    const { versions } = await ana.ask(feeDesk.list, {})
    expect(versions.map(({ version, made }) => [version, made?.reason ?? null])).toEqual([
      [2, 'maintenance'],
      [1, null],
    ])
  })

  it('are told to whoever has switched off the news of the house too, which a broadcast is not', async () => {
    await harness.ask(messages.choose, { topic: 'news', way: 'app', on: 0 }, customer.token)
    await announce([us('0.02')])
    await deliverBroadcasts(harness.app, harness.app.wallClock.now())
    const { list } = await harness.ask(messages.list, {}, customer.token)
    expect(list.find(({ title }) => title === 'Cambian las comisiones')).toMatchObject({ link: 'fees:' })
  })

  it('are shown to the second person beside those of the version before, whoever may see the desk', async () => {
    const before = async () => {
      const [about] = (await bea.ask(approvals.list, {})).map((waiting) => waiting.about)
      if (about?.kind !== 'commissions') throw new Error('the request does not say what was before')
      return about.before.find(({ market }) => market === 'US')?.steps[0]?.commissions[0]?.rate
    }
    const asked = await proposal([us('0.02')])
    await ana.ask(feeDesk.propose, asked)
    expect(await before()).toBe('0.03')
    await bea.ask(feeDesk.propose, asked)
    await passTo(begins())
    await Promise.all([ana.signIn(), bea.signIn()])
    await ana.ask(feeDesk.propose, await proposal([us('0.01')]))
    expect(await before()).toBe('0.02')
  })

  it('leave an order that rests as it was accepted, changed or not', async () => {
    const { orderId } = await rest('100')
    await announce([us('0.09')])
    await passTo(begins())
    await harness.call(orders.amend, { orderId, price: '160' }, customer.token, key())
    const { orderId: later } = await rest('100', { price: '160' })
    harness.market.print(harness.app.clock.now() + 1, 'sell', '159', 1_000)
    await harness.pass(MINUTE_MS)
    expect([await feeOf(orderId), await feeOf(later)]).toEqual(['4.80', '14.40'])
  })

  it('let no order grow under those it was accepted with: it may shrink, and a new one pays those of now', async () => {
    const { orderId } = await rest('10')
    const grow = { orderId, quantity: '100' }
    await announce([us('0.09')])
    await passTo(begins() - 1)
    expect(await harness.call(orders.previewAmend, { orderId, quantity: '11' }, customer.token)).toMatchObject({ code: 200 })
    await passTo(begins())
    expect(await harness.call(orders.previewAmend, grow, customer.token)).toMatchObject(refused('order.fees_older'))
    expect(await harness.call(orders.amend, grow, customer.token, key())).toMatchObject(refused('order.fees_older'))
    expect(await harness.call(orders.amend, { orderId, quantity: '5' }, customer.token, key())).toMatchObject({ code: 200 })
  })

  it('are never charged to whoever was shown the old ones, and the old ones are not kept for ever', async () => {
    await announce([us('0.09')])
    await passTo(begins() + MINUTE_MS)
    const orderId = await buy('100', { feeVersion: 1 })
    await harness.pass(MINUTE_MS)
    expect(await feeOf(orderId)).toBe('5.47')
    await passTo(begins() + SEEN_FOR_MS)
    expect(await tryBuy('100', { feeVersion: 1 })).toMatchObject(refused('order.fees_changed'))
    expect(await tryBuy('100', { feeVersion: 3 })).toMatchObject(refused('order.fees_changed'))
    await buy('100', { feeVersion: 2 })
  })
})

describe('a proposal', () => {
  it('is refused for a market in which nothing is traded', async () => {
    const { markets, ...rest } = await proposal([us('0.02')])
    const [first, ...others] = markets
    const asked = { ...rest, markets: [{ ...first, market: 'IDX' }, ...others] } as Proposed
    expect(await ana.call(feeDesk.propose, asked)).toMatchObject(refused('parameter.invalid'))
  })

  it('takes two persons who agree to the same, and a week', async () => {
    const asked = await proposal([us('0.02')])
    expect(await ana.ask(feeDesk.propose, asked)).toEqual({ state: 'waiting' })
    expect(await ana.call(feeDesk.propose, asked)).toMatchObject(refused('approval.same_person'))
    expect(await bea.call(feeDesk.propose, await proposal([us('0.01')]))).toMatchObject(refused('approval.changed'))
    const cleo = await hire(harness, ['risk'])
    expect(await cleo.call(feeDesk.propose, asked)).toMatchObject(refused('staff.role_missing'))
    expect(await ana.call(feeDesk.propose, { ...asked, firstDay: harness.app.venue.session('US').tradeDate })).toMatchObject(
      refused('parameter.invalid', 'firstDay'),
    )
    expect((await harness.ask(fees.all, {})).versions).toHaveLength(1)
  })

  it.each<[string, Steps, string]>([
    ['a rate beyond the bounds', [us('0.091')], 'US.rate'],
    ['a dearer step for more volume', [us('0.02'), us('0.03', '1000')], 'US.rate'],
    [
      'a minimum with a part of a cent',
      [{ from: '0', commissions: [{ scope: 'everything', rate: '0.02', minimum: '0.5', maximum: '0.4' }] }],
      'US.maximum',
    ],
    [
      'a row that is not the house’s',
      [{ from: '0', commissions: [{ scope: 'funds', rate: '0.02', minimum: null, maximum: null }] }],
      'US.commissions',
    ],
  ])('is refused with %s', async (_, steps, field) => {
    expect(await ana.call(feeDesk.propose, await proposal(steps))).toMatchObject(refused('parameter.invalid', field))
  })
})

describe('a step of volume', () => {
  it('holds for who traded as much in the month before, from its second day on, and for nobody else', async () => {
    await announce([us('0.03'), us('0.01', '10000')])
    await passTo(begins())
    await buy('100')
    await harness.pass(MINUTE_MS)
    const stranger = await harness.newCustomer()
    const firstOfNext = Date.parse(`${nextMonth(harness.app.venue.session('US').tradeDate)}-01T12:00:00Z`)
    await passTo(firstOfNext)
    await countVolumes(harness.app)
    expect(await preview()).toMatchObject({ estFee: '5.47' })
    await harness.pass(DAY_MS)
    expect(await preview()).toMatchObject({ estFee: '1.82' })
    expect(await harness.ask(fees.own, {}, customer.token)).toMatchObject([{ market: 'US', volume: '18237.00', step: 1 }, {}, {}, {}])
    expect(await harness.ask(fees.own, {}, stranger.token)).toMatchObject([{ market: 'US', volume: '0.00', step: 0 }, {}, {}, {}])
    const orderId = await buy('100')
    await harness.pass(MINUTE_MS)
    expect(await feeOf(orderId)).toBe('1.82')
  })
})

it('the checks see an order that is charged otherwise, a volume nobody traded, and a version nobody announced', async () => {
  await announce([us('0.02'), us('0.01', '10000')])
  const orderId = await buy('100')
  await harness.pass(MINUTE_MS)
  const after = (sql: string) =>
    findingsAfter(harness.app.pool, null, async (client) => {
      for (const table of ['fee_versions', 'trading_volumes', 'orders', 'fills'])
        await client.query(`alter table ${table} disable trigger all`)
      await client.query(sql)
    })
  expect(await after('select 1')).toEqual([])
  expect(await after(`update orders set fee_version = 2 where id = '${orderId}'`)).toEqual(['FEE-1'])
  expect(await after(`update orders set fee_version = 9 where id = '${orderId}'`)).toEqual(['FEE-1'])
  expect(await after(`update orders set fee_step = 1 where id = '${orderId}'`)).toContain('FEE-1')
  expect(await after(`update fills set commission = commission + 1 where order_id = '${orderId}'`)).toContain('FEE-1')
  const volume = `insert into trading_volumes (account_id, market, month, volume, counted_at) values (${customer.accountId}, 'US', '2026-01', 5, 1)`
  expect(await after(volume)).toEqual(['FEE-2'])
  expect(await after(`update fee_versions set starts_at = starts_at + 1000 * 3600`)).toEqual(['FEE-3'])
  expect(await after(`update fee_versions set markets = '[]'`)).toEqual(['AUDIT-1'])
})

function nextMonth(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
}
