import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
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
import { readPartitions } from '../db/months.ts'
import { openDatabase, socketAddress } from '../db/open.ts'
import { createAuditAnchoring } from '../features/audit/anchors.ts'
import { verifyBooks } from '../features/integrity/verify/verify.ts'
import { nameEngine } from '../features/trust/service.ts'
import { continueRestored, createTrustLog } from '../trust-log/log.ts'
import { trustFolder } from '../trust-log/log-folder.ts'
import { ownEngine } from '../trust-log/own-engine.ts'
import { sealEmergency } from '../features/staff/seal.ts'
import { fileIdOf, readFileContent } from '../storage/files.ts'
import { VERSION, askedOf, backUpTo, bringBack, placeOf, schemaOf } from '../testing/backups.ts'
import { type Customer, type Harness, startHarness } from '../testing/harness.ts'
import { runInProcess } from '../testing/own-process.ts'
import { formOf, picture, uploadOf } from '../testing/pictures.ts'
import { openKeyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'
import { keysBeside } from './back-up.ts'
import { writeMarker } from './restore-marker.ts'
import { expectNoUnfinishedRestore } from './restoring-folder.ts'
import { outside } from '../testing/outside.ts'

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

const BUY = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, quantity: '1', price: '182.37' } as const
const RESTING = { ...BUY, price: '150.00', tif: 1 } as const

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  await harness.app.trustLog.open()
  await nameEngine(harness.app)
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
  await harness.app.trustLog.checkpoint()
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
  const { pool, settings, clock, ids, random } = harness.app
  await sealEmergency({ pool, ids, random, now: clock.now() })
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
      await harness.app.trustLog.checkpoint()
    }
  })()
  await backUpTo(harness, archive).finally(() => (isDone = true))
  await trading
  // The last of those meanwhile may be in the backup on a busy machine; this one cannot.
  await trade()
  await anchor()
  return { before, after: count + 1 }
}

/** Where nothing else is said, with the keys beside the archive of this house. */
const back = (from: string, into: string, more: Readonly<{ keys?: string; databaseUrl?: string }> = {}) =>
  bringBack({ keys: keysBeside(archive), ...more, archive: from, into })

type Head = Readonly<{ sequence: bigint; head: Buffer }>
async function headOf(pool: Pool, { accountId }: Customer): Promise<Head> {
  const { rows } = await pool.query<Head>('select sequence, head from account_states where account_id = $1', [accountId])
  return rows[0] as Head
}
const walletsOf = async (pool: Pool, { accountId }: Customer): Promise<readonly object[]> =>
  (await pool.query<object>('select * from wallets where account_id = $1 order by type', [accountId])).rows
const openOf = async (pool: Pool, { accountId }: Customer): Promise<readonly object[]> =>
  (await pool.query<object>('select * from orders where account_id = $1 order by id', [accountId])).rows

describe('a backup that is taken while orders are accepted', () => {
  it('comes back into a new folder with every check of the books clean and every balance as it was', async () => {
    const into = join(folder, 'new')
    const { verified, manifest, newMigrations } = await back(archive, into)
    expect(verified.checks.filter(({ offending }) => offending.length > 0)).toEqual([])
    expect(manifest.partitions).toEqual(await readPartitions(harness.app.pool))
    expect({ accounts: verified.accounts, version: manifest.version, newMigrations }).toEqual({
      accounts: 2,
      version: VERSION,
      newMigrations: 0,
    })
    expect(readdirSync(into).toSorted()).toEqual(['anchors', 'files', 'postgres', 'postgres.log', 'trust', 'vault'])

    // The checks above hold each engine that the log names to its file.
    expect(readdirSync(join(into, 'trust/engines'))).toEqual([`${(await ownEngine()).hash}.mjs`])

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
      const before = await readFileContent(app, quiet.accountId, fileId)
      expect(before).not.toBeNull()
      expect(await readFileContent({ vault, files: outside(into).files }, quiet.accountId, fileId)).toEqual(before)
      // The public log waits for the operator's word, and then goes on from where that moment's database has it.
      const log = createTrustLog({ ...app, pool, vault, ...outside(into), publicUrl: null, newId: () => 'other' })
      await expect(log.open()).rejects.toThrow('brought back from the backup')
      continueRestored(into)
      await log.open()
      expect((await log.checkpoint())?.size ?? log.newest()?.size).toBeGreaterThan(0)
      expect(log.origin()).toBe(app.trustLog.origin())
      // What numbers were given is not given again.
      const next = async (each: Pool) => (await each.query<{ next: bigint }>("select nextval('account_number') as next")).rows[0]?.next
      expect(await next(pool)).toBe(await next(app.pool))
    } finally {
      await restored.stop()
    }
  })

  it('is told from a public log and from anchors that know more, these until they are cut to what its database knows', async () => {
    const into = join(folder, 'older')
    await back(archive, into)
    await trade()
    await anchor()
    await harness.app.trustLog.checkpoint()
    const acts = anchorPath(into, 'audit')
    copyFileSync(anchorPath(harness.app.settings.DATA_DIR, 'audit'), acts)
    cpSync(trustFolder(harness.app.settings.DATA_DIR), trustFolder(into), { recursive: true })
    const restored = await openDatabase({ dataFolder: into, databaseUrl: null, durability: 'none' })
    try {
      const found = async () =>
        (await verifyBooks(restored.pool, outside(into), () => 0)).checks.filter(({ offending }) => offending.length > 0)
      expect((await found()).map(({ id }) => id)).toEqual(['TRUST-5', 'INV-38'])
      truncateSync(acts, (await anchorState(restored.pool, 'audit')).bytes)
      expect((await found()).map(({ id }) => id)).toEqual(['TRUST-5'])
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
    await expect(backUpTo(harness, archive)).rejects.toThrow(`${archive} is there already, and a backup writes over nothing.`)
  })

  it('is taken by one of two that write to the same name, whole and with its keys', async () => {
    const to = join(folder, 'twice', 'house.tar.gz')
    const ended = await Promise.allSettled([backUpTo(harness, to), backUpTo(harness, to)])
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
    await expect(backUpTo(harness, to)).rejects.toThrow(`${keysBeside(to)} is there already, and a backup writes over nothing.`)
    expect(readFileSync(keysBeside(to), 'utf8')).toBe('of another backup')
    expect(readdirSync(join(folder, 'others'))).toEqual(['house.tar.gz.keys.json'])
  })

  it('is not kept on a full disk', async () => {
    const to = join(folder, 'full.tar.gz')
    const { progress: _, files, ...plain } = askedOf(harness, to)
    const { output } = await runInProcess(
      `const { backUp } = await import(${JSON.stringify(new URL('back-up.ts', import.meta.url).href)})
      const { openStore } = await import(${JSON.stringify(new URL('../storage/open-store.ts', import.meta.url).href)})
      const nothing = () => undefined
      const { filesIn, ...asked } = JSON.parse(process.env.ASKED)
      await backUp({ ...asked, files: openStore(filesIn), progress: { doing: nothing, moved: nothing, end: nothing } }).catch((error) =>
        console.log(error.message))`,
      { ASKED: JSON.stringify({ ...plain, filesIn: files.place }) },
      { most: 8 },
    )
    expect(output).toContain(`The disk of ${folder} is full, so nothing of this was kept. Make room`)
    expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([])
  })

  it('is not kept where its folder takes nothing', async () => {
    writeFileSync(join(folder, 'no-folder'), '')
    await expect(backUpTo(harness, join(folder, 'no-folder', 'house.tar.gz'))).rejects.toThrow('is no folder. Name another one.')
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
      const { verified } = await back(archive, into, { databaseUrl: socketAddress({ ...place, user: name, database: name }) })
      expect({ clean: verified.clean, accounts: verified.accounts }).toEqual({ clean: true, accounts: 2 })
      expect(readdirSync(into).toSorted()).toEqual(['anchors', 'files', 'trust', 'vault'])
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
    const { verified } = await back(archive, into)
    expect(verified.clean).toBe(true)
    expect(() => expectNoUnfinishedRestore(into)).not.toThrow()
  })
})
