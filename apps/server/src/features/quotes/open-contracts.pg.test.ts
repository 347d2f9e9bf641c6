import { randomUUID } from 'node:crypto'
import { scaled } from '@rueda/rules/decimal.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { openContracts } from './open-contracts.ts'

const SES = 'FUT:SES-2026Z'
const [YESTERDAY, TODAY] = ['2026-11-19', '2026-11-20']
const OPENS_AT = Date.parse('2026-11-19T23:00:00Z')
const session = { tradeDate: TODAY, opensAt: OPENS_AT }
let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.stop()
})

type Fill = readonly [side: 'buy' | 'sell', contracts: string, tradeDate: string]
let fills = 0

/** A position with its fills; its quantity is the open part. */
async function hold(
  account: number,
  instrumentId: string,
  side: 'buy' | 'sell',
  contracts: string,
  filled: readonly Fill[],
  closedAt?: number,
) {
  const id = randomUUID()
  await database.pool.query(
    `insert into margin_positions (account_id, id, number, instrument_id, wallet, side, leverage, order_id, quantity, held, margin, initial,
      maintenance, basis, opened_quantity, opened_value, closed_quantity, closed_value, realised, charges, swap, liquidation, told_state,
      opened_at, changed_at, closed_at)
     values ($1, $6, '', $2, 'FUTURE', $3, 1, gen_random_uuid(), $4, 0, 0, 0, 0, 0, $4, 0, 0, 0, 0, 0, 0, 'none', 'NORMAL', 0, 0, $5)`,
    [account, instrumentId, side, scaled(contracts), closedAt ?? null, id],
  )
  for (const [filledSide, quantity, tradeDate] of filled) {
    fills += 1
    await database.pool.query(
      `insert into fills (account_id, order_id, sequence, instrument_id, side, price, quantity, notional, commission, sec_fee, taf, resting,
        trade_date, settlement_date, at, position_id)
       values ($1, gen_random_uuid(), $2, $3, $4, 1, $5, 1, 0, 0, 0, false, $6, $6, 0, $7)`,
      [account, fills, instrumentId, filledSide, scaled(quantity), tradeDate, id],
    )
  }
}

test('counts what is open of each contract, long and short, now and when the trade date before ended', async () => {
  await hold(1, SES, 'buy', '2', [['buy', '2', YESTERDAY]])
  await hold(2, SES, 'sell', '3', [
    ['sell', '1', YESTERDAY],
    ['sell', '2', TODAY],
  ])
  await hold(2, SES, 'buy', '4', [
    ['buy', '5', YESTERDAY],
    ['sell', '1', TODAY],
  ])
  // Closed today, and closed long ago.
  await hold(
    3,
    SES,
    'buy',
    '0',
    [
      ['buy', '6', YESTERDAY],
      ['sell', '6', TODAY],
    ],
    OPENS_AT + 1,
  )
  await hold(
    3,
    SES,
    'buy',
    '0',
    [
      ['buy', '9', '2026-10-01'],
      ['sell', '9', '2026-10-02'],
    ],
    OPENS_AT - 1,
  )
  await hold(2, 'FUT:SCL-2027F', 'buy', '7', [['buy', '7', YESTERDAY]])
  const open = await openContracts(database.pool, { instrumentIds: [SES, 'FUT:SGC-2026Z'], session })
  expect([...open]).toEqual([[SES, { now: 2 + 3 + 4, before: 2 + 1 + 5 + 6 }]])
})

test('what expired today was open when the day before ended', async () => {
  const expired = 'FUT:SCL-2026Z'
  await hold(4, expired, 'sell', '0', [['sell', '3', YESTERDAY]], OPENS_AT + 1)
  const open = await openContracts(database.pool, { instrumentIds: [expired], session })
  expect([...open]).toEqual([[expired, { now: 0, before: 3 }]])
})
