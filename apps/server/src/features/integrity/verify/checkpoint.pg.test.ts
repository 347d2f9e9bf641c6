import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsOf } from '../../../db/classification.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { rewriteChain, sayAgain, findingsAfter as tampered } from '../../../testing/tamper.ts'
import { TAMPERED_NOW as NOW, type TamperedBooks, openTamperedBooks, tamperings } from '../../../testing/tampered-books.ts'
import type { Vault } from '../../../vault/vault.ts'
import { classification } from '../../all-records.ts'
import { invariants } from './invariants.ts'
import { accountTables } from './restrict.ts'
import { type Verification, verifyBooks } from './verify.ts'
import { outside } from '../../../testing/outside.ts'

/** A run from a checkpoint finds the same in the rows behind it as a full run: it proves the checkpoint first. */
let books: TamperedBooks
let incremental: Readonly<{ scope: 'incremental'; vault: Vault }>
beforeAll(async () => {
  books = await openTamperedBooks()
  incremental = { scope: 'incremental', vault: books.vault }
  expect((await run()).clean).toBe(true)
})
afterAll(() => books.stop())

const run = (): Promise<Verification> => verifyBooks(books.pool, outside(books.folder), () => 0, incremental)
const findingsAfter = (tamper: (client: PoolClient) => Promise<unknown>): Promise<string[]> =>
  tampered(books.pool, books.folder, tamper, incremental)
const verified = async () =>
  (await books.pool.query('select * from verified_accounts order by account_id')).rows as { account_id: bigint }[]

describe('a run from a checkpoint', () => {
  it('counts everything, and keeps one row for each account', async () => {
    expect(await run()).toMatchObject({ clean: true, entries: 21, accounts: 3 })
    expect((await verified()).map(({ account_id: accountId }) => String(accountId))).toEqual(['1', '2', '3'])
  })

  it.each(tamperings)('finds %s', async (_, sql) => {
    expect(await findingsAfter((client) => client.query(sql))).not.toEqual([])
  })

  it('finds old entries that were rewritten whole, hashes, head and projections with them', async () => {
    expect(await findingsAfter((client) => rewriteCauses(client))).toEqual(['CHECKPOINT'])
    expect(await tampered(books.pool, books.folder, (client) => rewriteCauses(client), { vault: books.vault })).toEqual([
      'TRUST-5',
      'CHECKPOINT',
    ])
    // Without checkpoint and log it would go unnoticed.
    expect(await tampered(books.pool, null, (client) => rewriteCauses(client))).toEqual([])
  })

  it('goes on from there: what is new is checked and kept, and what is kept is proven again', async () => {
    const [before] = await verified()
    await books.spend('1', 5)
    expect(await run()).toMatchObject({ clean: true, entries: 22 })
    const [after, ...others] = await verified()
    expect(after).toMatchObject({ account_id: 1n, sequence: 8n })
    expect(after).not.toEqual(before)
    expect(others).toHaveLength(2)
    expect(
      await findingsAfter((client) => client.query(`update entries set cause_id = 'x' where account_id = 1 and sequence = 8`)),
    ).toContain('CHECKPOINT')
  })

  it('keeps nothing of an account that is not in order', async () => {
    const before = await verified()
    await books.pool.query(`update wallets set cash = cash + 1 where account_id = 1 and type = 'STOCK'`)
    expect((await run()).clean).toBe(false)
    expect((await run()).clean).toBe(false)
    expect(await verified()).toEqual(before)
    await books.pool.query(`update wallets set cash = cash - 1 where account_id = 1 and type = 'STOCK'`)
    expect((await run()).clean).toBe(true)
  })
})

describe('a checkpoint that was touched', () => {
  it.each([
    ['another sequence', 'update verified_accounts set sequence = 3 where account_id = 1'],
    ['other sums', `update verified_accounts set rest = '1:2:3' where account_id = 1`],
    ['a row that is gone', 'delete from verified_accounts where account_id = 1'],
    ['another mark', `update verification_marks set value = '1 0 0' where name = 'whole'`],
    ['a mark that is gone', `delete from verification_marks where name = 'whole'`],
    [
      'a row of another account',
      `update verified_accounts set rest = (select rest from verified_accounts where account_id = 2) where account_id = 1`,
    ],
  ])('shows: %s', async (_, sql) => {
    expect(await findingsAfter((client) => client.query(sql))).toContain('CHECKPOINT')
  })

  it('shows where all of it is gone, once, and is no fault before the first run', async () => {
    const emptied = 'delete from verified_accounts; delete from verification_marks'
    expect(await findingsAfter((client) => client.query(emptied))).toEqual([])
    const ran = `insert into integrity_runs (run_id, at, scope, entries, accounts, clean, checks) values (gen_random_uuid(), $1, 'incremental', 0, $2, true, '[]')`
    // Earlier releases left nothing of a run without an account.
    await books.pool.query(ran, [NOW, 0])
    expect(await findingsAfter((client) => client.query(emptied))).toEqual([])
    await books.pool.query(ran, [NOW, 3])
    expect(await findingsAfter((client) => client.query(emptied))).toEqual(['CHECKPOINT'])
    const whole = { ...incremental, scope: 'full' } as const
    expect(await tampered(books.pool, books.folder, (client) => client.query(emptied), whole)).toEqual(['CHECKPOINT'])
    await books.pool.query(emptied)
    expect((await run()).clean).toBe(false)
    expect((await run()).clean).toBe(true)
  })

  it('is there from the first run on, also of books without an account', async () => {
    const { pool, stop } = await createTestDatabase()
    expect((await verifyBooks(pool, null, () => 0, incremental)).clean).toBe(true)
    const marks = await pool.query(`select value from verification_marks where name = 'whole'`)
    expect(marks.rows).toEqual([{ value: '1 0 0' }])
    await stop()
  })

  it('is thrown away, and everything is verified from the first entry on', async () => {
    await books.pool.query('delete from verified_accounts where account_id = 1')
    expect((await run()).checks.filter(({ offending }) => offending.length > 0).map(({ id }) => id)).toEqual(['CHECKPOINT'])
    expect(await run()).toMatchObject({ clean: true })
    expect(await verified()).toHaveLength(3)
  })
})

it('every table that decides about one account alone has its rows by account, and is looked at', async () => {
  const { rows } = await books.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const others = rows.map(({ name }) => name).filter((name) => !(accountTables as readonly string[]).includes(name))
  for (const { id, scope, sql } of invariants.filter((each) => each.scope === 'account'))
    expect([id, scope, others.filter((name) => new RegExp(`\\b(from|join) ${name}\\b`, 'u').test(sql))]).toEqual([id, 'account', []])
  for (const table of accountTables.filter((name) => name !== 'postings')) expect(columnsOf(classification, table)).toContain('account_id')
})

/** With what the database has of the log. */
async function rewriteCauses(client: PoolClient): Promise<void> {
  await rewriteTransfers(client)
  await sayAgain(client)
}

const rewriteTransfers = (client: PoolClient): Promise<void> =>
  // A transfer between wallets of one currency gives nobody anything; other causes are compared with their rows.
  rewriteChain(client, '2', (entry) =>
    entry.cause.kind === 'transfer' ? { ...entry, cause: { ...entry.cause, id: `${entry.cause.id}-rewritten` } } : entry,
  )
