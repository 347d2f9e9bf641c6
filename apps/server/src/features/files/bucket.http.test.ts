import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { files } from '@rueda/contract/files.ts'
import { security } from '@rueda/contract/security.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../integrity/verify/verify.ts'
import { keysBeside } from '../../backup/back-up.ts'
import { openDatabase } from '../../db/open.ts'
import { EXPORT_PATH } from '../../storage/exports.ts'
import { keepFile, readFileContent } from '../../storage/files.ts'
import { cleanImage } from '../../storage/clean-image.ts'
import { openFolderStore } from '../../storage/folder-store.ts'
import { keyOf } from '../../storage/keys.ts'
import { moveFiles } from '../../storage/move-files.ts'
import { openStore } from '../../storage/open-store.ts'
import { backUpTo, bringBack } from '../../testing/backups.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { formOf, picture, uploadOf } from '../../testing/pictures.ts'
import { type Failure, type S3Server, startS3Server } from '../../testing/s3-server.ts'
import { storedFiles } from '../../testing/stored-files.ts'
import { nameEngine } from '../trust/service.ts'
import { ownEngine } from '../../trust-log/own-engine.ts'
import { addKey } from '../../vault/keyring.ts'
import { rewrapAll, usesOfKeys } from '../../vault/rotation.ts'
import { keepFiles } from './jobs.ts'

/** A house whose files lie in a bucket (`STORE_URL`): everything as with the folder, and a name for what cannot be reached. */
let bucket: S3Server
let harness: Harness
let customer: Customer
let other: Customer
beforeAll(async () => {
  bucket = await startS3Server({ prefix: 'house/' })
  harness = await startHarness({ environment: { STORE_URL: bucket.url } })
  await harness.app.trustLog.open()
  customer = await harness.newCustomer()
  other = await harness.newCustomer()
})
afterAll(async () => {
  await harness.stop()
  await bucket.stop()
})
afterEach(() => bucket.failing(null))

const AWAY = codeOf('storage.away')
const send = async (token = customer.token) => harness.send(uploadOf(token, formOf({ content: await picture() })))
async function upload(): Promise<string> {
  const answer = await send()
  expect(answer.code).toBe(200)
  return (answer.data as { url: string }).url
}
const get = (url: string) => harness.http.server.inject({ method: 'GET', url })
const linkTo = async (url: string): Promise<string> => (await harness.ask(files.link, { url }, customer.token)).link
const exportOf = async () => {
  await harness.pass(10 * MINUTE_MS)
  await harness.ask(security.verify, { password: customer.password }, customer.token)
  return harness.call(security.exportData, {}, customer.token)
}
const rows = async (): Promise<number> => Number((await harness.app.pool.query('select count(*) as n from files')).rows[0]?.n)
const keys = (): readonly string[] => [...bucket.objects.keys()].filter((key) => key.startsWith('house/files/'))
/** What the server logged while its bucket was away, which is not this test's to complain about. */
const forgiven = (): number => harness.problems.splice(0).length

it('keeps pictures and exports there, sealed, and nothing in the data folder', async () => {
  const url = await upload()
  const object = bucket.objects.get(`house/${keyOf(url.slice(-36))}`)
  expect(object?.bytes.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
  const { statusCode, rawPayload } = await get(await linkTo(url))
  expect([statusCode, rawPayload.subarray(0, 3)]).toEqual([200, Buffer.from([0xff, 0xd8, 0xff])])
  const { link, bytes } = await harness
    .ask(security.exportData, {}, customer.token)
    .catch(async () => (await exportOf()).data as { link: string; bytes: number })
  const file = await get(link)
  expect([file.statusCode, file.rawPayload.subarray(0, 2).toString(), file.rawPayload.length]).toEqual([200, 'PK', bytes])
  const sealed = bucket.objects.get(`house/${keyOf(link.slice(EXPORT_PATH.length + 1, link.indexOf('?')))}`)
  expect(sealed?.bytes.includes('orders.csv')).toBe(false)
  expect(await storedFiles(harness.app.settings.DATA_DIR)).toEqual([])
})

it("somebody else's file is as one that is not there", async () => {
  const url = await upload()
  const missing = url.replace(/.{36}$/u, '00000000-0000-7000-8000-000000000000')
  const asked = (address: string) => harness.call(files.link, { url: address }, other.token)
  expect((await asked(url)).code).toBe(codeOf('object.not_found'))
  expect((await asked(missing)).code).toBe((await asked(url)).code)
  // A file that was put into the place of another one opens for neither.
  const own = await send(other.token)
  const theirs = bucket.objects.get(`house/${keyOf((own.data as { url: string }).url.slice(-36))}`)
  const mine = bucket.objects.get(`house/${keyOf(url.slice(-36))}`)
  if (theirs === undefined || mine === undefined) throw new Error('no file')
  bucket.objects.set(`house/${keyOf(url.slice(-36))}`, theirs)
  const link = await linkTo(url)
  expect((await get(link)).rawPayload.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
  bucket.objects.set(`house/${keyOf(url.slice(-36))}`, mine)
  expect((await get(await linkTo(url))).statusCode).toBe(200)
  expect(forgiven()).toBe(1)
})

describe('while the bucket cannot be reached', () => {
  const failures: readonly (readonly [string, Failure])[] = [
    ['answers 500', () => ({ kind: 'error', status: 500, code: 'InternalError' })],
    ['refuses the key', () => ({ kind: 'error', status: 403, code: 'AccessDenied' })],
    ['ends in the middle', () => ({ kind: 'cut' })],
    ['breaks off what is sent', () => ({ kind: 'half' })],
  ]

  it.each(failures)('%s: every one of them is told by name, and nothing half is left', async (_, failure) => {
    const url = await upload()
    const link = await linkTo(url)
    const [before, stored] = [await rows(), keys()]
    bucket.failing((request) => (request.method === 'GET' && failure({ ...request }) === null ? null : failure(request)))
    if ((await send()).code === AWAY) expect(await rows()).toBe(before)
    // An answer that ends in the middle has no body where something was put, so that counts as put.
    else expect(await rows()).toBe(before + 1)
    const opened = await get(link)
    expect([opened.statusCode, JSON.parse(opened.payload)]).toMatchObject([200, { code: AWAY }])
    const tile = await get('/trust/log/tile/0/000.p/2')
    expect(JSON.parse(tile.payload)).toMatchObject({ code: expect.any(Number) })
    bucket.failing(null)
    expect((await get(await linkTo(url))).statusCode).toBe(200)
    expect(keys()).toEqual(expect.arrayContaining([...stored]))
    expect(forgiven()).toBeGreaterThan(0)
  })

  it('an export is refused by name, leaves nothing, and comes when it is asked for again', async () => {
    const before = keys()
    bucket.failing(({ method }) => (method === 'PUT' || method === 'POST' ? { kind: 'error', status: 503, code: 'SlowDown' } : null))
    expect((await exportOf()).code).toBe(AWAY)
    expect(keys()).toEqual(before)
    bucket.failing(null)
    expect((await exportOf()).code).toBe(200)
    expect(forgiven()).toBe(1)
  })

  it('a file that was put and whose row was never written, as by a server that was killed, goes within two hours; used ones stay', async () => {
    const url = await upload()
    await harness.app.pool.query('update files set is_used = true where file_id = $1', [url.slice(-36)])
    const image = await cleanImage(await picture())
    if (!image.ok) throw new Error('no picture')
    const before = new Set(keys())
    const dying = {
      ...harness.app,
      pool: {
        ...harness.app.pool,
        query: harness.app.pool.query.bind(harness.app.pool),
        connect: () => Promise.reject(new Error('killed')),
      } as never,
    }
    await expect(keepFile(dying, customer.accountId, image.value, harness.app.wallClock.now())).rejects.toThrow('killed')
    const orphans = keys().filter((key) => !before.has(key))
    expect(orphans).toHaveLength(1)
    await keepFiles(harness.app, Date.now() + HOUR_MS - MINUTE_MS)
    expect(keys()).toEqual(expect.arrayContaining(orphans))
    await keepFiles(harness.app, Date.now() + 2 * HOUR_MS)
    expect(keys().some((key) => orphans.includes(key))).toBe(false)
    expect(keys()).toContain(`house/${keyOf(url.slice(-36))}`)
  })

  it('what nobody used goes after a day, and what could not be removed then goes with the next orphans', async () => {
    const url = await upload()
    await harness.pass(DAY_MS + 1)
    bucket.failing(({ method }) => (method === 'DELETE' ? { kind: 'error', status: 500, code: 'InternalError' } : null))
    await expect(keepFiles(harness.app, harness.app.wallClock.now())).rejects.toThrow('answers 500')
    expect((await harness.call(files.link, { url }, customer.token)).code).toBe(codeOf('object.not_found'))
    bucket.failing(null)
    await keepFiles(harness.app, Date.now() + 2 * HOUR_MS)
    expect(keys()).not.toContain(`house/${keyOf(url.slice(-36))}`)
  })
})

it('the public log, its engines and the checks of the books read it there', async () => {
  await nameEngine(harness.app)
  await harness.app.trustLog.checkpoint()
  const { settings, pool, files: store } = harness.app
  expect((await get('/trust/log/checkpoint')).statusCode).toBe(200)
  const { hash } = await ownEngine()
  expect((await get(`/trust/engines/${hash}`)).statusCode).toBe(200)
  const outside = { dataFolder: settings.DATA_DIR, files: store }
  const faults = async () =>
    (await verifyBooks(pool, outside, () => 0)).checks.flatMap(({ id, offending }) => (offending.length > 0 ? [id] : []))
  const before = await faults()
  expect(before).not.toContain('TRUST-5')
  const tile = [...bucket.objects.keys()].find((key) => key.startsWith('house/trust/1/tile/entries/')) ?? ''
  const kept = bucket.objects.get(tile)
  bucket.objects.delete(tile)
  expect(await faults()).toContain('TRUST-5')
  if (kept !== undefined) bucket.objects.set(tile, kept)
  expect(await faults()).toEqual(before)
})

it('a change of keys seals them anew where they lie, and goes on where it was cut off', async () => {
  const urls = [await upload(), await upload(), await upload()]
  const { pool, vault, files: store, settings } = harness.app
  const sealed = { pool, vault, files: store, dataFolder: settings.DATA_DIR }
  const { current } = await addKey(settings.DATA_DIR, pool)
  let replaced = 0
  bucket.failing(({ method }) => (method === 'PUT' && (replaced += 1) > 1 ? { kind: 'error', status: 500, code: 'InternalError' } : null))
  await expect(rewrapAll(sealed)).rejects.toThrow('answers 500')
  for (const url of urls)
    expect((await readFileContent(harness.app, customer.accountId, url.slice(-36)))?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  bucket.failing(null)
  await rewrapAll(sealed)
  expect([...(await usesOfKeys(sealed)).keys()]).toEqual([current])
  for (const url of urls)
    expect((await readFileContent(harness.app, customer.accountId, url.slice(-36)))?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
})

it('a backup takes them from there, a restore brings them into a folder, and from that they are moved into another bucket', async () => {
  const url = await upload()
  const folder = mkdtempSync(join(tmpdir(), 'rueda-bucket-'))
  // PostgreSQL runs as another account than root.
  chmodSync(folder, 0o711)
  const into = join(folder, 'restored')
  const archive = join(folder, 'house.tar.gz')
  await backUpTo(harness, archive)
  const { verified } = await bringBack({ archive, keys: keysBeside(archive), into })
  expect(verified.checks.filter(({ id, offending }) => id === 'TRUST-5' && offending.length > 0)).toEqual([])
  const next = await startS3Server()
  const to = openStore({ kind: 's3', address: next.address })
  // Broken off twice, each time at another file.
  for (const at of [2, 9]) {
    next.failing(({ nth }) => (nth >= at ? { kind: 'error', status: 403, code: 'AccessDenied' } : null))
    await expect(moveFiles(openFolderStore(into), to)).rejects.toThrow('refuses the key')
  }
  next.failing(null)
  const done = await moveFiles(openFolderStore(into), to)
  expect(done.differ).toEqual([])
  expect(done.moved).toBeGreaterThan(0)
  expect(await moveFiles(openFolderStore(into), to)).toEqual({ moved: 0, bytes: 0, wereThere: 0, differ: [] })
  expect(await storedFiles(into)).toEqual([])
  const database = await openDatabase({ dataFolder: into, databaseUrl: null, durability: 'none' })
  const { checks } = await verifyBooks(database.pool, { dataFolder: into, files: to }, () => 0)
  expect(checks.filter(({ id, offending }) => id === 'TRUST-5' && offending.length > 0)).toEqual([])
  await database.stop()
  expect(await readFileContent({ vault: harness.app.vault, files: to }, customer.accountId, url.slice(-36))).not.toBeNull()
  await next.stop()
  rmSync(folder, { recursive: true })
})
