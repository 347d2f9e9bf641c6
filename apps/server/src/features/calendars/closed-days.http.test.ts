import { calendars } from '@rueda/contract/admin/calendars.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { reference } from '@rueda/contract/reference.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import type { Customer } from '../../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { readClosedDays } from '../../venue/closed-days.ts'

/**
 * Staff close Tuesday 11 August 2026 in New York on Monday evening (`docs/rules/calendars.md` B.7, `CALENDAR_OVERRIDE`). New York is
 * four hours behind UTC. Each test goes on from the last.
 */
const ARDV = { stockCode: 'ARDV', market: 'US' } as const
const TUESDAY = { market: 'US', date: '2026-08-11', reason: 'legalOrder' } as const
const closing = { ...TUESDAY, cause: 'mourning' } as const

let database: Database
let harness: MarketHarness
let customer: Customer
let stranger: Customer
let ana: StaffCaller
let bea: StaffCaller
const environment = { SIM_ALWAYS_OPEN: '0', SIM_SEED: 'closed days' }

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await startMarketHarness({ database, environment, machineAt: Date.parse('2026-08-10T15:00:00Z') })
  customer = await harness.newCustomer()
  stranger = await harness.newCustomer()
})
afterAll(async () => {
  await expectSoundBooks(database.pool)
  await harness.stop()
  await database.stop()
})

const quote = () => harness.ask(quotes.detail, ARDV)
const stock = () => harness.ask(wallets.one, { walletType: 'STOCK' }, customer.token)
const place = async (more: object = {}) =>
  (await harness.ask(orders.create, { ...ARDV, direction: 0, orderType: 0, quantity: '10', ...more }, customer.token)).orderId
const rowOf = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]
const closeOf = async (date: string): Promise<string | undefined> =>
  (await harness.ask(quotes.kline, { ...ARDV, type: 'day', limit: 5 })).items.find(({ timestamp }) =>
    new Date(timestamp).toISOString().startsWith(date),
  )?.close
/** A limit far enough from the market to rest. */
const resting = async () => ({ orderType: 1, price: (Number((await quote()).price_nominal) * 0.8).toFixed(2), quantity: '1' }) as const
const titles = async ({ token }: Customer) => (await harness.ask(messages.list, { pageSize: 50 }, token)).list.map(({ title }) => title)
const dayOf = async (date: string) =>
  (await harness.ask(reference.tradingDays, { market: 'US', year: 2026, month: 8, pageSize: 31 })).list.find((day) => day.date === date)
/** A session of the staff does not last over the hours that pass. */
const signIn = async () => {
  ana = await hire(harness, ['product'])
  bea = await hire(harness, ['risk'])
}
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })

let ofTheDay: string
let forLonger: string

describe('on Monday evening', () => {
  test('a sale of Monday is to settle on Tuesday, and orders wait for Tuesday', async () => {
    await place()
    await harness.pass(1_000)
    await place({ direction: 1, quantity: '4' })
    await harness.passTo('2026-08-10T21:00:00Z')
    await signIn()
    ofTheDay = await place(await resting())
    forLonger = await place({ ...(await resting()), tif: 1 })
    expect(await rowOf(ofTheDay)).toMatchObject({ status: 0, subStatus: 'QUEUED', expireDate: '2026-08-11' })
    expect(Number((await stock()).unsettled)).toBeGreaterThan(0)
  })

  test('one person asks and nothing happens; not the same one decides, and not something else', async () => {
    expect(await ana.ask(calendars.closeDay, closing)).toEqual({ state: 'waiting' })
    expect(await ana.call(calendars.closeDay, closing)).toMatchObject(refused('approval.same_person'))
    expect(await bea.call(calendars.closeDay, { ...closing, cause: 'weather' })).toMatchObject(refused('approval.changed'))
    expect(await dayOf('2026-08-11')).toMatchObject({ tradingDay: 1, settlementDay: 1 })
    expect(await rowOf(ofTheDay)).toMatchObject({ status: 0 })
  })

  test('a weekend, a day that is closed by nobody and a market that never closes are refused', async () => {
    expect(await ana.call(calendars.closeDay, { ...closing, date: '2026-08-15' })).toMatchObject(refused('calendar.not_trading'))
    expect(await ana.call(calendars.reopenDay, { ...TUESDAY, date: '2026-08-12' })).toMatchObject(refused('calendar.not_closed'))
    expect(await ana.call(calendars.closeDay, { ...closing, market: 'FX' } as never)).toMatchObject(refused('parameter.invalid'))
    expect(await ana.call(calendars.closeDay, { ...closing, date: '2026-08-10' })).toMatchObject(refused('calendar.too_late'))
  })

  test('two close the day, and whoever is concerned is told', async () => {
    expect(await bea.ask(calendars.closeDay, closing)).toEqual({ state: 'done' })
    await harness.pass(1_000)
    expect(await dayOf('2026-08-11')).toMatchObject({ tradingDay: 0, settlementDay: 0, sessions: [], closure: 'mourning' })
    expect(await titles(customer)).toContain('Estados Unidos: sin rueda el 11/08/2026')
    expect(await titles(stranger)).not.toContain('Estados Unidos: sin rueda el 11/08/2026')
    const month = await ana.ask(calendars.month, { market: 'US', year: 2026, month: 8 })
    expect(month.days[10]).toMatchObject({ trading: 0, closure: 'mourning', changeable: 1 })
    expect(month.days[9]).toMatchObject({ trading: 1, closure: null, changeable: 0 })
  })

  test('what is ordered now is for Wednesday, and settles on Thursday', async () => {
    expect(await rowOf(await place({ ...(await resting()), quantity: '2' }))).toMatchObject({ status: 0, expireDate: '2026-08-12' })
  })
})

describe('on Tuesday', () => {
  test('the DAY order for it ends with Monday’s last session, the other one waits', async () => {
    await harness.passTo('2026-08-11T00:00:01Z')
    expect(await rowOf(ofTheDay)).toMatchObject({ status: 2, reason: 'EXPIRED', holdAmount: '0.00' })
    expect(await rowOf(forLonger)).toMatchObject({ status: 0, subStatus: 'QUEUED' })
  })

  test('nothing trades, nothing settles, the last price stands; after a restart as well', async () => {
    const { price_nominal: last } = await quote()
    await harness.passTo('2026-08-11T15:00:00Z')
    const seen = { tradeStatus: 'CLOSED', price_nominal: last, bid: null, ask: null }
    expect(await quote()).toMatchObject(seen)
    expect(Number((await stock()).unsettled)).toBeGreaterThan(0)
    await harness.stop()
    harness = await startMarketHarness({ database, environment, machineAt: Date.parse('2026-08-11T15:00:00Z') })
    expect(await quote()).toMatchObject(seen)
    expect(await dayOf('2026-08-11')).toMatchObject({ closure: 'mourning' })
    expect(await rowOf(await place())).toMatchObject({ status: 0, subStatus: 'QUEUED', expireDate: '2026-08-12' })
  })
})

describe('on Wednesday', () => {
  test('it is too late to close it half an hour before the first session', async () => {
    await harness.passTo('2026-08-12T07:30:00Z')
    await signIn()
    expect(await ana.call(calendars.closeDay, { ...closing, date: '2026-08-12' })).toMatchObject(refused('calendar.too_late'))
  })

  test('Monday’s sale settles, what waited fills, and the change counts from Monday', async () => {
    await harness.passTo('2026-08-12T13:30:01Z')
    expect((await stock()).unsettled).toBe('0.00')
    expect(await closeOf('2026-08-11')).toBeUndefined()
    expect(await quote()).toMatchObject({ tradeStatus: 'OPEN', preClose: await closeOf('2026-08-10') })
    const { rows } = await database.pool.query('select trade_date, settlement_date from fills order by sequence desc limit 1')
    expect(rows).toEqual([{ trade_date: '2026-08-12', settlement_date: '2026-08-13' }])
  })

  test('a day closed by mistake is opened again by two, and trades', async () => {
    await signIn()
    const thursday = { ...closing, date: '2026-08-13' }
    const { cause: _, ...reopening } = thursday
    for (const staff of [ana, bea]) await staff.ask(calendars.closeDay, thursday)
    expect(await dayOf('2026-08-13')).toMatchObject({ tradingDay: 0 })
    expect(await ana.ask(calendars.reopenDay, reopening)).toEqual({ state: 'waiting' })
    expect(await bea.ask(calendars.reopenDay, reopening)).toEqual({ state: 'done' })
    expect(await dayOf('2026-08-13')).toMatchObject({ tradingDay: 1, settlementDay: 1 })
    expect(await titles(customer)).toContain('Estados Unidos: sí hay rueda el 13/08/2026')
    await harness.passTo('2026-08-13T15:00:00Z')
    expect(await quote()).toMatchObject({ tradeStatus: 'OPEN' })
  })
})

test('a day of a market that never closes closes nothing, whoever wrote it down', async () => {
  const before = await readClosedDays(database.pool)
  const written = await database.pool.query<{ id: string }>(
    `insert into closed_days (closing_id, market, trade_date, cause, told, announced_at, approval_id)
     select gen_random_uuid(), 'FX', trade_date + 7, cause, told, announced_at, approval_id from closed_days limit 1
     returning closing_id as id`,
  )
  expect(written.rowCount).toBe(1)
  expect(await readClosedDays(database.pool)).toEqual(before)
  await database.pool.query('delete from closed_days where closing_id = $1', [written.rows[0]?.id])
})
