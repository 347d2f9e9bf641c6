import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { createConcurrencyLimiter } from '../concurrency-limiter.ts'

/**
 * An upload as it is stored: only the pixels, drawn anew. Anything else in the file (places, names, programs, a second file
 * behind the first) is not carried over. The content decides its type, not the name.
 */
export type CleanImage = Readonly<{
  /** A JPEG without metadata. */
  bytes: Buffer
  width: number
  height: number
  /** Recognises the same picture after another compression or size; 256 bits as text of 0 and 1. */
  print: string
  /** Difference between light and dark, 0 to 128; near 0 for a page that cannot be read. */
  contrast: number
}>

const TAKEN: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])
/** Above this a picture is not even unpacked: it is a small file that would fill the memory. */
const MAX_PIXELS = 25_000_000
const MAX_EDGE = 3_000
const QUALITY = 88
const MAX_WORK_SECONDS = 5

const line = createConcurrencyLimiter({ atOnce: 2, mostWaiting: 20 })
// Each picture is worked on once, so that a cache would serve nothing.
sharp.cache(false)

export async function cleanImage(upload: Uint8Array): Promise<Result<CleanImage>> {
  const type = await fileTypeFromBuffer(upload)
  if (type === undefined || !TAKEN.has(type.mime)) return NOT_AN_IMAGE
  const drawn = await line(() => drawAnew(upload))
  return drawn.busy ? refuse('maintenance') : drawn.value
}

const NOT_AN_IMAGE = refuse('file.type', { field: 'file' })

async function drawAnew(upload: Uint8Array): Promise<Result<CleanImage>> {
  try {
    const source = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    const { width, height, pages = 1 } = await source.metadata()
    // An animation has no single picture that a person could have looked at.
    if (pages > 1 || width * height > MAX_PIXELS) return NOT_AN_IMAGE
    const { data: bytes, info } = await source
      .autoOrient()
      .flatten({ background: 'white' })
      .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: QUALITY })
      .timeout({ seconds: MAX_WORK_SECONDS })
      .toBuffer({ resolveWithObject: true })
    return ok({ bytes, width: info.width, height: info.height, print: await printOf(bytes), contrast: await contrastOf(bytes) })
  } catch {
    // The library throws for a faulty file: cut off, contradicting itself, too slow to unpack.
    return NOT_AN_IMAGE
  }
}

const PRINT_EDGE = 16

/** Returns 16 × 16 bits, each set where a field is darker than the one at its right: a picture's outline, whatever its brightness. */
async function printOf(bytes: Buffer): Promise<string> {
  const across = PRINT_EDGE + 1
  const greys = await smallGreys(bytes, across, PRINT_EDGE)
  const isDarker = (row: number, column: number): boolean => (greys[row * across + column] ?? 0) < (greys[row * across + column + 1] ?? 0)
  return Array.from({ length: PRINT_EDGE * PRINT_EDGE }, (_, index) =>
    isDarker(Math.floor(index / PRINT_EDGE), index % PRINT_EDGE) ? '1' : '0',
  ).join('')
}

const CONTRAST_EDGE = 64

async function contrastOf(bytes: Buffer): Promise<number> {
  const greys = [...(await smallGreys(bytes, CONTRAST_EDGE, CONTRAST_EDGE))]
  const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length
  return Math.round(Math.sqrt(greys.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / greys.length))
}

const smallGreys = (bytes: Buffer, width: number, height: number): Promise<Buffer> =>
  sharp(bytes).greyscale().resize(width, height, { fit: 'fill' }).raw().toBuffer()
