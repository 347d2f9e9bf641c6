import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signCheckpoint } from '@rueda/proof/checkpoint.ts'
import { encodeBundle, decodeBundle } from '@rueda/proof/tiles.ts'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rewriteChain, sayAgain, findingsAfter as tampered } from '../../../testing/tamper.ts'
import { type TamperedBooks, openTamperedBooks } from '../../../testing/tampered-books.ts'
import { verifyBooks } from './verify.ts'
import { outside } from '../../../testing/outside.ts'

/** Whoever has the whole database in hand, and makes everything in it fit, does not change what was signed outside of it. */
let books: TamperedBooks
let logged: string
beforeAll(async () => {
  books = await openTamperedBooks()
  logged = join(books.folder, 'trust', '1')
})
afterAll(() => books.stop())

const found = (tamper: (client: PoolClient) => Promise<unknown>): Promise<string[]> =>
  tampered(books.pool, books.folder, tamper, { vault: books.vault })

describe('the files of the public log', () => {
  it('say what the books say', async () => {
    expect(await found(() => Promise.resolve())).toEqual([])
  })

  it('show a tail that was cut, when head, projections and the log’s own rows were made to fit', async () => {
    const cut = async (client: PoolClient): Promise<void> => {
      await client.query('delete from entries where account_id = 1 and sequence = 7')
      await client.query(
        `update account_states set sequence = 6, head = (select hash from entries where account_id = 1 and sequence = 6) where account_id = 1`,
      )
      await client.query(`update wallets set cash = cash + 100 where account_id = 1 and type = 'STOCK'`)
      await client.query(`update wallets set cash = cash - 100 where account_id = 1 and type = 'FUTURE'`)
      await sayAgain(client)
    }
    expect(await found(cut)).toEqual(['TRUST-5'])
    expect(await tampered(books.pool, null, cut, { vault: books.vault })).toEqual([])
  })

  it('show entries that were rewritten, also where the row of what was said of them is taken out', async () => {
    const rewrite = (client: PoolClient) =>
      rewriteChain(client, '2', (entry) => (entry.cause.kind === 'transfer' ? { ...entry, cause: { ...entry.cause, id: 'other' } } : entry))
    const rewritten = async (client: PoolClient): Promise<void> => {
      await rewrite(client)
      await sayAgain(client)
    }
    expect(await found(rewritten)).toEqual(['TRUST-5'])
    expect(
      await found(async (client) => {
        await rewrite(client)
        await client.query('alter table trust_heads disable trigger all; delete from trust_heads where account_id = 2')
        await sayAgain(client)
      }),
    ).toEqual(['TRUST-5'])
  })

  it('show another word of the house, and one that is gone', async () => {
    const keys = "log = 1 and kind = 'key' and entry_index = (select min(entry_index) from trust_entries where kind = 'key')"
    for (const sql of [
      `update trust_entries set entry = replace(entry, '"at":', '"at":1') where ${keys}`,
      `delete from trust_entries where ${keys}`,
    ])
      expect(await found((client) => client.query(`alter table trust_entries disable trigger all; ${sql}`))).toContain('TRUST-5')
  })

  it('show a word of the house that the other checks would no longer find by its kind', async () => {
    const hidden = async (client: PoolClient): Promise<void> => {
      await client.query("alter table trust_entries disable trigger all; update trust_entries set kind = 'alive' where kind = 'key'")
    }
    expect(await found(hidden)).toContain('TRUST-5')
  })

  it('show a word that nobody signed, in the place of an account’s head', async () => {
    const start = JSON.stringify({ kind: 'start', at: 5, settings: { SIM_CLOCK: '{"kind":"scaled"}' } })
    const planted = (client: PoolClient) =>
      client.query(
        `insert into trust_entries (log, entry_index, kind, entry) select log, entry_index, 'start', $1 from trust_heads limit 1`,
        [start],
      )
    expect(await found(planted)).toEqual(['TRUST-5'])
  })

  it('show a database that is older than what was signed', async () => {
    const size = books.log.newest()?.size ?? 0
    expect(
      await found((client) =>
        client.query(`
          alter table trust_checkpoints disable trigger all; alter table trust_heads disable trigger all; alter table trust_entries disable trigger all;
          delete from trust_heads where entry_index >= ${size - 1}; delete from trust_entries where entry_index >= ${size - 1};
          update trust_checkpoints set size = ${size - 1} where size = ${size}; update trust_logs set size = ${size - 1}`),
      ),
    ).toContain('TRUST-5')
  })
})

describe('a file of the log that was touched', () => {
  const bundle = () => join(logged, 'tile', 'entries', `000.p`, String(books.log.newest()?.size))
  it.each([
    ['is missing', bundle, () => null],
    ['is torn', bundle, (bytes: Buffer) => bytes.subarray(0, -1)],
    ['has another head', bundle, (bytes: Buffer) => Buffer.from(encodeBundle(withOneChanged(decodeBundle(bytes) ?? [])))],
    ['is a checkpoint of another key', () => join(logged, 'checkpoint'), signedByAnother],
    ['is half a checkpoint', () => join(logged, 'checkpoint'), (bytes: Buffer) => bytes.subarray(0, 40)],
  ] as const)('shows: it %s', async (_, path, touch) => {
    const before = readFileSync(path())
    const after = touch(before)
    if (after === null) rmSync(path())
    else writeFileSync(path(), after)
    try {
      expect(await found(() => Promise.resolve())).toEqual(['TRUST-5'])
    } finally {
      writeFileSync(path(), before)
    }
    expect(await found(() => Promise.resolve())).toEqual([])
  })

  /** The last entry is of a head, or padding that may be one. */
  const withOneChanged = (entries: readonly Uint8Array[]): readonly Uint8Array[] =>
    entries.map((entry, at) =>
      at === entries.length - 1 ? Uint8Array.from(entry, (byte, place) => (place === 40 ? byte ^ 1 : byte)) : entry,
    )

  function signedByAnother(): Buffer {
    const { size = 0, root = new Uint8Array(32) } = books.log.newest() ?? {}
    return Buffer.from(signCheckpoint({ origin: books.log.origin(), size, root, extensions: [] }, [new Uint8Array(32).fill(7)]))
  }
})

describe('whoever says in the database that the log has ended', () => {
  const NEXT =
    "insert into trust_logs (log, origin, size, edge, begun_at) values (2, 'other', 0, '', 1); update account_keys set logged_sequence = 0"
  const rewritten = async (client: PoolClient, ...more: readonly string[]): Promise<void> => {
    await rewriteChain(client, '2', (entry) =>
      entry.cause.kind === 'transfer' ? { ...entry, cause: { ...entry.cause, id: 'other' } } : entry,
    )
    await sayAgain(client)
    await client.query('alter table trust_entries disable trigger all; alter table trust_checkpoints disable trigger all')
    for (const sql of more) await client.query(sql)
  }

  it.each([
    [
      'and takes everything out that it said',
      "delete from trust_heads; delete from trust_entries; delete from trust_checkpoints; update trust_logs set ended_at = 1, size = 0, edge = ''",
    ],
    [
      'longer than its files are',
      'insert into trust_checkpoints select log, size + 1, root, at from trust_checkpoints; update trust_logs set ended_at = 1, size = size + 1',
    ],
  ])('is found: %s', async (_, sql) => {
    expect(await found((client) => rewritten(client, sql, NEXT))).toContain('TRUST-5')
  })
})

describe('whoever takes away what a head is known by', () => {
  const rewrite = (client: PoolClient) =>
    rewriteChain(client, '2', (entry) => ({
      ...entry,
      keyCommitment: null,
      ...(entry.cause.kind === 'transfer' ? { cause: { ...entry.cause, id: 'other' } } : {}),
    }))
  const WITHOUT_GUARDS =
    'alter table trust_heads disable trigger all; alter table account_states disable trigger all; alter table account_keys disable trigger all'

  it.each([
    ['its place in the log', 'update trust_heads set entry_index = -1 where account_id = 2'],
    [
      'the key of the account',
      'delete from trust_heads where account_id = 2; delete from account_keys where account_id = 2; update account_states set key_commitment = null where account_id = 2',
    ],
    [
      'the whole account',
      `delete from trust_heads where account_id = 2; delete from account_keys where account_id = 2; delete from entries where account_id = 2;
       delete from wallets where account_id = 2; delete from account_states where account_id = 2`,
    ],
  ])('is found: %s', async (_, sql) => {
    expect(
      await found(async (client) => {
        await rewrite(client)
        await sayAgain(client)
        await client.query(WITHOUT_GUARDS)
        await client.query(sql)
      }),
    ).toContain('TRUST-5')
  })

  it('is found however much of a chain is cut', async () => {
    for (let step = 300; step < 390; step += 1) await books.spend('1', step)
    await books.log.checkpoint()
    const cut = async (client: PoolClient): Promise<void> => {
      await client.query('delete from entries where account_id = 1 and sequence > 7')
      await client.query(
        `update account_states set sequence = 7, head = (select hash from entries where account_id = 1 and sequence = 7) where account_id = 1`,
      )
      await sayAgain(client)
    }
    expect(await found(cut)).toContain('TRUST-5')
  })
})

describe('an account whose key does not open', () => {
  it('is told of by its own check alone', async () => {
    const broken = "update account_keys set sealed = decode(repeat('00', 120), 'hex') where account_id = 2"
    expect(await found((client) => client.query(broken))).toEqual(['TRUST-4'])
  })
})

describe('a log that its successor ended', () => {
  let house: TamperedBooks
  beforeAll(async () => {
    house = await openTamperedBooks()
  })
  afterAll(() => house.stop())
  const foundIn = () => tampered(house.pool, house.folder, () => Promise.resolve(), { vault: house.vault })

  it('accuses nobody for what was wrong with it, and still shows what was changed in its files', async () => {
    const folder = join(house.folder, 'trust', '1')
    const bundle = join(folder, 'tile', 'entries', '000.p', String(house.log.newest()?.size))
    const before = readFileSync(bundle)
    writeFileSync(join(folder, 'checkpoint'), 'torn')
    expect(await foundIn()).toEqual(['TRUST-5'])
    await house.succeed()
    expect(await foundIn()).toEqual([])
    rmSync(bundle)
    expect(await foundIn()).toEqual([])
    writeFileSync(bundle, encodeBundle((decodeBundle(before) ?? []).map((entry) => Uint8Array.from(entry, (byte) => byte ^ 1))))
    expect(await foundIn()).toEqual(['TRUST-5'])
  })
})

it('goes on behind the run before, and reads what is behind it alone', async () => {
  const run = async () =>
    (await verifyBooks(books.pool, outside(books.folder), () => 0, { scope: 'incremental', vault: books.vault })).clean
  const markOf = async () =>
    (await books.pool.query<{ value: string }>(`select value from verification_marks where name = 'log'`)).rows.map(
      ({ value }) => (JSON.parse(value) as [number, number][])[0]?.[1],
    )
  expect(await run()).toBe(true)
  expect(await markOf()).toEqual([books.log.newest()?.size])
  await books.spend('3', 200)
  await books.log.checkpoint()
  const { size = 0 } = books.log.newest() ?? {}
  const path = join(logged, 'tile', 'entries', '000.p', String(size))
  const before = readFileSync(path)
  const withChanged = (at: number) =>
    encodeBundle((decodeBundle(before) ?? []).map((entry, place) => (place === at ? Uint8Array.from(entry, (byte) => byte ^ 1) : entry)))
  writeFileSync(path, withChanged(size - 1))
  expect(await run()).toBe(false)
  writeFileSync(path, withChanged(0))
  expect(await run()).toBe(true)
  writeFileSync(path, before)
  expect(await markOf()).toEqual([size])
})
