import { readdirSync } from 'node:fs'
import { USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyInTransaction, migrationFolder } from '../../db/migrate.ts'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import * as store from './store.ts'

/** Goal: what was watched before there were several lists is the usual list, in the order in which it was shown. */
const [file = ''] = readdirSync(migrationFolder).filter((name) => name.endsWith('_watchlists.sql'))
const WITH_LISTS = Number.parseInt(file, 10)
const BEFORE_LISTS = WITH_LISTS - 1

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.stop())

it('existing rows become the usual list, the newest first', async () => {
  const client = await database.pool.connect()
  try {
    // An older house beside the one of the test.
    await client.query('begin; set local role none; create schema older; set local search_path to older')
    await applyInTransaction(client, 0, BEFORE_LISTS)
    await client.query(
      `insert into accounts (account_id, nickname, locale, invite_code, created_at, password_changed_at)
       values (7, 'ana', 'es', 'AAAAAAAA', 1, 1), (8, 'juan', 'es', 'BBBBBBBB', 1, 1)`,
    )
    await client.query(
      `insert into watchlist (account_id, watch_id, instrument_id, added_at) values
         (7, gen_random_uuid(), 'US:A', 10), (7, gen_random_uuid(), 'US:B', 30), (7, gen_random_uuid(), 'US:C', 20), (8, gen_random_uuid(), 'US:A', 5)`,
    )
    await applyInTransaction(client, BEFORE_LISTS, WITH_LISTS)
    const rows = await store.rowsOf(client, { accountId: '7', listId: USUAL_LIST })
    expect(rows.map(({ instrumentId, addedAt }) => [instrumentId, addedAt])).toEqual([
      ['US:B', 30],
      ['US:C', 20],
      ['US:A', 10],
    ])
    expect(await store.lists(client, '8')).toEqual([{ id: USUAL_LIST, name: null, count: 1, instrumentIds: ['US:A'], isArranged: false }])
  } finally {
    client.release(true)
  }
})
