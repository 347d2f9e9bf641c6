import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runInProcess } from '../testing/own-process.ts'
import { checkArchive, readParts } from './archive-reader.ts'
import { type ArchiveWriter, createArchive } from './archive-writer.ts'
import { manifestOf } from './manifest.ts'
import { tarHeader } from './tar.ts'

/** Archives of parts that are larger than every buffer on their way. */
const LARGE_BYTES = 3 * 1024 * 1024 + 7

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rueda-archive-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** An archive that a process of its own has begun. */
const BEGUN = `
  import { randomBytes } from 'node:crypto'
  import { existsSync } from 'node:fs'
  const { createArchive } = await import(${JSON.stringify(new URL('archive-writer.ts', import.meta.url).href)})
  const { endInOrder } = await import(${JSON.stringify(new URL('end-in-order.ts', import.meta.url).href)})
  const archive = await createArchive(process.env.ARCHIVE, 0)`
const inProcess = (source: string, limit?: Parameters<typeof runInProcess>[2]): ReturnType<typeof runInProcess> =>
  runInProcess(source, { ARCHIVE: join(folder, 'house.tar.gz') }, limit)

const facts = {
  version: '0.1.0',
  takenAt: '2026-11-27T00:00:00.000Z',
  postgres: '18.4',
  migrations: [{ number: 1, name: '0001_books.sql', checksum: 'a' }],
  tables: ['entries', 'wallets'].map((name) => ({ name, columns: [], rows: 0 })),
  sequences: [],
  keys: [],
}

const end: Parameters<ArchiveWriter['finish']>[0] = {
  describe: (parts) => manifestOf({ ...facts, parts: [...parts] }),
  seal: () => 'sealed',
  named: () => undefined,
}

it('what was written is read again, byte for byte', async () => {
  const path = join(folder, 'house.tar.gz')
  const content = { 'database/entries/000001': randomBytes(LARGE_BYTES), 'database/wallets/000001': Buffer.alloc(0) }
  const archive = await createArchive(path, 0)
  for (const [name, bytes] of Object.entries(content)) await archive.add(name, bytes.length, [bytes.subarray(0, 100), bytes.subarray(100)])
  await archive.finish(end)

  let read = 0
  const { manifest, sealed } = await checkArchive(path, (bytes) => (read += bytes))
  expect(manifest).toMatchObject({ ...facts, parts: [{ bytes: LARGE_BYTES }, { bytes: 0 }] })
  expect(JSON.parse(sealed.content.toString())).toEqual(manifest)
  expect(sealed.seal).toBe('sealed')
  expect(read).toBeGreaterThan(LARGE_BYTES)
  const found: Record<string, Buffer> = {}
  for await (const { path: name, content: pieces } of readParts(path, manifest)) {
    const parts: Buffer[] = []
    for await (const piece of pieces) parts.push(piece)
    found[name] = Buffer.concat(parts)
  }
  expect(found).toEqual(content)
  expect(readdirSync(folder)).toEqual(['house.tar.gz'])
})

it('a disk that is full in the middle of a part is named in a sentence, and nothing stays', async () => {
  const { output } = await inProcess(
    `${BEGUN}
    const bytes = randomBytes(${LARGE_BYTES})
    await archive.add('database/entries/000001', bytes.length, [bytes]).catch((error) => console.log(error.message))
    await archive.abandon()`,
    { most: 64 },
  )
  expect(output).toContain(`The disk of ${folder} is full`)
  expect(readdirSync(folder)).toEqual([])
})

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('an archive that %s ends is taken away', async (signal, code) => {
  const ended = await inProcess(
    `${BEGUN}
    endInOrder()
    await archive.add('database/entries/000001', 7, [Buffer.from('entries')])
    if (!existsSync(${JSON.stringify(join(folder, 'house.tar.gz.partial'))})) throw new Error('there is no draft')
    process.kill(process.pid, '${signal}')
    setInterval(() => undefined, 1000)`,
  )
  expect(ended).toEqual({ code, output: '' })
  expect(readdirSync(folder)).toEqual([])
})

describe('where something lies that a draft of the archive would replace', () => {
  it.each<[string, (draft: string, victim: string) => void]>([
    ['the draft of another backup', (draft) => writeFileSync(draft, 'theirs')],
    ['a link to a file of somebody else', (draft, victim) => symlinkSync(victim, draft)],
    ['a link to nothing', (draft) => symlinkSync(join(folder, 'none'), draft)],
  ])('%s, it is left as it is, and a sentence says what to do', async (_, make) => {
    const path = join(folder, 'house.tar.gz')
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'theirs', { mode: 0o644 })
    make(`${path}.partial`, victim)
    const before = readdirSync(folder)
    await expect(createArchive(path, 0)).rejects.toThrow(`${path}.partial is there already: another backup is writing it`)
    expect(readdirSync(folder)).toEqual(before)
    expect(readFileSync(victim, 'utf8')).toBe('theirs')
  })
})

it('an archive that is another one by the time its parts are read is found out', async () => {
  const write = async (name: string, entries: string): Promise<string> => {
    const archive = await createArchive(join(folder, name), 0)
    await archive.add('database/entries/000001', entries.length, [Buffer.from(entries)])
    await archive.finish(end)
    return join(folder, name)
  }
  const { manifest } = await checkArchive(await write('checked.tar.gz', 'entries'), () => undefined)
  const other = await write('other.tar.gz', 'forgery')
  const read = async (): Promise<void> => {
    for await (const { content } of readParts(other, manifest)) for await (const _ of content);
  }
  await expect(read()).rejects.toThrow('database/entries/000001 is not what was written')
})

it('a manifest that would fill the memory is refused before it is read', async () => {
  const path = join(folder, 'house.tar.gz')
  const bytes = 17 * 1024 * 1024
  writeFileSync(path, gzipSync(Buffer.concat([tarHeader('manifest.json', bytes, 0), Buffer.alloc(bytes, ' ')])))
  let read = 0
  await expect(checkArchive(path, (more) => (read += more))).rejects.toThrow('its manifest.json is too large')
  expect(read).toBe(0)
})

it('a file that is shorter than it was to be is not kept under its length', async () => {
  const archive = await createArchive(join(folder, 'house.tar.gz'), 0)
  await expect(archive.add('data/anchors/heads.jsonl', 10, [Buffer.from('short')])).rejects.toThrow('has 5 bytes and was to have 10')
  await archive.abandon()
})
