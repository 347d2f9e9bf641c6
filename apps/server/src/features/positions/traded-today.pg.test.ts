import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { tradedToday } from './store.ts'

/** Inserted in sets: the origin of the fills is not tested. */
const FILL = `
  insert into fills (account_id, order_id, sequence, instrument_id, side, price, quantity, notional, commission, sec_fee, taf, market_fee,
                     vat, resting, trade_date, settlement_date, position_id, at)
  select $1::bigint, gen_random_uuid(), number, $2, $3, 100, $4::bigint, $5::bigint, 3, 2, 1, 7, 5, false, $6::date, $6::date, $7::uuid,
         extract(epoch from $6::date)::bigint * 1000 + number
  from generate_series(1, $8::int) as number`
type Traded = Readonly<{
  account?: number
  instrument?: string
  side?: 'buy' | 'sell'
  quantity: number
  notional: number
  date?: string
  positionId?: string
  count?: number
}>

const ACCOUNT = '10000001'
const POSITION = '01a203f2-0000-7000-8000-000000000001'
const TODAY = { US: '2026-11-18', TW: '2026-11-19' } as Record<string, string>
const venue = { markets: ['US', 'TW'], dayShown: (market: string) => TODAY[market] ?? '' } as const

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.stop())

const fill = ({ account = Number(ACCOUNT), instrument = 'US:TEST', side = 'buy', count = 1, ...of }: Traded) =>
  database.pool.query(FILL, [account, instrument, side, of.quantity, of.notional, of.date ?? '2026-11-18', of.positionId ?? null, count])

it('adds up what was bought and sold today with every charge, each market by its own day', async () => {
  await fill({ quantity: 150, notional: 27_355 })
  await fill({ side: 'sell', quantity: 40, notional: 7_300 })
  await fill({ instrument: 'TW:2330', quantity: 1_000, notional: 600, date: '2026-11-19' })
  // Neither another day's, nor another customer's, nor what was traded on margin.
  await fill({ instrument: 'TW:2330', quantity: 1, notional: 1, date: '2026-11-18' })
  await fill({ quantity: 9, notional: 9, date: '2026-11-17' })
  await fill({ account: 10_000_002, quantity: 9, notional: 9 })
  await fill({ quantity: 9, notional: 9, positionId: POSITION })
  expect(await tradedToday(database.pool, ACCOUNT, venue)).toEqual(
    new Map([
      ['US:TEST', { quantity: 110n, flow: -(27_355n + 18n) + (7_300n - 18n) }],
      ['TW:2330', { quantity: 1_000n, flow: -618n }],
    ]),
  )
})

it('looks at no fill of the days before', async () => {
  await fill({ quantity: 1, notional: 1, date: '2026-11-02', count: 20_000 })
  await database.pool.query('analyze fills')
  const asked: string[] = []
  const reader = {
    query: async (text: string, values: unknown[]) => {
      const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${text}`, values)
      asked.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return { rows: [] }
    },
  }
  await tradedToday(reader as never, ACCOUNT, venue)
  expect(asked.join('\n')).toMatch(/fills_\w+_account_id_trade_date_instrument_id_idx/u)
  expect(asked.join('\n')).not.toMatch(/rows=20\d{3}|Removed by Filter: 20\d{3}/u)
})
