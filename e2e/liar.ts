import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { keyCommitment } from '@rueda/proof/account-key.ts'
import { signCheckpoint } from '@rueda/proof/checkpoint.ts'
import { hashesOfLeaves, leafHash, rootOf } from '@rueda/proof/merkle.ts'
import { type Receipt, type ReceiptContent, signReceipts } from '@rueda/proof/receipt.ts'
import { TILE_WIDTH, decodeBundle, encodeBundle, newBundles, parseTilePath, tilePath } from '@rueda/proof/tiles.ts'
import type { PoolClient } from 'pg'
import { becomeOwner } from '../apps/server/src/db/app-role.ts'
import { attachDatabase } from '../apps/server/src/db/attach.ts'
import { rewriteChain } from '../apps/server/src/testing/tamper.ts'
import { logFolder } from '../apps/server/src/trust-log/log-folder.ts'
import { readKeyring } from '../apps/server/src/vault/keyring.ts'
import { accountKeyPlace, trustKeyPlace } from '../apps/server/src/vault/sealed-columns.ts'
import { type Vault, createVault } from '../apps/server/src/vault/vault.ts'

/**
 * An operator who lies: has the data folder, the database with its guards off, and the key that the log is signed with. What the server itself
 * would refuse to serve is served in its place.
 */
export type Log = Readonly<{ origin: string; secretKey: Uint8Array; receiptSecretKey: Uint8Array; entries: readonly Uint8Array[] }>

/** Changes what the server keeps while it runs, as the owner of the database with every guard of these tables off. */
export async function tamper(dataFolder: string, work: (client: PoolClient, vault: Vault) => Promise<unknown>): Promise<void> {
  const { pool, stop } = await attachDatabase({ dataFolder, databaseUrl: null })
  const client = await pool.connect()
  try {
    await client.query('begin')
    await becomeOwner(client)
    for (const table of GUARDED) await client.query(`alter table ${table} disable trigger all`)
    await work(client, vaultOf(dataFolder))
    for (const table of GUARDED) await client.query(`alter table ${table} enable trigger all`)
    await client.query('commit')
  } finally {
    client.release(true)
    await stop()
  }
}

const GUARDED = ['entries', 'fills', 'account_states', 'trust_heads']

/** Gives an account another key, sealed as the first one was, and a chain that covers it from its first entry on. */
export async function swapAccountKey(client: PoolClient, vault: Vault, accountId: string, key: Uint8Array): Promise<void> {
  await client.query('update account_keys set sealed = $2 where account_id = $1', [accountId, vault.seal(accountKeyPlace(accountId), key)])
  await client.query('update account_states set key_commitment = $2 where account_id = $1', [accountId, keyCommitment(key)])
  await rewriteChain(client, accountId, (entry) => entry)
}

/** Changes the price of every execution of an account, on its fills and in its chain, with all hashes behind it and what is told of the log. */
export async function changePrices(client: PoolClient, accountId: string, by: bigint): Promise<void> {
  await client.query('update fills set price = price + $2 where account_id = $1', [accountId, by])
  await rewriteChain(client, accountId, ({ execution, ...entry }) =>
    execution === undefined ? entry : { ...entry, execution: { ...execution, price: execution.price + by } },
  )
  await client.query(
    'update trust_heads h set head = e.hash from entries e where h.account_id = $1 and e.account_id = h.account_id and e.sequence = h.sequence',
    [accountId],
  )
}

/** The log as it is signed, with all that is needed to sign another. */
export async function readLog(dataFolder: string): Promise<Log> {
  const { pool, stop } = await attachDatabase({ dataFolder, databaseUrl: null })
  try {
    const { rows: logs } = await pool.query<{ origin: string; size: bigint }>('select origin, size from trust_logs')
    const { rows: keys } = await pool.query<{ name: string; sealed: Buffer }>('select name, sealed from trust_keys order by purpose')
    const [log] = logs
    const [key, receiptKey] = keys
    if (log === undefined || key === undefined || receiptKey === undefined) throw new Error('there is no log')
    const entries = newBundles({ oldSize: 0, size: Number(log.size) }).flatMap(
      (tile) => decodeBundle(readFileSync(join(logFolder(dataFolder, 1), tilePath(tile)))) ?? [],
    )
    const secretOf = ({ name, sealed }: typeof key) => new Uint8Array(vaultOf(dataFolder).open(trustKeyPlace(name), sealed))
    return { origin: log.origin, secretKey: secretOf(key), receiptSecretKey: secretOf(receiptKey), entries }
  } finally {
    await stop()
  }
}

function vaultOf(dataFolder: string): Vault {
  const keyring = readKeyring(dataFolder)
  if (keyring === null) throw new Error('there is no keyring')
  return createVault(keyring)
}

/** Answers every command of a page with this receipt in place of the server's own. */
export async function answerWith(
  page: Page,
  origin: string,
  secretKey: Uint8Array,
  change: (own: Receipt) => Partial<ReceiptContent>,
): Promise<void> {
  await page.route('**/web/**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const answer = await route.fetch()
    const envelope = (await answer.json()) as Readonly<{ receipt?: Receipt }>
    if (envelope.receipt === undefined) return route.fulfill({ response: answer })
    const { batch: _batch, ...content } = envelope.receipt
    const [receipt] = signReceipts([{ ...content, ...change(envelope.receipt) }], { name: `${origin}/receipts`, secretKey })
    return route.fulfill({ response: answer, json: { ...envelope, receipt } })
  })
}

/** Shows a page this log in place of the server's, with a checkpoint of as many entries. */
export async function show(page: Page, { origin, secretKey, entries }: Log, size = entries.length): Promise<void> {
  const hashes = hashesOfLeaves(entries.map(leafHash))
  const checkpoint = signCheckpoint({ origin, size, root: rootOf(size, hashes), extensions: [] }, [secretKey])
  const fileAt = (path: string): Uint8Array | string | null => {
    if (path === 'checkpoint') return checkpoint
    const tile = parseTilePath(path)
    if (tile === null) return null
    const { level, index, width } = tile
    const leaves = level === 'entries' ? 1 : TILE_WIDTH ** level
    if ((index * TILE_WIDTH + width) * leaves > entries.length) return null
    if (level === 'entries') return encodeBundle(entries.slice(index * TILE_WIDTH, index * TILE_WIDTH + width))
    return Buffer.concat(Array.from({ length: width }, (_, at) => hashes({ level: level * TILE_HEIGHT, index: index * TILE_WIDTH + at })))
  }
  await page.route('**/trust/log/**', (route) => {
    const [, path = ''] = new URL(route.request().url()).pathname.split('/trust/log/')
    const file = fileAt(path)
    return file === null ? route.fulfill({ status: 404 }) : route.fulfill({ body: Buffer.from(file) })
  })
}
const TILE_HEIGHT = 8
