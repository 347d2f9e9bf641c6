import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { reference } from '@rueda/contract/reference.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Customer } from '../testing/harness.ts'
import { fundMargin } from '../testing/books.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'

/**
 * The simulated market on the real calendar, through November 2026 in New York: a bank holiday that trades, a
 * weekend, Thanksgiving and the half day after it. New York is five hours behind UTC. Each test goes on from the last.
 */
const ARDV = { stockCode: 'ARDV', market: 'US' } as const
const MINUTES_OF_A_DAY = 390

let database: Database
let harness: MarketHarness
let customer: Customer
let futureOrder: string

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await startMarketHarness({
    database,
    environment: { SIM_ALWAYS_OPEN: '0', SIM_SEED: 'the real calendar' },
    machineAt: Date.parse('2026-11-10T20:00:00Z'),
  })
  customer = await harness.newCustomer()
})
afterAll(async () => {
  await expectSoundBooks(database.pool)
  await harness.stop()
  await database.stop()
})

const quote = () => harness.ask(quotes.detail, ARDV)
const overview = () => harness.ask(wallets.overview, {}, customer.token)
const holding = async () => (await harness.ask(positions.holding, {}, customer.token)).list[0]
const stock = () => harness.ask(wallets.one, { walletType: 'STOCK' }, customer.token)
const place = (more: object = {}) =>
  harness.ask(orders.create, { ...ARDV, direction: 0, orderType: 0, quantity: '10', ...more }, customer.token)
const rowOf = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]
const kline = (type: '1D' | '1W' | 'day' | 'Current', limit?: number) =>
  harness.ask(quotes.kline, { ...ARDV, type, ...(limit === undefined ? {} : { limit }) })
const closeOf = async (date: string): Promise<string | undefined> =>
  (await kline('day', 10)).items.find(({ timestamp }) => new Date(timestamp).toISOString().startsWith(date))?.close
/** A limit far enough from the market to rest, in cents. */
const far = async (): Promise<string> => (Number((await quote()).price_nominal) * 0.8).toFixed(2)
const times = (items: readonly { timestamp: number }[]) => items.map(({ timestamp }) => new Date(timestamp).toISOString())

describe('Tuesday 10 November, the eve of a bank holiday', () => {
  test('in the session orders fill; what is bought settles on Thursday, because banks are closed on Wednesday', async () => {
    expect(await quote()).toMatchObject({ tradeStatus: 'OPEN' })
    const { orderId } = await place()
    await harness.pass(1_000)
    expect(await rowOf(orderId)).toMatchObject({ status: 1 })
    const { rows } = await database.pool.query('select trade_date, settlement_date from fills')
    expect(rows).toEqual([{ trade_date: '2026-11-10', settlement_date: '2026-11-12' }])
    await place({ direction: 1, quantity: '4' })
    await harness.pass(1_000)
    expect(Number((await stock()).unsettled)).toBeGreaterThan(0)
  })

  test('a DAY order in a future works on when shares have closed, until its own trade date ends at 17:00', async () => {
    await fundMargin(harness.writePath, customer.accountId, 'FUTURE', 2_000_000n)
    const { price_nominal: last } = await harness.ask(quotes.detail, { stockCode: 'SES-2026Z', market: 'FUT' })
    const price = (Math.floor(Number(last) * 0.96 * 4) / 4).toFixed(2)
    const asked = { goldCode: 'SES-2026Z', market: 'FUT', direction: 0, orderType: 1, price, quantity: '1' } as const
    const { orderId } = await harness.ask(orders.createMargin, asked, customer.token)
    await harness.passTo('2026-11-10T21:29:00Z')
    expect(await rowOf(orderId)).toMatchObject({ status: 0, subStatus: 'WORKING', expireDate: '2026-11-10' })
    futureOrder = orderId
  })

  test('after the close there are quotes and no matching: what must fill at once is refused, the rest waits for Wednesday', async () => {
    await harness.passTo('2026-11-10T21:30:00Z')
    const { tradeStatus, price_nominal: last, bid } = await quote()
    expect(tradeStatus).toBe('POST')
    expect(bid).not.toBeNull()
    for (const tif of [2, 3] as const) {
      const answer = await harness.call(
        orders.create,
        { ...ARDV, direction: 0, orderType: 1, price: last, quantity: '10', tif },
        customer.token,
      )
      expect(answer.code).toBe(3001)
    }
    const { orderId } = await place({ orderType: 1, price: await far() })
    await harness.pass(1_000)
    expect(await rowOf(orderId)).toMatchObject({ status: 0, subStatus: 'QUEUED', expireDate: '2026-11-11', cancellable: 1 })
    const preview = await harness.ask(orders.preview, { ...ARDV, direction: 0, orderType: 0, quantity: '10' }, customer.token)
    expect(preview.queued).toBe(1)
    await harness.ask(orders.cancel, { orderId }, customer.token)
    expect(await rowOf(orderId)).toMatchObject({ status: 2, subStatus: 'CANCELLED' })
  })

  test('the evening’s price stands beside the close of the day, and the two moves are the change since Monday', async () => {
    const { extendedHours, price_nominal: last, change, preClose } = await quote()
    expect(extendedHours).toMatchObject({ session: 'POST', regularClose: await closeOf('2026-11-10') })
    const { regularClose = '', regularChange = '', change: since = '' } = extendedHours ?? {}
    expect(Number(regularChange)).toBeCloseTo(Number(regularClose) - Number(preClose), 6)
    expect(Number(since)).toBeCloseTo(Number(last) - Number(regularClose), 6)
    expect(Number(regularChange) + Number(since)).toBeCloseTo(Number(change), 6)
  })
})

describe('Wednesday 11 November, a bank holiday', () => {
  let queued: readonly string[]

  test('the order in the future ended with its trade date', async () => {
    await harness.passTo('2026-11-10T22:00:01Z')
    expect(await rowOf(futureOrder)).toMatchObject({ status: 2, reason: 'EXPIRED' })
  })

  test('before the open the change counts from Tuesday’s close', async () => {
    await harness.passTo('2026-11-11T13:00:00Z')
    const { tradeStatus, preClose, price_nominal: last, change } = await quote()
    expect(tradeStatus).toBe('PRE')
    expect(preClose).toBe(await closeOf('2026-11-10'))
    expect(Number(change)).toBeCloseTo(Number(last) - Number(preClose), 6)
    const { extendedHours } = await quote()
    expect(extendedHours).toMatchObject({ session: 'PRE', regularClose: preClose, change })
    const monday = await closeOf('2026-11-09')
    expect(Number(extendedHours?.regularChange)).toBeCloseTo(Number(preClose) - Number(monday), 6)
    const current = await kline('Current')
    expect(times(current.items)[0]).toBe('2026-11-11T09:00:00.000Z')
    expect(current.preClose).toBe(preClose)
    // The regular chart has no bar of today yet and still shows Tuesday's session.
    const { items } = await kline('1D')
    expect([times(items)[0], items.length]).toEqual(['2026-11-10T14:30:00.000Z', MINUTES_OF_A_DAY])
  })

  test('what is held has its result since Tuesday’s regular close, not since Tuesday evening, before the open as after it', async () => {
    const sinceTuesday = async () => {
      const { currentPrice, quantity, todayProfit } = (await holding()) ?? {}
      const moved = Number(currentPrice) - Number(await closeOf('2026-11-10'))
      expect(Number(todayProfit)).toBeCloseTo(moved * Number(quantity), 2)
    }
    await sinceTuesday()
    await harness.passTo('2026-11-11T14:29:00Z')
    await sinceTuesday()
  })

  test('queued orders meet in the opening auction, at one price and never beyond a limit', async () => {
    const last = Number((await quote()).price_nominal)
    const market = await place({ quantity: '20' })
    const reachable = await place({ orderType: 1, price: (last * 1.1).toFixed(2), quantity: '5' })
    const resting = await place({ orderType: 1, price: await far(), quantity: '1' })
    queued = [market.orderId, reachable.orderId, resting.orderId]
    await harness.passTo('2026-11-11T14:29:59Z')
    for (const orderId of queued) expect(await rowOf(orderId)).toMatchObject({ status: 0, subStatus: 'QUEUED', expireDate: '2026-11-11' })
    await harness.pass(2_000)
    const [first, second, third] = await Promise.all(queued.map(rowOf))
    expect(first).toMatchObject({ status: 1, filledQuantity: '20' })
    expect(second).toMatchObject({ status: 1, filledQuantity: '5' })
    expect(first?.fills?.[0]?.price).toBe(second?.fills?.[0]?.price)
    expect(first?.fills?.[0]?.tradeTimestamp).toBe(Date.parse('2026-11-11T14:30:00Z'))
    expect(third).toMatchObject({ status: 0, subStatus: 'WORKING' })
  })

  test('the DAY order ends with the session; nothing settles until Thursday morning, then both days at once', async () => {
    await harness.passTo('2026-11-11T20:59:59Z')
    expect(await rowOf(queued[2] ?? '')).toMatchObject({ status: 0 })
    await harness.pass(2_000)
    expect(await rowOf(queued[2] ?? '')).toMatchObject({ status: 2, reason: 'EXPIRED', holdAmount: '0.00' })
    await harness.passTo('2026-11-12T12:59:59Z')
    expect(Number((await stock()).unsettled)).toBeGreaterThan(0)
    await harness.passTo('2026-11-12T13:00:00Z')
    expect((await stock()).unsettled).toBe('0.00')
  })
})

describe('the weekend of 14 and 15 November', () => {
  test('a sale of Friday settles on Monday', async () => {
    await harness.passTo('2026-11-13T15:00:00Z')
    await place({ direction: 1, quantity: '4' })
    await harness.pass(1_000)
    const { rows } = await database.pool.query("select settlement_date from fills where trade_date = '2026-11-13'")
    expect(rows).toEqual([{ settlement_date: '2026-11-16' }])
  })

  test('Friday’s result stands over the weekend, what was bought on Friday counted from its price', async () => {
    await place({ quantity: '30' })
    await harness.passTo('2026-11-14T00:59:59Z')
    const [friday, held] = [await overview(), await holding()]
    await harness.passTo('2026-11-14T15:00:00Z')
    expect(await overview()).toMatchObject({ thisDate: '13-11-2026', todayProfit: friday.todayProfit, totalAssets: friday.totalAssets })
    expect((await overview()).curve.at(-1)?.date).toBe('2026-11-13')
    expect((await holding())?.todayProfit).toBe(held?.todayProfit)
    const { closes = [] } = (await harness.ask(quotes.list, { codes: 'ARDV', closes: 1 })).list[0] ?? {}
    expect(closes).toHaveLength(50)
    expect(closes.slice(-2)).toEqual([await closeOf('2026-11-12'), (await quote()).price_nominal])
  })

  test('on Saturday the market is closed, the last quote stands, and an order waits for Monday', async () => {
    await harness.passTo('2026-11-14T16:00:00Z')
    const { tradeStatus, preClose, bid, ask } = await quote()
    expect({ tradeStatus, bid, ask }).toEqual({ tradeStatus: 'CLOSED', bid: null, ask: null })
    expect(preClose).toBe(await closeOf('2026-11-12'))
    expect(await rowOf((await place()).orderId)).toMatchObject({ status: 0, subStatus: 'QUEUED', expireDate: '2026-11-16' })
    expect(Number((await stock()).unsettled)).toBeGreaterThan(0)
  })

  test('charts have no empty days: Friday stands as the day, five sessions as the week, no bar on a weekend', async () => {
    const day = await kline('1D')
    expect([times(day.items)[0], day.items.length]).toEqual(['2026-11-13T14:30:00.000Z', MINUTES_OF_A_DAY])
    expect(day.items.at(-1)).not.toHaveProperty('partial')
    expect(day.preClose).toBe(await closeOf('2026-11-12'))
    const week = await kline('1W')
    const dates = [...new Set(times(week.items).map((time) => time.slice(0, 10)))]
    expect(dates).toEqual(['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'])
    expect(week.items).toHaveLength((5 * MINUTES_OF_A_DAY) / 15)
    expect(week.preClose).toBe(await closeOf('2026-11-06'))
    const { items } = await kline('day', 40)
    for (const { timestamp, open } of items) {
      expect([0, 6]).not.toContain(new Date(timestamp).getUTCDay())
      expect(Number(open)).toBeGreaterThan(0)
    }
  })

  test('on Monday the change counts from Friday’s close, the auction fills what waited, Friday’s sale has settled', async () => {
    await harness.passTo('2026-11-16T14:30:01Z')
    expect(await quote()).toMatchObject({ tradeStatus: 'OPEN', preClose: await closeOf('2026-11-13') })
    expect((await kline('1D')).preClose).toBe(await closeOf('2026-11-13'))
    const { list } = await harness.ask(orders.list, { pageSize: 1 }, customer.token)
    expect(list[0]).toMatchObject({ status: 1, expireDate: '2026-11-16' })
    const { rows } = await database.pool.query('select trade_date, settlement_date from fills order by sequence desc limit 1')
    expect(rows).toEqual([{ trade_date: '2026-11-16', settlement_date: '2026-11-17' }])
    expect((await stock()).unsettled).toBe('0.00')
  })
})

describe('Thanksgiving', () => {
  test('the calendar tells the holiday and the half day', async () => {
    const { list } = await harness.ask(reference.tradingDays, { market: 'US', year: 2026, month: 11, pageSize: 31 })
    expect(list).toHaveLength(30)
    expect(list[10]).toMatchObject({ date: '2026-11-11', tradingDay: 1, settlementDay: 0, holidayName: 'Veterans Day', projected: 0 })
    expect(list[25]).toMatchObject({ date: '2026-11-26', tradingDay: 0, settlementDay: 0, sessions: [], holidayName: 'Thanksgiving Day' })
    expect(list[26]).toMatchObject({ date: '2026-11-27', tradingDay: 1, halfDay: 1 })
    expect(list[26]?.sessions.find(({ type }) => type === 'REGULAR')?.closeTimestamp).toBe(Date.parse('2026-11-27T18:00:00Z'))
    expect(list[27]).toMatchObject({ tradingDay: 0, halfDay: 0 })
  })

  test('on the holiday nothing trades; an order waits for the half day and ends at one o’clock', async () => {
    await harness.passTo('2026-11-26T16:00:00Z')
    expect(await quote()).toMatchObject({ tradeStatus: 'CLOSED' })
    const { orderId } = await place({ orderType: 1, price: await far(), quantity: '1' })
    await harness.passTo('2026-11-27T15:00:00Z')
    expect(await quote()).toMatchObject({ tradeStatus: 'OPEN', preClose: await closeOf('2026-11-25') })
    expect(await rowOf(orderId)).toMatchObject({ status: 0, subStatus: 'WORKING', expireDate: '2026-11-27' })
    await harness.passTo('2026-11-27T18:00:01Z')
    expect(await quote()).toMatchObject({ tradeStatus: 'POST' })
    expect(await rowOf(orderId)).toMatchObject({ status: 2, reason: 'EXPIRED' })
    expect((await kline('1D')).items).toHaveLength(210)
    await harness.passTo('2026-11-27T22:00:01Z')
    expect(await quote()).toMatchObject({ tradeStatus: 'CLOSED' })
  })
})

/** Ninety days of prices and of the jobs of each day. */
const NINETY_DAYS_TIMEOUT_MS = 180_000
test(
  'a GTC order works for ninety days and ends with the session of its last',
  async () => {
    await harness.passTo('2026-11-30T15:00:00Z')
    const { orderId } = await place({
      orderType: 1,
      price: (Number((await quote()).price_nominal) * 0.1).toFixed(2),
      quantity: '1',
      tif: 1,
    })
    await harness.pass(1_000)
    // The ninetieth day, 28 February 2027, is a Sunday, and by then nobody is signed in any more.
    expect(await rowOf(orderId)).toMatchObject({ status: 0, subStatus: 'WORKING', expireDate: '2027-02-28' })
    const statusNow = async (): Promise<string> =>
      (await database.pool.query('select status from orders where id = $1', [orderId])).rows[0].status
    await harness.passTo('2027-02-26T20:59:00Z')
    expect(await statusNow()).toBe('working')
    await harness.passTo('2027-03-01T14:31:00Z')
    expect(await statusNow()).toBe('expired')
  },
  NINETY_DAYS_TIMEOUT_MS,
)
