import type { Order } from '@rueda/rules/orders/order.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placesOf } from '../features/ledger/store.ts'
import { eventsOf, fillsIn, fillsOf } from '../features/orders/store.ts'
import { readMarginDay } from '../features/positions/margin-day.ts'
import { tradedToday } from '../features/positions/store.ts'
import { broughtSince, changesOfAssets, currenciesSince, flowsSince } from '../features/wallets/store.ts'
import { createTestDatabase } from '../testing/database.ts'
import { bookedOn } from '../venue/input-store.ts'
import { makeMonths } from './months.ts'
import type { Database } from './open.ts'
import type { Reader } from './snapshot.ts'

/** What customers read all day asks for no more months than it can be about, however many there are. */
let database: Database
let client: PoolClient
beforeAll(async () => {
  database = await createTestDatabase()
  for (let month = 0; month < 24; month += 3) await makeMonths(database.pool, Date.UTC(2025, month))
  client = await database.pool.connect()
})
afterAll(async () => {
  client.release()
  await database.stop()
})

const NOW = Date.parse('2026-11-20T19:00:00Z')
const DAY = 86_400_000
const ACCOUNT = '10000001'
const order = {
  id: '01a1fc02-aa90-7acd-970c-f2fc2d00044b',
  acceptedAt: NOW - 30 * DAY,
  changedAt: NOW,
} as Order
const venue = { markets: ['US', 'TW'], dayShown: () => '2026-11-20', quote: () => ({ tradeDate: '2026-11-20' }) } as const
const position = { id: order.id, openedAt: NOW - 3 * DAY, closeReason: null } as MarginPosition

const reads: readonly (readonly [what: string, read: (reader: Reader) => Promise<unknown>, months: readonly string[]])[] = [
  ['the executions of an order', (reader) => fillsOf(reader, ACCOUNT, [order]), ['2026_10', '2026_11']],
  ['the events of an order', (reader) => eventsOf(reader, ACCOUNT, [order]), ['2026_10', '2026_11']],
  [
    'executions in an instrument',
    (reader) => fillsIn(reader, ACCOUNT, { instrumentId: 'US:ARDV', from: NOW - DAY, until: NOW, limit: 10 }),
    ['2026_11'],
  ],
  ['what was traded today', (reader) => tradedToday(reader, ACCOUNT, venue), ['2026_11', '2026_12', '2027_01']],
  [
    'the day of a position on margin',
    (reader) => readMarginDay({ reader, venue: { ...venue, instruments: new Map() } as never }, ACCOUNT, [position]),
    ['2026_11', '2026_12', '2027_01'],
  ],
  ['the tape of a day', (reader) => bookedOn(reader, 'US:ARDV', '2026-11-20'), ['2026_11']],
  ['what came to the wallets today', (reader) => currenciesSince(reader, ACCOUNT, NOW), ['2026_11', '2026_12', '2027_01']],
  ['what products brought today', (reader) => broughtSince(reader, ACCOUNT, NOW), ['2026_11', '2026_12', '2027_01']],
  ['money from outside', (reader) => flowsSince(reader, ACCOUNT, NOW, [NOW]), ['2026_11', '2026_12', '2027_01']],
  [
    'the changes of thirty days',
    (reader) => changesOfAssets(reader, ACCOUNT, [NOW - 30 * DAY]),
    ['2026_10', '2026_11', '2026_12', '2027_01'],
  ],
  [
    'a page of the journal within a week',
    (reader) => placesOf(reader, { accountId: null, from: NOW - 7 * DAY, until: NOW }, null, 10),
    ['2026_11'],
  ],
]

it.each(reads)('%s', async (_, read, months) => {
  const looked = new Set<string>()
  const query = async (sql: string, values: unknown[] = []) => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values)
    for (const row of rows) {
      const [, month] = / on (?:entries|fills|order_events)_(\w+)/u.exec(row['QUERY PLAN']) ?? []
      if (month !== undefined && !row['QUERY PLAN'].includes('Bitmap Index Scan')) looked.add(month)
    }
    return client.query(sql, values)
  }
  await read(new Proxy(client, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name)) }))
  expect([...looked].filter((month) => month !== 'default').toSorted()).toEqual(months)
})
