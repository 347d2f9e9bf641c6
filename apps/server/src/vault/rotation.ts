import type { Pool } from 'pg'
import { inTransaction } from '../db/transaction.ts'
import { ok } from '@rueda/rules/result.ts'
import { placeOf } from '../storage/files.ts'
import { keyOf } from '../storage/keys.ts'
import type { FileStore } from '../storage/store.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'
import { NAME_BYTES, type Vault, nameOfKey } from './vault.ts'

/**
 * Changes keys: every value sealed with a key before the current one has its data key wrapped anew. It goes through each
 * table by pages, in small transactions of its own, and takes only the values that still need it; so it may run beside
 * everything else, be cut off anywhere and begin again (`docs/rules/privacy.md` 12).
 */
export type Sealed = Readonly<{ pool: Pool; vault: Pick<Vault, 'rewrap' | 'refresh'>; files: FileStore; dataFolder: string }>

const PAGES_AT_ONCE = 64
const PAGE_BYTES = 8_192n
const FILES_AT_ONCE = 500

/** Wraps every data key anew. Returns their number. */
export async function rewrapAll(sealed: Sealed): Promise<number> {
  const { current } = sealed.vault.refresh()
  let count = 0
  for (const column of sealedColumns) count += await rewrapColumn(sealed, column, current)
  return count + (await rewrapFiles(sealed, current))
}

async function rewrapColumn(sealed: Sealed, column: SealedColumn, current: string): Promise<number> {
  let count = 0
  for (let page = 0; page < (await pagesOf(sealed.pool, column.table)); page += PAGES_AT_ONCE)
    count += await rewrapPages(sealed, column, page, current)
  return count
}

async function pagesOf(pool: Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: bigint }>('select pg_relation_size($1::regclass) as bytes', [table])
  return Number((rows[0]?.bytes ?? 0n) / PAGE_BYTES)
}

type Found = Readonly<{ at: string; owner: string; sealed: Buffer }>

async function rewrapPages({ pool, vault }: Sealed, { table, column, owner, placeOf: place }: SealedColumn, page: number, current: string) {
  const done = await inTransaction(pool, async (client) => {
    // A row that somebody changes at this moment is left to the next round.
    const { rows } = await client.query<Found>(
      `select ctid::text as at, ${owner}::text as owner, ${column} as sealed from ${table}
       where ctid >= $1::tid and ctid < $2::tid and substring(${column} for ${NAME_BYTES}) <> $3 for update skip locked`,
      [`(${page},0)`, `(${page + PAGES_AT_ONCE},0)`, Buffer.from(current, 'hex')],
    )
    if (rows.length === 0) return ok(0)
    const anew = rows.map((row) => vault.rewrap(place(row.owner), row.sealed))
    await client.query(
      `update ${table} set ${column} = anew.sealed from unnest($1::text[]::tid[], $2::bytea[]) as anew (at, sealed) where ${table}.ctid = anew.at`,
      [rows.map(({ at }) => at), anew],
    )
    return ok(rows.length)
  })
  return done.ok ? done.value : 0
}

async function rewrapFiles({ pool, vault, files }: Sealed, current: string): Promise<number> {
  let count = 0
  for await (const { accountId, fileId } of filesOf(pool)) {
    if (await isUnder(files, fileId, current)) continue
    const sealed = await files.get(keyOf(fileId))
    if (sealed === null) continue
    await files.replace({ key: keyOf(fileId), bytes: vault.rewrap(placeOf(accountId, fileId), sealed) })
    count += 1
  }
  return count
}

/** A file that is gone needs nothing. */
async function isUnder(files: FileStore, fileId: string, current: string): Promise<boolean> {
  const head = await files.head(keyOf(fileId), NAME_BYTES)
  return head === null || nameOfKey(head) === current
}

async function* filesOf(pool: Pool): AsyncGenerator<Readonly<{ accountId: string; fileId: string }>> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await pool.query<{ account_id: string; file_id: string }>(
      'select account_id::text, file_id::text from files where file_id > $1 order by file_id limit $2',
      [after, FILES_AT_ONCE],
    )
    for (const { account_id: accountId, file_id: fileId } of rows) yield { accountId, fileId }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.file_id
  }
}

/** Counts the values that each key still opens. */
export async function usesOfKeys({ pool, files }: Pick<Sealed, 'pool' | 'files'>): Promise<ReadonlyMap<string, number>> {
  const uses = new Map<string, number>()
  const add = (name: string, count: number): void => void uses.set(name, (uses.get(name) ?? 0) + count)
  for (const { table, column } of sealedColumns) {
    const { rows } = await pool.query<{ name: string; count: bigint }>(
      `select encode(substring(${column} for ${NAME_BYTES}), 'hex') as name, count(*) as count from ${table} where ${column} is not null group by 1`,
    )
    for (const { name, count } of rows) add(name, Number(count))
  }
  for await (const { fileId } of filesOf(pool)) {
    const head = await files.head(keyOf(fileId), NAME_BYTES)
    if (head !== null) add(nameOfKey(head), 1)
  }
  return uses
}
