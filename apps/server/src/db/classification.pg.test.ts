import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { classification } from '../features/all-records.ts'
import { columnsOf } from './classification.ts'
import type { Database } from './open.ts'

/** Every column has a class (`docs/rules/reliability.md` B-43): a new one is given its class where it is added. */
let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.stop())

it('every column is classified once, and nothing is classified that is not there', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
  )
  const there = rows.map(({ name }) => name).toSorted()
  const classified = Object.keys(classification).flatMap((table) => columnsOf(classification, table).map((column) => `${table}.${column}`))
  expect(classified.toSorted()).toEqual(there)
})
