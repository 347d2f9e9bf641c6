import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { orders } from '@rueda/contract/orders.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { DAY_MS, HOUR_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Customer } from '../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'

/** The market that never closes, noon of Friday 20 November 2026 in New York. */
const NOON = Date.parse('2026-11-20T17:00:00Z')
const ARDV = { stockCode: 'ARDV', market: 'US', orderType: 0, quantity: '10' } as const

let database: Database
let harness: MarketHarness
let customer: Customer

const start = (at: number) => startMarketHarness({ database, environment: { SIM_SEED: 'jobs' }, machineAt: at })
const stock = () => harness.ask(wallets.one, { walletType: 'STOCK' }, customer.token)
const rowOf = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]
const count = async (table: string): Promise<number> => Number((await database.pool.query(`select count(*) from ${table}`)).rows[0].count)

/** Buys and sells ten shares again, so that the proceeds wait for settlement. */
async function sellTenShares(): Promise<void> {
  await harness.ask(orders.create, { ...ARDV, direction: 0 }, customer.token)
  await harness.pass(1_000)
  await harness.ask(orders.create, { ...ARDV, direction: 1 }, customer.token)
  await harness.pass(1_000)
}

beforeEach(async () => {
  database = await createTestDatabase()
  harness = await start(NOON)
  customer = await harness.newCustomer()
})
afterEach(async () => {
  await expectSoundBooks(database.pool)
  await harness.stop()
  await database.stop()
})

test('the proceeds of a sale can leave from eight o’clock of the settlement day on', async () => {
  await sellTenShares()
  const sold = await stock()
  expect(Number(sold.unsettled)).toBeGreaterThan(0)
  expect(Number(sold.withdrawable)).toBeCloseTo(Number(sold.available) - Number(sold.unsettled), 2)
  await harness.passTo('2026-11-21T12:59:59Z')
  expect(await stock()).toEqual(sold)
  await harness.passTo('2026-11-21T13:00:00Z')
  const settled = await stock()
  expect(settled).toMatchObject({ unsettled: '0.00', withdrawable: sold.available, balance: sold.balance })
  await harness.passTo('2026-11-22T14:00:00Z')
  expect(await stock()).toEqual(settled)
})

test('after three days of downtime what fell due is made up for, once', async () => {
  await sellTenShares()
  const { available } = await stock()
  await harness.stop()
  harness = await start(NOON + 3 * DAY_MS)
  expect(Number((await stock()).unsettled)).toBeGreaterThan(0)
  await harness.pass(1_000)
  expect(await stock()).toMatchObject({ unsettled: '0.00', withdrawable: available })
  const { rows } = await database.pool.query(
    "select due_date from job_runs where job = 'settlement' and market = 'US' and due_date > '2026-11-20' order by due_date",
  )
  expect(rows.map(({ due_date }) => due_date)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
  expect(await count("entries where journal = 'J34'")).toBe(1)
})

test('a DAY order that nobody could end while the server was down is ended, and its money comes back', async () => {
  const before = await stock()
  const { orderId } = await harness.ask(orders.create, { ...ARDV, direction: 0, orderType: 1, price: '1.00' }, customer.token)
  await harness.pass(1_000)
  expect(await rowOf(orderId)).toMatchObject({ status: 0 })
  await harness.stop()
  harness = await start(NOON + 2 * DAY_MS)
  await harness.pass(1_000)
  expect(await rowOf(orderId)).toMatchObject({ status: 2, reason: 'EXPIRED' })
  expect(await stock()).toEqual(before)
})

test('each market’s promise of a day is published ahead as the days pass', async () => {
  const first = await count('day_commitments')
  await harness.pass(DAY_MS)
  expect(await count('day_commitments')).toBe(first + marketNames.length)
})

test('books that do not verify are told with the invariants that are broken', async () => {
  await harness.passTo('2026-11-21T01:59:59Z')
  await database.pool.query("update wallets set cash = cash + 1 where account_id = $1 and type = 'STOCK'", [customer.accountId])
  await harness.passTo('2026-11-21T02:00:00Z')
  const [told = ''] = harness.problems.splice(0)
  expect(JSON.parse(told)).toMatchObject({ msg: 'the books are not in order', date: '2026-11-21' })
  expect((JSON.parse(told) as { invariants: string[] }).invariants[0]).toContain('INV-')
  await database.pool.query("update wallets set cash = cash - 1 where account_id = $1 and type = 'STOCK'", [customer.accountId])
})

test('what nobody needs any more is thrown away: answers after three days, codes after two, sessions when they could not live', async () => {
  await harness.ask(orders.create, { ...ARDV, direction: 0 }, customer.token)
  expect([await count('idempotency'), await count('email_codes'), await count('sessions')]).toEqual([1, 1, 1])
  await harness.pass(70 * HOUR_MS)
  expect([await count('idempotency'), await count('email_codes'), await count('sessions')]).toEqual([1, 0, 1])
  await harness.pass(30 * HOUR_MS)
  expect([await count('idempotency'), await count('sessions')]).toEqual([0, 1])
  await harness.pass(90 * DAY_MS)
  expect([await count('sessions'), await count('mails')]).toEqual([0, 0])
})
