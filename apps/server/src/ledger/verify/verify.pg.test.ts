import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transfer } from '@rueda/rules/ledger/entry.ts'
import { ok } from '@rueda/rules/result.ts'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/open.ts'
import { openTestBooks } from '../../testing/books.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { findingsAfter as tampered } from '../../testing/tamper.ts'
import { type WritePath, createWritePath } from '../../write-path/write-path.ts'
import { createAnchoring } from '../anchors.ts'
import { verifyBooks } from './verify.ts'

/** Whoever has the whole database in hand can change it; what they cannot do is change it unnoticed. */
let database: Database
let writePath: WritePath
let folder: string
const NOW = 1_795_186_800_000
const ACCOUNTS = ['1', '2', '3']

const spend = (accountId: string, step: number): Promise<unknown> =>
  writePath.run({
    accountId,
    idempotency: null,
    reads: { wallets: ['STOCK', 'FUTURE'] },
    decide: () => {
      const lines = transfer({ from: 'U:STOCK:CASH', to: 'U:FUTURE:CASH', asset: 'USD', amount: 100n })
      return ok({
        outcome: { entries: [{ journal: 'J20', cause: { kind: 'transfer', id: `t${step}`, step }, lines, valueDate: '2026-11-20' }] },
        data: true,
      })
    },
  })

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'rueda-anchors-'))
  writePath = createWritePath({ pool: database.pool, clock: { now: () => NOW } })
  for (const accountId of ACCOUNTS) {
    await openTestBooks(database.pool, writePath, accountId, 100_000n)
    for (let step = 0; step < 5; step += 1) await spend(accountId, step)
  }
  await createAnchoring(database.pool, folder).anchor(NOW)
})
afterAll(async () => {
  await writePath.drain()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

const findingsAfter = (tamper: (client: PoolClient) => Promise<unknown>): Promise<string[]> => tampered(database.pool, folder, tamper)

describe('verify', () => {
  it('finds nothing in books that nobody touched', async () => {
    const { clean, entries, accounts } = await verifyBooks(database.pool, folder, () => 0)
    expect({ clean, entries, accounts }).toEqual({ clean: true, entries: 21, accounts: 3 })
  })

  it.each<[string, string]>([
    ['an edited amount, still balanced', `update entries set amounts = array[-101, 101]::bigint[] where account_id = 1 and sequence = 4`],
    ['an edited balance after', `update entries set balances_after[1] = balances_after[1] + 1 where account_id = 1 and sequence = 4`],
    ['an edited cause', `update entries set cause_id = 'other' where account_id = 2 and sequence = 5`],
    ['an edited time', `update entries set at = at + 1 where account_id = 2 and sequence = 5`],
    ['an entry deleted from the middle', 'delete from entries where account_id = 1 and sequence = 4'],
    [
      'an inserted entry',
      `insert into entries select account_id, 8, journal, cause_kind, 'forged', 9, at, value_date, accounts, assets, amounts, balances_after, null, hash, decode(repeat('ab', 32), 'hex') from entries where account_id = 1 and sequence = 7`,
    ],
    [
      'two entries swapped',
      `update entries set sequence = case sequence when 4 then 1005 when 5 then 1004 end where account_id = 3 and sequence in (4, 5)`,
    ],
    ['an unbalanced entry', `update entries set amounts = array[-100, 99]::bigint[] where account_id = 1 and sequence = 4`],
    ['a wallet with more than its postings', 'update wallets set cash = cash + 1 where account_id = 1 and type = $$STOCK$$'],
    ['a wallet emptied without postings', 'update wallets set cash = 0 where account_id = 2 and type = $$US_WALLET$$'],
  ])('finds %s', async (_, sql) => {
    expect(await findingsAfter((client) => client.query(sql))).not.toEqual([])
  })

  it('finds a cut tail by the anchors, even when head and projections were made to fit', async () => {
    const findings = await findingsAfter(async (client) => {
      await client.query('delete from entries where account_id = 1 and sequence = 7')
      await client.query(
        `update books set sequence = 6, head = (select hash from entries where account_id = 1 and sequence = 6) where account_id = 1`,
      )
      await client.query(`update wallets set cash = cash + 100 where account_id = 1 and type = 'STOCK'`)
      await client.query(`update wallets set cash = cash - 100 where account_id = 1 and type = 'FUTURE'`)
    })
    expect(findings).toEqual(['INV-06'])
  })

  it('finds every one of two hundred random changes of single values', async () => {
    let unseen = 0
    for (let turn = 0; turn < 200; turn += 1) {
      const account = ACCOUNTS[turn % 3]
      const sequence = 1 + (turn % 7)
      const column =
        ['journal', 'cause_kind', 'cause_id', 'at', 'amounts', 'accounts', 'assets', 'previous_hash', 'hash', 'value_date'][turn % 10] ?? ''
      const value = changed[column] ?? ''
      const findings = await findingsAfter((client) =>
        client.query(`update entries set ${column} = ${value} where account_id = ${account} and sequence = ${sequence}`),
      )
      if (findings.length === 0) unseen += 1
    }
    expect(unseen).toBe(0)
  })
})

const changed: Readonly<Record<string, string>> = {
  journal: `'J99'`,
  cause_kind: `'order'`,
  cause_id: `cause_id || 'x'`,
  at: 'at + 1000',
  amounts: 'array[amounts[1] * 2, amounts[2] * 2]',
  accounts: `array[accounts[2], accounts[1]]`,
  assets: `array['ARS', 'ARS']`,
  previous_hash: `decode(repeat('cd', 32), 'hex')`,
  hash: `decode(repeat('ef', 32), 'hex')`,
  value_date: `value_date + 1`,
}

describe('append-only', () => {
  it.each(['update entries set at = at', 'delete from entries', 'truncate entries cascade', 'update fills set at = at', 'truncate fills'])(
    '%s is refused',
    async (sql) => {
      // Statement triggers stand even where there is no row to change.
      await expect(database.pool.query(sql)).rejects.toMatchObject({ code: '42501' })
    },
  )
})
