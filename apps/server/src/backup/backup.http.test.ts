import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { SUCCESS_CODE } from '@rueda/contract/envelope.ts'
import { orders } from '@rueda/contract/orders.ts'
import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorPath, anchorState } from '../anchors/anchor-file.ts'
import { openDatabase, socketAddress } from '../db/open.ts'
import { createAuditAnchoring } from '../features/audit/anchors.ts'
import { verifyBooks } from '../features/integrity/verify/verify.ts'
import { createAnchoring } from '../features/ledger/anchors.ts'
import { fileIdOf, readFileContent } from '../storage/files.ts'
import { type Parts, changeManifest, flipped, rewritten } from '../testing/archives.ts'
import { type Customer, type Harness, startHarness } from '../testing/harness.ts'
import { runInProcess } from '../testing/own-process.ts'
import { formOf, picture, uploadOf } from '../testing/pictures.ts'
import { openKeyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'
import { backUp, keysBeside } from './back-up.ts'
import { writeMarker } from './restore-marker.ts'
import { restore } from './restore.ts'
import { expectNoUnfinishedRestore } from './restoring-folder.ts'

/**
 * A house with customers, orders and files is backed up while one of them trades, and brought back into a new folder with a PostgreSQL of
 * its own.
 */
let harness: Harness
let folder: string
let archive: string
let quiet: Customer
let busy: Customer
let photo: string
let accepted: Readonly<{ before: number; after: number }>

const VERSION = '0.1.0'
const silent = { doing: () => undefined, moved: () => undefined, end: () => undefined }
const BUY = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, quantity: '1', price: '182.37' } as const
const RESTING = { ...BUY, price: '150.00', tif: 1 } as const

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  folder = mkdtempSync(join(tmpdir(), 'rueda-backup-'))
  // Root lends PostgreSQL another account, which has to pass through this folder to its own.
  chmodSync(folder, 0o711)
  archive = join(folder, 'kept', 'house.tar.gz')
  quiet = await harness.newCustomer()
  busy = await harness.newCustomer()
  await harness.ask(orders.create, { ...BUY, quantity: '150' }, quiet.token)
  await harness.ask(orders.create, RESTING, quiet.token)
  photo = await upload(quiet)
  await harness.pass(60_000)
  await anchor()
  accepted = await backUpWhileTrading()
})
afterAll(async () => {
  await harness.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function upload({ token }: Customer): Promise<string> {
  const answer = await harness.send(uploadOf(token, formOf({ content: await picture() })))
  return (answer.data as { url: string }).url
}

async function anchor(): Promise<void> {
  const { pool, settings, clock } = harness.app
  await createAnchoring(pool, settings.DATA_DIR).anchor(clock.now())
  await createAuditAnchoring(pool, settings.DATA_DIR).anchor(clock.now())
}

/** Two orders that look the same within two seconds count as one, unless each says that it is another. */
async function trade(): Promise<void> {
  const { code, msg } = await harness.call(orders.create, BUY, busy.token, { 'idempotency-key': randomUUID() })
  if (code !== SUCCESS_CODE) throw new Error(msg)
}

/** The customer trades before the backup, all the while and after it; so do the anchors. Returns how many orders were accepted. */
async function backUpWhileTrading(): Promise<typeof accepted> {
  await trade()
  let count = 1
  let isDone = false
  const before = count
  const trading = (async () => {
    while (!isDone) {
      await trade()
      count += 1
      await anchor()
    }
  })()
  await backUp(asked(archive)).finally(() => (isDone = true))
  await trading
  return { before, after: count }
}

function asked(to: string): Parameters<typeof backUp>[0] {
  const { pool, settings, clock } = harness.app
  return { connection: placeOf(pool), dataFolder: settings.DATA_DIR, to, version: VERSION, at: clock.now(), progress: silent }
}

type Connection = Readonly<{ host: string; port: number; user: string; database: string }>
function placeOf({ options }: Pool): Connection {
  const { host, port, user, database } = options as Connection
  return { host, port, user, database }
}

type Place = Readonly<{ keys?: string; databaseUrl?: string | null }>

/** Restores with the checks of `npm run verify`. */
const bringBack = (from: string, into: string, { keys = keysBeside(archive), databaseUrl = null }: Place = {}) =>
  restore({
    ...{ archive: from, keys, into, databaseUrl, version: VERSION, progress: silent },
    verify: ({ pool, dataFolder, keyring }) => verifyBooks(pool, dataFolder, () => 0, { vault: createVault(keyring) }),
  })

type Head = Readonly<{ sequence: bigint; head: Buffer }>
async function headOf(pool: Pool, { accountId }: Customer): Promise<Head> {
  const { rows } = await pool.query<Head>('select sequence, head from account_states where account_id = $1', [accountId])
  return rows[0] as Head
}
const walletsOf = async (pool: Pool, { accountId }: Customer): Promise<readonly object[]> =>
  (await pool.query<object>('select * from wallets where account_id = $1 order by type', [accountId])).rows
const openOf = async (pool: Pool, { accountId }: Customer): Promise<readonly object[]> =>
  (await pool.query<object>('select * from orders where account_id = $1 order by id', [accountId])).rows

/** Every column, constraint, index, trigger and right of the server's role, with what is on and what is off. */
async function schemaOf(pool: Pool): Promise<readonly object[]> {
  const { rows } = await pool.query<object>(`
    select conrelid::regclass::text as of, conname as name, concat_ws(' ', pg_get_constraintdef(oid), convalidated) as text from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass::text, tgname, concat_ws(' ', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select table_name, column_name, concat_ws(' ', ordinal_position, data_type, column_default, is_nullable, is_generated)
      from information_schema.columns where table_schema = 'public'
    union all select table_name, grantee, privilege_type from information_schema.role_table_grants where grantee = 'rueda_app'
    order by 1, 2, 3`)
  return rows
}

describe('a backup that is taken while orders are accepted', () => {
  it('comes back into a new folder with every check of the books clean and every balance as it was', async () => {
    const into = join(folder, 'new')
    const { verified, manifest, newMigrations } = await bringBack(archive, into)
    expect(verified.checks.filter(({ offending }) => offending.length > 0)).toEqual([])
    expect({ accounts: verified.accounts, version: manifest.version, newMigrations }).toEqual({
      accounts: 2,
      version: VERSION,
      newMigrations: 0,
    })
    expect(readdirSync(into).toSorted()).toEqual(['anchors', 'files', 'postgres', 'postgres.log', 'vault'])

    const { app } = harness
    const restored = await openDatabase({ dataFolder: into, databaseUrl: null, durability: 'none' })
    try {
      const { pool } = restored
      expect(await walletsOf(pool, quiet)).toEqual(await walletsOf(app.pool, quiet))
      expect(await openOf(pool, quiet)).toEqual(await openOf(app.pool, quiet))
      expect(await walletsOf(pool, quiet)).not.toEqual([])
      // Whoever traded meanwhile is at one moment of their chain, within the backup or at its edge.
      const { sequence, head } = await headOf(pool, busy)
      const { rows } = await app.pool.query<{ hash: Buffer }>('select hash from entries where account_id = $1 and sequence = $2', [
        busy.accountId,
        sequence,
      ])
      expect(rows[0]?.hash.equals(head)).toBe(true)
      const kept = (await openOf(pool, busy)).length
      expect(kept).toBeGreaterThanOrEqual(accepted.before)
      expect(kept).toBeLessThan(accepted.after)

      expect(await schemaOf(pool)).toEqual(await schemaOf(app.pool))

      const fileId = fileIdOf(photo) ?? ''
      const vault = createVault(await openKeyring(into, pool))
      const settings = { ...app.settings, DATA_DIR: into }
      const before = await readFileContent(app, quiet.accountId, fileId)
      expect(before).not.toBeNull()
      expect(await readFileContent({ vault, settings }, quiet.accountId, fileId)).toEqual(before)
      // What numbers were given is not given again.
      const next = async (each: Pool) => (await each.query<{ next: bigint }>("select nextval('account_number') as next")).rows[0]?.next
      expect(await next(pool)).toBe(await next(app.pool))
    } finally {
      await restored.stop()
    }
  })

  it('is told from anchors that know more, until they are cut to what its database knows', async () => {
    const into = join(folder, 'older')
    await bringBack(archive, into)
    await trade()
    await anchor()
    const heads = anchorPath(into, 'heads')
    copyFileSync(anchorPath(harness.app.settings.DATA_DIR, 'heads'), heads)
    const restored = await openDatabase({ dataFolder: into, databaseUrl: null, durability: 'none' })
    try {
      const found = async () => (await verifyBooks(restored.pool, into, () => 0)).checks.filter(({ offending }) => offending.length > 0)
      expect((await found()).map(({ id }) => id)).toEqual(['INV-06'])
      truncateSync(heads, (await anchorState(restored.pool, 'heads')).bytes)
      expect(await found()).toEqual([])
    } finally {
      await restored.stop()
    }
  })

  it('holds no key, which lies beside it for its owner alone', () => {
    const keys = readFileSync(keysBeside(archive), 'utf8')
    const [name] = Object.values((JSON.parse(keys) as { keys: Record<string, string> }).keys)
    expect(gunzipSync(readFileSync(archive)).includes(name ?? '')).toBe(false)
    for (const path of [archive, keysBeside(archive)]) expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, 'kept')).toSorted()).toEqual(['house.tar.gz', 'house.tar.gz.keys.json'])
  })

  it('writes over nothing', async () => {
    await expect(backUp(asked(archive))).rejects.toThrow(`${archive} is there already, and a backup writes over nothing.`)
  })

  it('is taken by one of two that write to the same name, whole and with its keys', async () => {
    const to = join(folder, 'twice', 'house.tar.gz')
    const ended = await Promise.allSettled([backUp(asked(to)), backUp(asked(to))])
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [reason] = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
    expect(reason).toContain('another backup is writing it')
    expect(readdirSync(join(folder, 'twice')).toSorted()).toEqual(['house.tar.gz', 'house.tar.gz.keys.json'])
    expect(readFileSync(keysBeside(to), 'utf8')).toBe(readFileSync(keysBeside(archive), 'utf8'))
  })

  it('leaves keys alone that lie at its name', async () => {
    const to = join(folder, 'others', 'house.tar.gz')
    mkdirSync(join(folder, 'others'))
    writeFileSync(keysBeside(to), 'of another backup')
    await expect(backUp(asked(to))).rejects.toThrow(`${keysBeside(to)} is there already, and a backup writes over nothing.`)
    expect(readFileSync(keysBeside(to), 'utf8')).toBe('of another backup')
    expect(readdirSync(join(folder, 'others'))).toEqual(['house.tar.gz.keys.json'])
  })

  it('is not kept on a full disk', async () => {
    const to = join(folder, 'full.tar.gz')
    const { progress: _, ...plain } = asked(to)
    const { output } = await runInProcess(
      `const { backUp } = await import(${JSON.stringify(new URL('back-up.ts', import.meta.url).href)})
      const nothing = () => undefined
      await backUp({ ...JSON.parse(process.env.ASKED), progress: { doing: nothing, moved: nothing, end: nothing } }).catch((error) =>
        console.log(error.message))`,
      { ASKED: JSON.stringify(plain) },
      { most: 8 },
    )
    expect(output).toContain(`The disk of ${folder} is full, so nothing of this was kept. Make room`)
    expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([])
  })

  it('is not kept where its folder takes nothing', async () => {
    writeFileSync(join(folder, 'no-folder'), '')
    await expect(backUp(asked(join(folder, 'no-folder', 'house.tar.gz')))).rejects.toThrow('is no folder. Name another one.')
  })
})

describe('a restore', () => {
  it('goes into an empty database of the operator, whose user is no superuser', async () => {
    const place = placeOf(harness.app.pool)
    const name = `own_${randomUUID().slice(0, 8)}`
    const into = join(folder, 'own')
    const admin = new Client({ ...place, database: 'postgres' })
    await admin.connect()
    await admin.query(`create role ${name} login`)
    await admin.query(`create database ${name} owner ${name}`)
    try {
      const { verified } = await bringBack(archive, into, { databaseUrl: socketAddress({ ...place, user: name, database: name }) })
      expect({ clean: verified.clean, accounts: verified.accounts }).toEqual({ clean: true, accounts: 2 })
      expect(readdirSync(into).toSorted()).toEqual(['anchors', 'files', 'vault'])
    } finally {
      await admin.query(`drop database ${name} with (force)`)
      await admin.query(`drop role ${name}`)
      await admin.end()
    }
  })

  it('that was cut off keeps servers away, and begins again', async () => {
    const into = join(folder, 'again')
    mkdirSync(join(into, 'restoring', 'vault'), { recursive: true })
    mkdirSync(join(into, 'files'))
    writeMarker(join(into, 'restoring'), ['files', 'vault'])
    chmodSync(into, 0o711)
    expect(() => expectNoUnfinishedRestore(into)).toThrow(
      `A restore into ${into} was cut off before it was whole. Run the same npm run restore again`,
    )
    const { verified } = await bringBack(archive, into)
    expect(verified.clean).toBe(true)
    expect(() => expectNoUnfinishedRestore(into)).not.toThrow()
  })
})

/** Puts rows of somebody into an archive, and makes everything right again that takes no key. */
const forged =
  (path: string) =>
  (parts: Parts): void => {
    const rows = Buffer.from('forged')
    parts.set(path, rows)
    changeManifest((manifest) => {
      manifest.parts = manifest.parts.filter((part) => part.path !== path)
      manifest.parts.push({ path, bytes: rows.length, sha256: createHash('sha256').update(rows).digest('hex') })
    })(parts)
  }

describe('a restore is refused with a sentence, and leaves nothing behind', () => {
  const into = (): string => join(folder, 'refused')

  it.each([
    ['that was cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1000), 'is damaged or was cut off'],
    ['that lost its end', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), 'is damaged or was cut off'],
    ['with a byte that changed', (bytes: Buffer) => flipped(bytes), 'is damaged or was cut off'],
    ['that is no archive', () => Buffer.from('a letter to a friend'), 'is damaged or was cut off'],
    ['that is empty', () => Buffer.alloc(0), 'is damaged or was cut off'],
  ])('an archive %s', async (_, change, sentence) => {
    const path = join(folder, 'changed.tar.gz')
    writeFileSync(path, change(readFileSync(archive)))
    await expect(bringBack(path, into())).rejects.toThrow(sentence)
    expect(existsSync(into())).toBe(false)
  })

  it.each<[string, (parts: Parts) => void, string]>([
    [
      'with a part that is not what was written',
      (parts) => parts.set('database/wallets/000001', Buffer.from('forged')),
      'is not what was written',
    ],
    ['without a part', (parts) => void parts.delete('database/wallets/000001'), 'is missing'],
    ['with a part too many', (parts) => parts.set('data/vault/keys.json', Buffer.from('{}')), 'does not belong in it'],
    ['without its manifest', (parts) => void parts.delete('manifest.json'), 'it has no manifest'],
    [
      'of a newer release',
      changeManifest((manifest) => manifest.migrations.push({ number: 9999, name: '9999_later.sql', checksum: 'later' })),
      'is newer than this release: 0.1.0 took it, with 9999_later.sql',
    ],
    [
      'of a newer form',
      (parts) => parts.set('manifest.json', Buffer.from('{"format":3}')),
      'was made by a newer version, in a form that this one does not know',
    ],
    [
      'of the form that had no seal',
      (parts) => parts.set('manifest.json', Buffer.from('{"format":1}')),
      'was made before archives were sealed',
    ],
    ['without its seal', (parts) => void parts.delete('manifest.mac'), 'it has no seal'],
    ['with a seal of nothing', (parts) => parts.set('manifest.mac', Buffer.from('\n')), 'is not what the house of'],
    ['with a row that somebody forged, and its hash', forged('database/staff/000001'), 'is not what the house of'],
    [
      'with rows for a table of PostgreSQL itself, and their hash',
      forged('database/pg_authid/000001'),
      'database/pg_authid/000001 does not belong in it',
    ],
    [
      'that says it needs less room than it does',
      changeManifest(({ parts: [first] }) => first !== undefined && (first.bytes -= 1)),
      'is not what was written',
    ],
    [
      'of a release with another migration',
      changeManifest((manifest) => manifest.migrations.splice(0, 1, { number: 1, name: '0001_books.sql', checksum: 'other' })),
      'was taken with another 0001_books.sql than this release has',
    ],
  ])('an archive %s', async (_, change, sentence) => {
    const path = join(folder, 'changed.tar.gz')
    writeFileSync(path, await rewritten(archive, change))
    await expect(bringBack(path, into())).rejects.toThrow(sentence)
    expect(existsSync(into())).toBe(false)
  })

  it('an archive that is not there', async () => {
    await expect(bringBack(join(folder, 'none.tar.gz'), into())).rejects.toThrow('There is no archive at')
  })

  it('an archive without its keys, or with those of another house', async () => {
    await expect(bringBack(archive, into(), { keys: join(folder, 'none.json') })).rejects.toThrow('The keys of this backup are not at')
    const others = join(folder, 'others.json')
    writeFileSync(others, JSON.stringify({ current: 'a', keys: { a: '00'.repeat(32) }, fingerprintKey: '00'.repeat(32) }))
    await expect(bringBack(archive, into(), { keys: others })).rejects.toThrow('does not have the key')
    expect(existsSync(into())).toBe(false)
  })

  it('an archive whose keys have the right names and are of another house', async () => {
    const others = join(folder, 'same-names.json')
    const keys = JSON.parse(readFileSync(keysBeside(archive), 'utf8')) as object
    writeFileSync(others, JSON.stringify({ ...keys, fingerprintKey: '00'.repeat(32) }))
    await expect(bringBack(archive, into(), { keys: others })).rejects.toThrow('is not what the house of')
    expect(existsSync(into())).toBe(false)
  })

  it('a key that has the right name and opens nothing is found out, and the folder is left empty', async () => {
    const wrong = join(folder, 'wrong.json')
    const keys = JSON.parse(readFileSync(keysBeside(archive), 'utf8')) as { current: string; keys: Record<string, string> }
    writeFileSync(wrong, JSON.stringify({ ...keys, keys: { [keys.current]: '00'.repeat(32) } }))
    await expect(bringBack(archive, into(), { keys: wrong })).rejects.toThrow('does not have the key')
    expect(readdirSync(into())).toEqual([])
  })

  it('a database of the operator that holds data', async () => {
    const { pool } = harness.app
    const databaseUrl = socketAddress(placeOf(pool))
    const tables = await schemaOf(pool)
    await expect(bringBack(archive, into(), { databaseUrl })).rejects.toThrow('The database at DATABASE_URL holds data already (the table')
    expect(await schemaOf(pool)).toEqual(tables)
    expect(readdirSync(into())).toEqual([])
  })

  it('a folder that holds data', async () => {
    const taken = join(folder, 'taken')
    mkdirSync(taken)
    writeFileSync(join(taken, 'letter.txt'), 'mine')
    await expect(bringBack(archive, taken)).rejects.toThrow(`${taken} holds data already (letter.txt), and a restore writes over nothing.`)
    expect(readFileSync(join(taken, 'letter.txt'), 'utf8')).toBe('mine')
  })
})
