import { afterAll, beforeAll, expect, it } from 'vitest'
import { isDatabaseAway } from '../http/failures.ts'
import { createTestDatabase } from '../testing/database.ts'
import { openRequestPool } from './request-pool.ts'
import type { Database } from './open.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.stop())

it('a statement that takes too long is given up where somebody asked, as "try later", and nowhere else', async () => {
  const asked = openRequestPool(database.pool, 1)
  const failure: unknown = await asked.query('select pg_sleep(60)').catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: '57014' })
  expect(isDatabaseAway(failure as Error)).toBe(true)
  // The connection itself is well again.
  expect((await asked.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  const timeoutOf = async (pool: typeof asked) => (await pool.query('show statement_timeout')).rows
  expect(await timeoutOf(asked)).toEqual([{ statement_timeout: '1s' }])
  expect(await timeoutOf(database.pool)).toEqual([{ statement_timeout: '0' }])
  await asked.end()
})
