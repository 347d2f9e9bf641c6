import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import type { Database } from './open.ts'

let database: Database
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.stop())

const NOON_2026 = Date.UTC(2026, 10, 20, 12, 34, 56, 789)

test.each([
  ['9007199254740993::int8', 9_007_199_254_740_993n],
  ['ARRAY[1, NULL, -9223372036854775808]::int8[]', [1n, null, -9_223_372_036_854_775_808n]],
  ['12.3400::numeric', '12.3400'],
  ['ARRAY[0.1, 2]::numeric[]', ['0.1', '2']],
  ["'2024-02-29'::date", '2024-02-29'],
  ["ARRAY['2024-02-29']::date[]", ['2024-02-29']],
  ["'2026-11-20 12:34:56.789+00'::timestamptz", NOON_2026],
  ["'2026-11-20 09:34:56.789-03'::timestamptz", NOON_2026],
  ["ARRAY['2026-11-20 12:34:56.789+00']::timestamptz[]", [NOON_2026]],
  ['42::int4', 42],
  ['count(*)', 1n],
  ['\'{"a": 1}\'::jsonb', { a: 1 }],
  ['NULL::int8', null],
])('%s reads as the house keeps it', async (expression, value) => {
  const { rows } = await database.pool.query(`SELECT ${expression} AS value`)
  expect(rows[0].value).toEqual(value)
})

test('a bigint and an array of them go in as they came out', async () => {
  const { rows } = await database.pool.query('SELECT $1::int8 AS one, $2::int8[] AS many', [9_007_199_254_740_993n, [1n, -2n]])
  expect(rows[0]).toEqual({ one: 9_007_199_254_740_993n, many: [1n, -2n] })
})
