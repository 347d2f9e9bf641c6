import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { socketAddress } from '../db/open.ts'
import { type Parts, changeManifest, flipped, rewritten } from '../testing/archives.ts'
import { backUpTo, bringBack, placeOf, schemaOf } from '../testing/backups.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { keysBeside } from './back-up.ts'

/** A house with a customer is backed up, and what is not that backup is not brought back. */
let harness: Harness
let folder: string
let archive: string
let into: string

beforeAll(async () => {
  harness = await startHarness()
  folder = mkdtempSync(join(tmpdir(), 'rueda-backup-'))
  // Root lends PostgreSQL another account, which has to pass through this folder to its own.
  chmodSync(folder, 0o711)
  archive = join(folder, 'kept', 'house.tar.gz')
  into = join(folder, 'refused')
  await harness.newCustomer()
  await backUpTo(harness, archive)
})
afterAll(async () => {
  await harness.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** With the keys of this house, unless it is told of others. */
const back = (from: string, more: Readonly<{ into?: string; keys?: string; databaseUrl?: string }> = {}) =>
  bringBack({ keys: keysBeside(archive), into, ...more, archive: from })

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
  it.each([
    ['that was cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1000), 'is damaged or was cut off'],
    ['that lost its end', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), 'is damaged or was cut off'],
    ['with a byte that changed', (bytes: Buffer) => flipped(bytes), 'is damaged or was cut off'],
    ['that is no archive', () => Buffer.from('a letter to a friend'), 'is damaged or was cut off'],
    ['that is empty', () => Buffer.alloc(0), 'is damaged or was cut off'],
  ])('an archive %s', async (_, change, sentence) => {
    const path = join(folder, 'changed.tar.gz')
    writeFileSync(path, change(readFileSync(archive)))
    await expect(back(path)).rejects.toThrow(sentence)
    expect(existsSync(into)).toBe(false)
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
    await expect(back(path)).rejects.toThrow(sentence)
    expect(existsSync(into)).toBe(false)
  })

  it('an archive that is not there', async () => {
    await expect(back(join(folder, 'none.tar.gz'))).rejects.toThrow('There is no archive at')
  })

  it('an archive without its keys, or with those of another house', async () => {
    await expect(back(archive, { keys: join(folder, 'none.json') })).rejects.toThrow('The keys of this backup are not at')
    const others = join(folder, 'others.json')
    writeFileSync(others, JSON.stringify({ current: 'a', keys: { a: '00'.repeat(32) }, fingerprintKey: '00'.repeat(32) }))
    await expect(back(archive, { keys: others })).rejects.toThrow('does not have the key')
    expect(existsSync(into)).toBe(false)
  })

  it('an archive whose keys have the right names and are of another house', async () => {
    const others = join(folder, 'same-names.json')
    const keys = JSON.parse(readFileSync(keysBeside(archive), 'utf8')) as object
    writeFileSync(others, JSON.stringify({ ...keys, fingerprintKey: '00'.repeat(32) }))
    await expect(back(archive, { keys: others })).rejects.toThrow('is not what the house of')
    expect(existsSync(into)).toBe(false)
  })

  it('a key that has the right name and opens nothing is found out, and the folder is left empty', async () => {
    const wrong = join(folder, 'wrong.json')
    const keys = JSON.parse(readFileSync(keysBeside(archive), 'utf8')) as { current: string; keys: Record<string, string> }
    writeFileSync(wrong, JSON.stringify({ ...keys, keys: { [keys.current]: '00'.repeat(32) } }))
    await expect(back(archive, { keys: wrong })).rejects.toThrow('does not have the key')
    expect(readdirSync(into)).toEqual([])
  })

  it('a database of the operator that holds data', async () => {
    const { pool } = harness.app
    const databaseUrl = socketAddress(placeOf(pool))
    const tables = await schemaOf(pool)
    await expect(back(archive, { databaseUrl })).rejects.toThrow('The database at DATABASE_URL holds data already (the table')
    expect(await schemaOf(pool)).toEqual(tables)
    expect(readdirSync(into)).toEqual([])
  })

  it('a folder that holds data', async () => {
    const taken = join(folder, 'taken')
    mkdirSync(taken)
    writeFileSync(join(taken, 'letter.txt'), 'mine')
    await expect(back(archive, { into: taken })).rejects.toThrow(
      `${taken} holds data already (letter.txt), and a restore writes over nothing.`,
    )
    expect(readFileSync(join(taken, 'letter.txt'), 'utf8')).toBe('mine')
  })
})
