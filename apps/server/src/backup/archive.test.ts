import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkArchive, readParts } from './archive-reader.ts'
import { createArchive } from './archive-writer.ts'
import { manifestOf } from './manifest.ts'

/** Archives of parts that are larger than every buffer on their way. */
const LARGE_BYTES = 3 * 1024 * 1024 + 7

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rueda-archive-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const facts = {
  version: '0.1.0',
  takenAt: '2026-11-27T00:00:00.000Z',
  postgres: '18.4',
  migrations: [{ number: 1, name: '0001_books.sql', checksum: 'a' }],
  tables: [],
  sequences: [],
  keys: [],
}

it('what was written is read again, byte for byte', async () => {
  const path = join(folder, 'house.tar.gz')
  const content = { 'database/entries/000001': randomBytes(LARGE_BYTES), 'database/wallets/000001': Buffer.alloc(0) }
  const archive = await createArchive(path, 0)
  for (const [name, bytes] of Object.entries(content)) await archive.add(name, bytes.length, [bytes.subarray(0, 100), bytes.subarray(100)])
  await archive.finish((parts) => manifestOf({ ...facts, parts: [...parts] }))

  let read = 0
  expect(await checkArchive(path, (bytes) => (read += bytes))).toMatchObject({ ...facts, parts: [{ bytes: LARGE_BYTES }, { bytes: 0 }] })
  expect(read).toBeGreaterThan(LARGE_BYTES)
  const found: Record<string, Buffer> = {}
  for await (const { path: name, content: pieces } of readParts(path)) {
    const parts: Buffer[] = []
    for await (const piece of pieces) parts.push(piece)
    found[name] = Buffer.concat(parts)
  }
  expect(found).toEqual(content)
  expect(readdirSync(folder)).toEqual(['house.tar.gz'])
})

it('a disk that is full in the middle of a part is named in a sentence, and nothing stays', async () => {
  const path = join(folder, 'house.tar.gz')
  // The device of Linux on which there is never room.
  symlinkSync('/dev/full', `${path}.partial`)
  const archive = await createArchive(path, 0)
  const bytes = randomBytes(LARGE_BYTES)
  await expect(archive.add('database/entries/000001', bytes.length, [bytes])).rejects.toThrow(`The disk of ${folder} is full`)
  await archive.abandon()
  expect(readdirSync(folder)).toEqual([])
})

it('a file that is shorter than it was to be is not kept under its length', async () => {
  const archive = await createArchive(join(folder, 'house.tar.gz'), 0)
  await expect(archive.add('data/anchors/heads.jsonl', 10, [Buffer.from('short')])).rejects.toThrow('has 5 bytes and was to have 10')
  await archive.abandon()
})
