import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newKeyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'
import { openFolderStore } from './folder-store.ts'
import type { FileStore } from './store.ts'
import { SEGMENT_BYTES, readSegments, writeSegments } from './segments.ts'

const vault = createVault(newKeyring())
const KEY = 'ab/file'
const place = { accountId: '10000001', field: 'export a' }
let folder: string
let path: string
let files: FileStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rueda-segments-'))
  path = join(folder, KEY)
  files = openFolderStore(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

const PIECE = Buffer.alloc(SEGMENT_BYTES, 'canary ')
const write = (count: number) =>
  writeSegments({ vault, files, key: KEY, place }, async (chunk) => {
    for (let index = 0; index < count; index += 1) await chunk(PIECE)
  })
const read = async (from: Readonly<{ place?: typeof place }> = {}): Promise<Buffer> => {
  const content = await readSegments({ vault, files, key: KEY, place, ...from })
  if (content === null) throw new Error('no file')
  return buffer(content)
}

it('gives back what was written, of any length, and nothing of it lies there open', async () => {
  for (const count of [0, 1, 5]) {
    expect(await write(count)).toBe(count * SEGMENT_BYTES)
    expect(await read()).toEqual(Buffer.concat(Array.from({ length: count }, () => PIECE)))
    expect(readFileSync(path).includes('canary')).toBe(false)
  }
})

it('is not there when writing failed, or never was', async () => {
  await expect(writeSegments({ vault, files, key: KEY, place }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await readSegments({ vault, files, key: KEY, place })).toBeNull()
  expect(readdirSync(join(folder, 'ab'))).toEqual([])
})

it('opens for its own account and file alone, whole and in order', async () => {
  await write(3)
  await expect(read({ place: { ...place, accountId: '10000002' } })).rejects.toThrow('cannot open')
  await expect(read({ place: { ...place, field: 'export b' } })).rejects.toThrow('cannot open')
  const whole = readFileSync(path)
  const segment = (whole.length - lastOf(whole)) / 3
  writeFileSync(path, whole.subarray(0, segment * 2))
  await expect(read()).rejects.toThrow('ends before its end')
  writeFileSync(path, Buffer.concat([whole.subarray(segment, segment * 2), whole.subarray(0, segment), whole.subarray(segment * 2)]))
  await expect(read()).rejects.toThrow('cannot open')
  writeFileSync(path, Buffer.concat([whole.subarray(0, segment), whole.subarray(segment * 2)]))
  await expect(read()).rejects.toThrow('cannot open')
})

/** The last piece is empty: its length is that of a seal and its head. */
const lastOf = (whole: Buffer): number => whole.length % (whole.readUInt32BE(1) + 5)

it('a vault without the key of a file has no such file', async () => {
  await write(1)
  expect(await readSegments({ vault: createVault(newKeyring()), files, key: KEY, place })).toBeNull()
})
