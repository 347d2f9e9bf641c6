import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase, Pool } from 'pg'
import { z } from 'zod'
import { StartRefused } from '../db/start-refused.ts'

/**
 * The keys that open customers' confidential data. They live in a file of the data folder and never in the database, so
 * that a copy of the database alone opens nothing (`docs/rules/privacy.md` 12).
 */
export type Keyring = Readonly<{
  /** The key that new values are sealed with. */
  current: string
  keys: ReadonlyMap<string, Buffer>
  /** Makes fingerprints; it stays when the other keys change, because otherwise nothing could be found any more. */
  fingerprintKey: Buffer
}>

const KEY_BYTES = 32
const KEY_NAME_BYTES = 8
const OWNER_ONLY = 0o600

export const keyFile = (dataFolder: string): string => join(dataFolder, 'vault', 'keys.json')

export function newKeyring(): Keyring {
  const current = randomBytes(KEY_NAME_BYTES).toString('hex')
  return { current, keys: new Map([[current, randomBytes(KEY_BYTES)]]), fingerprintKey: randomBytes(KEY_BYTES) }
}

type KeyRow = Readonly<{ key_name: string; proof: Buffer }>

const KEY_ROWS = 'select key_name, proof from vault_keys'

/** The data folder's keys, made at the first start. A database that knows a key the file does not have is refused. */
export async function openKeyring(dataFolder: string, pool: Pool | ClientBase): Promise<Keyring> {
  const { rows } = await pool.query<KeyRow>(KEY_ROWS)
  const keyring = readKeyring(dataFolder) ?? (rows.length === 0 ? makeKeyring(dataFolder) : null)
  const known = expectKeysOf(dataFolder, keyring, rows)
  for (const [name, key] of known.keys)
    await pool.query('insert into vault_keys (key_name, proof) values ($1, $2) on conflict do nothing', [name, proofOf(key)])
  return known
}

/** The keys of a process that makes none and notes none: they have to be those of the database already. */
export async function expectKeyring(dataFolder: string, pool: Pool | ClientBase): Promise<Keyring> {
  const { rows: there } = await pool.query<{ there: boolean }>("select to_regclass('vault_keys') is not null as there")
  const rows = there[0]?.there === true ? (await pool.query<KeyRow>(KEY_ROWS)).rows : []
  if (rows.length === 0)
    throw new StartRefused('No core has begun on this database yet. Start one first, and copy the folder vault of its DATA_DIR here.')
  return expectKeysOf(dataFolder, readKeyring(dataFolder), rows)
}

function expectKeysOf(dataFolder: string, keyring: Keyring | null, rows: readonly KeyRow[]): Keyring {
  if (keyring === null)
    throw new StartRefused(`${keyFile(dataFolder)} is missing, and without it nothing sealed in the database opens. ${WAY_OUT}`)
  for (const { key_name: name, proof } of rows) {
    const key = keyring.keys.get(name)
    if (key === undefined || !proofOf(key).equals(proof))
      throw new StartRefused(`${keyFile(dataFolder)} does not have the key ${name} that this database was sealed with. ${WAY_OUT}`)
  }
  return keyring
}

const WAY_OUT = 'Bring the file of this database back from its backup.'

/** Proves that a key is the same one without revealing anything about it. */
const proofOf = (key: Buffer): Buffer => createHmac('sha256', key).update('a key of the vault').digest()

/** Makes a new key the one that seals; the keys before it stay, for what is still sealed with them. */
export async function addKey(dataFolder: string, pool: Pool): Promise<Keyring> {
  const before = await openKeyring(dataFolder, pool)
  const { current, keys } = newKeyring()
  const after: Keyring = { ...before, current, keys: new Map([...before.keys, ...keys]) }
  // The file first: a row without its key would keep the server from starting.
  replaceKeyring(dataFolder, after)
  return openKeyring(dataFolder, pool)
}

/** Destroys a key. The caller knows that nothing is sealed with it any more; the current one always stays. */
export async function dropKey(dataFolder: string, pool: Pool, name: string): Promise<Keyring> {
  const before = await openKeyring(dataFolder, pool)
  if (name === before.current) throw new Error(`${name} is the key that seals`)
  // The row first: after a crash in between the next start writes it again, and nothing is lost.
  await pool.query('delete from vault_keys where key_name = $1', [name])
  const after: Keyring = { ...before, keys: new Map([...before.keys].filter(([each]) => each !== name)) }
  replaceKeyring(dataFolder, after)
  return after
}

const hexKey = z.string().regex(/^[0-9a-f]{64}$/u)
const KEY_FILE = z.object({ current: z.string(), keys: z.record(z.string(), hexKey), fingerprintKey: hexKey })

/** The keys as the file has them now; null where there is none. */
export function readKeyring(dataFolder: string): Keyring | null {
  const text = readText(keyFile(dataFolder))
  if (text === null) return null
  const parsed = KEY_FILE.safeParse(readJson(text))
  if (!parsed.success || parsed.data.keys[parsed.data.current] === undefined)
    throw new StartRefused(`${keyFile(dataFolder)} is damaged. ${WAY_OUT}`)
  const { current, keys, fingerprintKey } = parsed.data
  const opened = Object.entries(keys).map(([name, key]) => [name, Buffer.from(key, 'hex')] as const)
  return { current, keys: new Map(opened), fingerprintKey: Buffer.from(fingerprintKey, 'hex') }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

// The file appears whole or not at all, and never over another one.
function makeKeyring(dataFolder: string): Keyring {
  const keyring = newKeyring()
  mkdirSync(join(dataFolder, 'vault'), { recursive: true, mode: 0o700 })
  const draft = writeDraft(dataFolder, keyring)
  linkSync(draft, keyFile(dataFolder))
  rmSync(draft)
  return keyring
}

const replaceKeyring = (dataFolder: string, keyring: Keyring): void => renameSync(writeDraft(dataFolder, keyring), keyFile(dataFolder))

function writeDraft(dataFolder: string, keyring: Keyring): string {
  const draft = `${keyFile(dataFolder)}.${process.pid}`
  writeFileSync(draft, written(keyring), { mode: OWNER_ONLY, flush: true })
  return draft
}

function written({ current, keys, fingerprintKey }: Keyring): string {
  const named = Object.fromEntries([...keys].map(([name, key]) => [name, key.toString('hex')]))
  return `${JSON.stringify({ current, keys: named, fingerprintKey: fingerprintKey.toString('hex') }, null, 2)}\n`
}
