import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import type { Vault } from '../vault/vault.ts'

/**
 * A large file, sealed piece by piece: it is written and read without ever being in memory whole. Each piece is sealed
 * for its own place in the file, and the last one says that it is the last, so that none can be left out, swapped or
 * put into another file.
 */
export const SEGMENT_BYTES = 256 * 1024
/** Bytes that say whether it is the last segment, and how long it is. */
const HEAD_BYTES = 5
/** The largest piece is a picture; a longer one is not ours. */
const MAX_SEGMENT_BYTES = 128 * 1024 * 1024
const OWNER_ONLY = 0o600
const FOLDER_FOR_OWNER = 0o700

/** The owner of the file, and its name. */
export type SegmentsPlace = Readonly<{ accountId: string; field: string }>
type Sealing = Readonly<{ vault: Pick<Vault, 'seal'>; path: string; place: SegmentsPlace }>
type Opening = Readonly<{ vault: Pick<Vault, 'open' | 'hasKeyOf'>; path: string; place: SegmentsPlace }>

const placeOf = ({ accountId, field }: SegmentsPlace, index: number, isLast: boolean) => ({
  accountId,
  field: `${field} ${index}${isLast ? ' end' : ''}`,
})

/** Writes the file, whole or not at all. Returns its bytes before sealing. */
export async function writeSegments(
  sealing: Sealing,
  fill: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<number> {
  const { path } = sealing
  const draft = `${path}.part`
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_FOR_OWNER })
  try {
    const file = await open(draft, 'wx', OWNER_ONLY)
    try {
      const bytes = await writeAll(file, sealing, fill)
      await file.sync()
      await rename(draft, path)
      return bytes
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeAll(
  file: FileHandle,
  { vault, place }: Sealing,
  fill: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<number> {
  let waiting: Uint8Array[] = []
  let size = 0
  let index = 0
  let bytes = 0
  const flush = async (isLast: boolean): Promise<void> => {
    const sealed = vault.seal(placeOf(place, index, isLast), Buffer.concat(waiting))
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt8(isLast ? 1 : 0)
    head.writeUInt32BE(sealed.length, 1)
    await file.writev([head, sealed])
    index += 1
    waiting = []
    size = 0
  }
  await fill(async (chunk) => {
    bytes += chunk.length
    waiting.push(chunk)
    size += chunk.length
    if (size >= SEGMENT_BYTES) await flush(false)
  })
  await flush(true)
  return bytes
}

/** The content as it is read; null when there is no such file or its key is gone. */
export async function readSegments({ vault, path, place }: Opening): Promise<Readable | null> {
  const file = await openIfThere(path)
  if (file === null) return null
  const first = await segmentOf(file)
  // A change of keys while the server was stopped leaves behind files that no row knows.
  if (first === null || !vault.hasKeyOf(first.sealed)) {
    await file.close()
    return null
  }
  const content = Readable.from(contentOf(file, first, { vault, place }), { highWaterMark: 1 })
  // Closes when it was read to its end, and also when it was not read at all.
  content.once('close', () => void file.close())
  return content
}

type Segment = Readonly<{ isLast: boolean; sealed: Buffer }>

async function* contentOf(file: FileHandle, first: Segment, { vault, place }: Omit<Opening, 'path'>): AsyncGenerator<Buffer> {
  let segment: Segment | null = first
  for (let index = 0; segment !== null; index += 1) {
    const content = vault.open(placeOf(place, index, segment.isLast), segment.sealed)
    if (content.length > 0) yield content
    if (segment.isLast) return
    segment = await segmentOf(file)
  }
  throw new Error('a sealed file ends before its end')
}

async function segmentOf(file: FileHandle): Promise<Segment | null> {
  const head = await bytesOf(file, HEAD_BYTES)
  if (head === null) return null
  const sealed = await bytesOf(file, head.readUInt32BE(1))
  return sealed === null ? null : { isLast: head.readUInt8() === 1, sealed }
}

/** The next bytes; null where the file has not so many. */
async function bytesOf(file: FileHandle, length: number): Promise<Buffer | null> {
  if (length > MAX_SEGMENT_BYTES) return null
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length)
  return bytesRead === length ? buffer : null
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
