import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '../../apps/server/src/testing/database.ts'
import type { Database } from '../../apps/server/src/db/open.ts'
import { loadChains } from './chains.ts'
import { freezeAll, openDueAccounts } from './due-accounts.ts'
import { loadHistory } from './history.ts'

/** What the benches load set-wise follows the tables as they are now. */
const ACCOUNTS = 3
const ENTRIES_EACH = 5
const SECONDS = 60

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.stop())

const count = async (table: string): Promise<number> => {
  const { rows } = await database.pool.query<{ count: bigint }>(`select count(*) from ${table}`)
  return Number(rows[0]?.count)
}

it('loads accounts with a history', async () => {
  await loadHistory(database.pool, ACCOUNTS, SECONDS)
  expect([await count('account_states'), await count('entries')]).toEqual([ACCOUNTS, ACCOUNTS * ENTRIES_EACH])
})

it('loads chains of entries', async () => {
  expect(await loadChains(database.pool, ACCOUNTS * ENTRIES_EACH, ENTRIES_EACH)).toBe(ACCOUNTS * ENTRIES_EACH)
  expect(await count('entries')).toBe(ACCOUNTS * ENTRIES_EACH)
})

it('loads accounts that are due, and freezes them', async () => {
  await openDueAccounts(database.pool, ACCOUNTS, 'US:ARDV')
  await freezeAll(database.pool)
  expect([await count('orders'), await count('account_states where frozen_at is not null')]).toEqual([2 * ACCOUNTS, ACCOUNTS])
})
