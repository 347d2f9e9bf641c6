import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rewriteChain, findingsAfter as tampered } from '../../../testing/tamper.ts'
import { TAMPERED_ACCOUNTS as ACCOUNTS, type TamperedBooks, openTamperedBooks, tamperings } from '../../../testing/tampered-books.ts'
import { verifyBooks } from './verify.ts'
import { outside } from '../../../testing/outside.ts'

/** Tampering by somebody who controls the whole database: the change itself succeeds, but is noticed. */
let books: TamperedBooks
beforeAll(async () => {
  books = await openTamperedBooks()
})
afterAll(() => books.stop())

const findingsAfter = (tamper: (client: PoolClient) => Promise<unknown>): Promise<string[]> =>
  tampered(books.pool, books.folder, tamper, { vault: books.vault })

describe('verify', () => {
  it('finds nothing in books that nobody touched', async () => {
    const { clean, entries, accounts } = await verifyBooks(books.pool, outside(books.folder), () => 0)
    expect({ clean, entries, accounts }).toEqual({ clean: true, entries: 21, accounts: 3 })
  })

  it.each(tamperings)('finds %s', async (_, sql) => {
    expect(await findingsAfter((client) => client.query(sql))).not.toEqual([])
  })

  it('goes on behind what cannot even be read, and says so', async () => {
    const planted = await findingsAfter((client) => client.query(`insert into trust_waiting (entry, at) values ('no json', 1)`))
    expect(planted).toEqual(expect.arrayContaining(['LIABILITY-3', 'DAY-2', 'ENGINE-1']))
    const both = `insert into trust_waiting (entry, at) values ('no json', 1); update entries set at = at + 1000 where account_id = ${ACCOUNTS[1]} and sequence = 2`
    expect(await findingsAfter((client) => client.query(both))).toEqual(expect.arrayContaining(['LIABILITY-3', 'INV-06']))
  })

  it('finds a gift that is called something else, even when every hash behind it was made to fit', async () => {
    // The public log would show it too.
    const findings = await tampered(books.pool, null, (client) =>
      rewriteChain(client, '1', (entry) => ({ ...entry, journal: entry.journal === 'J98' ? 'J41' : entry.journal })),
    )
    expect(findings).toContain('INV-06')
    expect(await tampered(books.pool, null, (client) => rewriteChain(client, '1', (entry) => entry))).toEqual([])
  })

  it('finds a change of any value of any entry of an account', { timeout: 240_000 }, async () => {
    let unseen = 0
    // Seven entries by ten columns, in one of the three accounts in turn.
    for (let turn = 0; turn < 70; turn += 1) {
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
      // Statement triggers fire even when there is no row to change.
      await expect(books.pool.query(sql)).rejects.toMatchObject({ code: '42501' })
    },
  )
})
