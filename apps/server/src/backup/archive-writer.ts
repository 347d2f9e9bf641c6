import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import type { Instant } from '@rueda/rules/time.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { whyNotIn } from './machine-errors.ts'
import { MANIFEST_PATH, type Manifest, type Part } from './manifest.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

const OWNER_ONLY = 0o600

/** An archive that is being written, under another name until it is whole. */
export type ArchiveWriter = Readonly<{
  /** Adds a file whose length is known beforehand. */
  add: (path: string, bytes: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) => Promise<void>
  /** Writes the manifest, and gives the archive its name once it is on the disk. Returns its length. */
  finish: (describe: (parts: readonly Part[]) => Manifest) => Promise<number>
  /** Takes away what was written. */
  abandon: () => Promise<void>
}>

/** Begins an archive at a path where nothing lies yet. Each write waits for the disk. */
export async function createArchive(path: string, at: Instant): Promise<ArchiveWriter> {
  const folder = dirname(path)
  const draft = `${path}.partial`
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw whyNotIn(folder, error)
  })
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  const file = createWriteStream(draft, { mode: OWNER_ONLY, flush: true })
  let failure: Error | null = null
  const written = pipeline(gzip, file).catch((error: unknown) => {
    failure = whyNotIn(folder, error)
    throw failure
  })
  // Whoever writes next is told.
  written.catch(() => undefined)
  const write = async (bytes: Buffer): Promise<void> => {
    if (failure !== null) throw failure
    if (gzip.write(bytes)) return
    await Promise.race([once(gzip, 'drain'), written]).catch((error: unknown) => {
      throw whyNotIn(folder, error)
    })
  }
  const parts: Part[] = []
  const seconds = Math.floor(at / SECOND_MS)
  const add: ArchiveWriter['add'] = async (name, bytes, content) => {
    const hash = createHash('sha256')
    let length = 0
    await write(tarHeader(name, bytes, seconds))
    for await (const piece of content) {
      length += piece.length
      hash.update(piece)
      await write(piece)
    }
    if (length !== bytes) throw new Error(`${name} has ${length} bytes and was to have ${bytes}`)
    await write(tarPadding(bytes))
    parts.push({ path: name, bytes, sha256: hash.digest('hex') })
  }
  return {
    add,
    finish: async (describe) => {
      const manifest = Buffer.from(`${JSON.stringify(describe([...parts]), null, 1)}\n`)
      await add(MANIFEST_PATH, manifest.length, [manifest])
      await write(tarEnd())
      gzip.end()
      await written
      await rename(draft, path)
      await syncFolder(folder)
      return file.bytesWritten
    },
    abandon: async () => {
      gzip.destroy()
      await written.catch(() => undefined)
      await rm(draft, { force: true })
    },
  }
}

/** A new name is on the disk only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
