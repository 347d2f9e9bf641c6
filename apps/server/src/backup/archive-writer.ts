import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, renameSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import type { Instant } from '@rueda/rules/time.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { whyNotIn } from './machine-errors.ts'
import { MANIFEST_PATH, SEAL_PATH, type Manifest, type Part } from './manifest.ts'
import { createOwnFile } from './own-file.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

type ArchiveEnd = Readonly<{
  describe: (parts: readonly Part[]) => Manifest
  seal: (manifest: Buffer) => string
  /** Is called at the moment when the archive has its name. */
  named: () => void
}>

/** An archive that is being written, under another name until it is whole. */
export type ArchiveWriter = Readonly<{
  /** Adds a file whose length is known beforehand. */
  add: (path: string, bytes: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) => Promise<void>
  /** Writes the manifest and its seal, and gives the archive its name once it is on the disk. Returns its length. */
  finish: (end: ArchiveEnd) => Promise<number>
  /** Takes away what was written. A signal does that too. */
  abandon: () => Promise<void>
}>

/** Begins an archive at a path where nothing lies yet. Each write waits for the disk. Whoever has its draft is alone in writing that archive. */
export async function createArchive(path: string, at: Instant): Promise<ArchiveWriter> {
  const folder = dirname(path)
  const draft = `${path}.partial`
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw whyNotIn(folder, error)
  })
  const own = createOwnFile(
    draft,
    `${draft} is there already: another backup is writing it, or one was stopped before its end. When none is running, remove that file; or name another one.`,
  )
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  const file = createWriteStream(draft, { fd: own.descriptor, flush: true })
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
    finish: async ({ describe, seal, named }) => {
      const manifest = Buffer.from(`${JSON.stringify(describe([...parts]), null, 1)}\n`)
      await add(MANIFEST_PATH, manifest.length, [manifest])
      const mac = Buffer.from(`${seal(manifest)}\n`)
      await add(SEAL_PATH, mac.length, [mac])
      await write(tarEnd())
      gzip.end()
      await written
      // No signal comes between the two.
      renameSync(draft, path)
      own.keep()
      named()
      await syncFolder(folder)
      return file.bytesWritten
    },
    abandon: async () => {
      gzip.destroy()
      await written.catch(() => undefined)
      own.drop()
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
