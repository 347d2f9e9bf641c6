import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { StartRefused } from '../db/start-refused.ts'
import { FORMAT, HEAD, MANIFEST, MANIFEST_PATH, type Manifest, type Part, readPath } from './manifest.ts'
import { TornArchive, readTar } from './tar.ts'

/** A part of an archive in the order of the archive. */
export type ReadPart = Readonly<{ path: string; content: AsyncGenerator<Buffer> }>

const MAX_MANIFEST_BYTES = 512 * 1024 * 1024

/**
 * Reads an archive from its first byte to its last and compares every part with its hash. Whatever is wrong with it ends with a sentence,
 * and nothing has been written by then.
 */
export async function checkArchive(path: string, moved: (bytes: number) => void): Promise<Manifest> {
  const found: Part[] = []
  let manifest: Manifest | null = null
  for await (const part of readArchive(path)) {
    const hash = createHash('sha256')
    const kept: Buffer[] = []
    let bytes = 0
    for await (const piece of part.content) {
      hash.update(piece)
      bytes += piece.length
      moved(piece.length)
      if (part.path === MANIFEST_PATH && bytes <= MAX_MANIFEST_BYTES) kept.push(Buffer.from(piece))
    }
    if (part.path === MANIFEST_PATH) manifest = readManifest(path, Buffer.concat(kept))
    else found.push({ path: part.path, bytes, sha256: hash.digest('hex') })
  }
  if (manifest === null) throw damaged(path, 'it has no manifest')
  compare(path, found, manifest.parts)
  return manifest
}

/** The parts of an archive that has been checked. */
export async function* readParts(path: string): AsyncGenerator<ReadPart> {
  for await (const part of readArchive(path)) if (part.path !== MANIFEST_PATH) yield part
}

async function* readArchive(path: string): AsyncGenerator<ReadPart> {
  await expectArchive(path)
  const file = createReadStream(path)
  const gunzip = createGunzip()
  file.once('error', (error) => gunzip.destroy(error))
  try {
    for await (const { path: name, content } of inSentences(path, readTar(file.pipe(gunzip))))
      yield { path: name, content: inSentences(path, content) }
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

function readManifest(path: string, content: Buffer): Manifest {
  const json = readJson(content.toString('utf8'))
  const { format } = HEAD.catch({ format: 0 }).parse(json)
  if (format > FORMAT)
    throw new StartRefused(
      `The archive ${path} was made by a newer version, in a form that this one does not know. Restore it with that version.`,
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

function compare(path: string, found: readonly Part[], listed: readonly Part[]): void {
  const hashes = new Map(listed.map((part) => [part.path, part.sha256]))
  for (const part of found) {
    if (readPath(part.path) === null || !hashes.has(part.path)) throw damaged(path, `${part.path} does not belong in it`)
    if (hashes.get(part.path) !== part.sha256) throw damaged(path, `${part.path} is not what was written`)
    hashes.delete(part.path)
  }
  const [missing] = hashes.keys()
  if (missing !== undefined) throw damaged(path, `${missing} is missing`)
}

export const damaged = (path: string, why: string): StartRefused =>
  new StartRefused(
    `The archive ${path} is damaged or was cut off (${why}), so nothing was restored. Take another copy of it, or an older backup.`,
  )
