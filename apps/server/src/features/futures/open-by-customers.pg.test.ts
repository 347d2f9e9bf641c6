import { scaled } from '@rueda/rules/decimal.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { openByCustomers } from './open-by-customers.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.stop()
})

const hold = (account: number, instrumentId: string, side: 'buy' | 'sell', contracts: string, closedAt: number | null = null) =>
  database.pool.query(
    `insert into margin_positions (account_id, id, number, instrument_id, wallet, side, leverage, order_id, quantity, held, margin, initial,
      maintenance, basis, opened_quantity, opened_value, closed_quantity, closed_value, realised, charges, swap, liquidation, told_state,
      opened_at, changed_at, closed_at)
     values ($1, gen_random_uuid(), '', $2, 'FUTURE', $3, 1, gen_random_uuid(), $4, 0, 0, 0, 0, 0, $4, 0, 0, 0, 0, 0, 0, 'none', 'NORMAL', 0, 0, $5)`,
    [account, instrumentId, side, scaled(contracts), closedAt],
  )

test('counts what is open of each contract, long and short, and nothing that is closed', async () => {
  await hold(1, 'FUT:SES-2026Z', 'buy', '2')
  await hold(2, 'FUT:SES-2026Z', 'sell', '3')
  await hold(2, 'FUT:SES-2026Z', 'buy', '0', 1)
  await hold(2, 'FUT:SCL-2027F', 'buy', '7')
  const open = await openByCustomers(database.pool, ['FUT:SES-2026Z', 'FUT:SGC-2026Z'])
  expect([...open]).toEqual([['FUT:SES-2026Z', 5]])
})
