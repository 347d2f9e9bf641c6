/**
 * The plain tar format (POSIX ustar), so that a backup can be looked into with the tools of any machine. Only what a backup needs of it:
 * regular files with short names.
 */
export const BLOCK_BYTES = 512
const NAME_BYTES = 100
const OWNER_ONLY = 0o600
const REGULAR_FILE = '0'
const CHECKSUM_AT = 148
const CHECKSUM_BYTES = 8
const SIZE_AT = 124
const SIZE_BYTES = 12
const MAGIC_AT = 257
const MAGIC = 'ustar'
const SPACE = 0x20

/** An archive that is no whole tar file. */
export class TornArchive extends Error {
  override name = 'TornArchive'
}

/** The block before a file's content. `seconds` is when it was written, since 1970. */
export function tarHeader(path: string, bytes: number, seconds: number): Buffer {
  if (Buffer.byteLength(path) > NAME_BYTES) throw new Error(`${path} is too long a name for the archive`)
  const header = Buffer.alloc(BLOCK_BYTES)
  header.write(path, 0, 'utf8')
  const fields = [
    [100, octal(OWNER_ONLY, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [SIZE_AT, octal(bytes, SIZE_BYTES)],
    [136, octal(seconds, 12)],
    [156, REGULAR_FILE],
    [MAGIC_AT, `${MAGIC}\0` + '00'],
  ] as const
  for (const [at, text] of fields) header.write(text, at, 'latin1')
  header.write(`${octal(checksumOf(header), CHECKSUM_BYTES - 1)} `, CHECKSUM_AT, 'latin1')
  return header
}

/** The zeros that fill a file's last block. */
export const tarPadding = (bytes: number): Buffer => Buffer.alloc(paddingOf(bytes))

/** The two empty blocks that end a tar file. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK_BYTES)

const paddingOf = (bytes: number): number => (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES
const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`

/** The sum of all bytes of the header, its own checksum counted as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 0
  for (const [at, byte] of header.entries()) sum += at >= CHECKSUM_AT && at < CHECKSUM_AT + CHECKSUM_BYTES ? SPACE : byte
  return sum
}

/** A file of an archive. Its content is read once, before the next file is asked for. */
export type TarFile = Readonly<{ path: string; bytes: number; content: AsyncGenerator<Buffer> }>

/** Reads the files of a tar stream one after the other, without keeping more of them than a piece of the stream. */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const pieces = createPieces(stream)
  for (;;) {
    const header = await pieces.whole(BLOCK_BYTES)
    if (header.every((byte) => byte === 0)) return pieces.drain()
    const { path, bytes } = readHeader(header)
    const content = pieces.upTo(bytes)
    yield { path, bytes, content }
    for await (const _ of content);
    await pieces.whole(paddingOf(bytes))
  }
}

function readHeader(header: Buffer): Readonly<{ path: string; bytes: number }> {
  const checksum = octalAt(header, CHECKSUM_AT, CHECKSUM_BYTES)
  const isOurs = header.toString('latin1', MAGIC_AT, MAGIC_AT + MAGIC.length) === MAGIC
  if (!isOurs || checksum !== checksumOf(header)) throw new TornArchive('a header of the archive is damaged')
  const end = header.indexOf(0)
  const path = header.toString('utf8', 0, end === -1 || end > NAME_BYTES ? NAME_BYTES : end)
  return { path, bytes: octalAt(header, SIZE_AT, SIZE_BYTES) }
}

function octalAt(header: Buffer, at: number, width: number): number {
  const text = header
    .toString('latin1', at, at + width)
    .replaceAll('\0', ' ')
    .trim()
  if (!/^[0-7]+$/u.test(text)) throw new TornArchive('a header of the archive is damaged')
  return Number.parseInt(text, 8)
}

/** Gives the bytes of a stream in pieces of the lengths asked for. */
function createPieces(stream: AsyncIterable<Buffer>) {
  const source = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const next = async (): Promise<Buffer> => {
    while (rest.length === 0) {
      const { done, value } = await source.next()
      if (done === true) throw new TornArchive('the archive ends too early')
      rest = value
    }
    return rest
  }
  async function* upTo(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0;) {
      const piece = (await next()).subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
  const whole = async (bytes: number): Promise<Buffer> => {
    const found: Buffer[] = []
    for await (const piece of upTo(bytes)) found.push(piece)
    return Buffer.concat(found)
  }
  /** Reads to the end, behind which a compressed stream has its checksum. */
  const drain = async (): Promise<void> => {
    while ((await source.next()).done !== true);
  }
  return { whole, upTo, drain }
}
