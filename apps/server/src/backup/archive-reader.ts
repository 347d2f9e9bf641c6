import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { StartRefused } from '../db/start-refused.ts'
import { FORMAT, HEAD, MANIFEST, MANIFEST_PATH, type Manifest, type Part, SEAL_PATH, readPath } from './manifest.ts'
import type { Sealed } from './seal.ts'
import { BLOCK_BYTES, type TarFile, TornArchive, readTar } from './tar.ts'

/** A part of an archive in the order of the archive. */
export type ReadPart = Readonly<{ path: string; content: AsyncGenerator<Buffer> }>

const MEBIBYTE = 1024 * 1024
/** A manifest is read into memory. It lists the parts before it, and takes less for each of them than their own headers. */
const MAX_MANIFEST_BYTES = 16 * MEBIBYTE
const MAX_SEAL_BYTES = BLOCK_BYTES

/** An archive that is what its manifest lists. Whether a house wrote that manifest is told by its seal alone. */
export type CheckedArchive = Readonly<{ manifest: Manifest; sealed: Sealed }>

/**
 * Reads an archive from its first byte to its last and compares every part with its hash. Whatever is wrong with it ends with a sentence,
 * and nothing has been written by then.
 */
export async function checkArchive(path: string, moved: (bytes: number) => void): Promise<CheckedArchive> {
  const found: Part[] = []
  let manifest: Manifest | null = null
  let content: Buffer | null = null
  let seal: string | null = null
  for await (const part of readArchive(path)) {
    if (part.path === MANIFEST_PATH && content === null) {
      content = await readWhole(path, part, MAX_MANIFEST_BYTES + found.length * BLOCK_BYTES)
      moved(content.length)
      manifest = readManifest(path, content)
    } else if (part.path === SEAL_PATH && seal === null) {
      seal = (await readWhole(path, part, MAX_SEAL_BYTES)).toString('latin1').trimEnd()
    } else {
      for await (const piece of hashed(part, found)) moved(piece.length)
    }
  }
  if (manifest === null || content === null) throw damaged(path, 'it has no manifest')
  compare(path, found, manifest)
  if (seal === null) throw damaged(path, 'it has no seal')
  return { manifest, sealed: { content, seal } }
}

/** The parts of an archive that has been checked. They are compared once more, because the file may be another one by now. */
export async function* readParts(path: string, manifest: Manifest): AsyncGenerator<ReadPart> {
  const found: Part[] = []
  for await (const part of readArchive(path))
    if (part.path !== MANIFEST_PATH && part.path !== SEAL_PATH) yield { path: part.path, content: hashed(part, found) }
  compare(path, found, manifest)
}

/** Passes a part on, and notes what it was when it has been read to its end. */
async function* hashed({ path, content }: TarFile, found: Part[]): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of content) {
    hash.update(piece)
    bytes += piece.length
    yield piece
  }
  found.push({ path, bytes, sha256: hash.digest('hex') })
}

async function readWhole(archive: string, { path, bytes, content }: TarFile, most: number): Promise<Buffer> {
  if (bytes > most) throw damaged(archive, `its ${path} is too large`)
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

async function* readArchive(path: string): AsyncGenerator<TarFile> {
  await expectArchive(path)
  const file = createReadStream(path)
  const gunzip = createGunzip()
  file.once('error', (error) => gunzip.destroy(error))
  try {
    for await (const part of inSentences(path, readTar(file.pipe(gunzip)))) yield { ...part, content: inSentences(path, part.content) }
  } finally {
    file.destroy()
    gunzip.destroy()
  }
}

async function expectArchive(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new StartRefused(`There is no archive at ${path}. Name the file that npm run backup wrote.`)
  if (!found.isFile()) throw new StartRefused(`${path} is no file. Name the file that npm run backup wrote.`)
}

/** Whoever reads is told in a sentence that the archive is torn, whether between two parts or within one. */
async function* inSentences<Value>(path: string, source: AsyncGenerator<Value>): AsyncGenerator<Value> {
  try {
    yield* source
  } catch (error) {
    throw isTorn(error) ? damaged(path, error.message) : error
  }
}

const isTorn = (error: unknown): error is Error =>
  error instanceof TornArchive || (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))

const UNSEALED_FORMAT = 1

function readManifest(path: string, content: Buffer): Manifest {
  const json = readJson(content.toString('utf8'))
  const { format } = HEAD.catch({ format: 0 }).parse(json)
  if (format > FORMAT)
    throw new StartRefused(
      `The archive ${path} was made by a newer version, in a form that this one does not know. Restore it with that version.`,
    )
  if (format === UNSEALED_FORMAT)
    throw new StartRefused(
      `The archive ${path} was made before archives were sealed, so nobody can tell whether it is what a house wrote. Restore it with the version that made it, and back up anew.`,
    )
  const parsed = MANIFEST.safeParse(json)
  if (!parsed.success) throw damaged(path, 'its manifest cannot be read')
  return parsed.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function compare(path: string, found: readonly Part[], { parts, tables }: Manifest): void {
  const listed = new Map(parts.map((part) => [part.path, part]))
  const names = new Set(tables.map(({ name }) => name))
  for (const part of found) {
    const known = listed.get(part.path)
    const place = readPath(part.path)
    if (known === undefined || place === null || ('table' in place && !names.has(place.table)))
      throw damaged(path, `${part.path} does not belong in it`)
    if (known.sha256 !== part.sha256 || known.bytes !== part.bytes) throw damaged(path, `${part.path} is not what was written`)
    listed.delete(part.path)
  }
  const [missing] = listed.keys()
  if (missing !== undefined) throw damaged(path, `${missing} is missing`)
}

export const damaged = (path: string, why: string): StartRefused =>
  new StartRefused(
    `The archive ${path} is damaged or was cut off (${why}), so nothing was restored. Take another copy of it, or an older backup.`,
  )
