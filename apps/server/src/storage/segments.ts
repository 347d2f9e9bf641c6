import { Readable } from 'node:stream'
import type { Vault } from '../vault/vault.ts'
import type { OpenFile, FileStore, Write } from './store.ts'

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

/** The owner of the file, and its name. */
export type SegmentsPlace = Readonly<{ accountId: string; field: string }>
type Sealing = Readonly<{ vault: Pick<Vault, 'seal'>; files: Pick<FileStore, 'putStream'>; key: string; place: SegmentsPlace }>
type Opening = Readonly<{ vault: Pick<Vault, 'open' | 'hasKeyOf'>; files: Pick<FileStore, 'open'>; key: string; place: SegmentsPlace }>

const placeOf = ({ accountId, field }: SegmentsPlace, index: number, isLast: boolean) => ({
  accountId,
  field: `${field} ${index}${isLast ? ' end' : ''}`,
})

/** Writes the file, whole or not at all. Returns its bytes before sealing. */
export const writeSegments = (sealing: Sealing, fill: (write: Write) => Promise<void>): Promise<number> =>
  sealing.files.putStream(sealing.key, (write) => writeAll(write, sealing, fill))

async function writeAll(
  write: Write,
  { vault, place }: Pick<Sealing, 'vault' | 'place'>,
  fill: (write: Write) => Promise<void>,
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
    await write(Buffer.concat([head, sealed]))
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
export async function readSegments({ vault, files, key, place }: Opening): Promise<Readable | null> {
  const file = await files.open(key)
  if (file === null) return null
  let content: Readable | null = null
  try {
    const next = segmentsIn(file)
    const first = await next()
    // A change of keys while the server was stopped leaves behind files that no row knows.
    if (first === null || !vault.hasKeyOf(first.sealed)) return null
    content = Readable.from(contentOf(next, first, { vault, place }), { highWaterMark: 1 })
    // Closes when it was read to its end, and also when it was not read at all.
    content.once('close', () => void file.close())
    return content
  } finally {
    if (content === null) await file.close()
  }
}

type Segment = Readonly<{ isLast: boolean; sealed: Buffer }>
type NextSegment = () => Promise<Segment | null>

async function* contentOf(next: NextSegment, first: Segment, { vault, place }: Pick<Opening, 'vault' | 'place'>): AsyncGenerator<Buffer> {
  let segment: Segment | null = first
  for (let index = 0; segment !== null; index += 1) {
    const content = vault.open(placeOf(place, index, segment.isLast), segment.sealed)
    if (content.length > 0) yield content
    if (segment.isLast) return
    segment = await next()
  }
  throw new Error('a sealed file ends before its end')
}

/** Reads a file segment by segment; null where it has no whole one any more. */
function segmentsIn(file: OpenFile): NextSegment {
  let offset = 0
  const bytesOf = async (length: number): Promise<Buffer | null> => {
    if (length > MAX_SEGMENT_BYTES) return null
    const bytes = await file.read(offset, length)
    offset += length
    return bytes.length === length ? bytes : null
  }
  return async () => {
    const head = await bytesOf(HEAD_BYTES)
    if (head === null) return null
    const sealed = await bytesOf(head.readUInt32BE(1))
    return sealed === null ? null : { isLast: head.readUInt8() === 1, sealed }
  }
}
