import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest'])
/** Below this a compressed file saves nothing: it fits into one packet as it is. */
const MIN_BYTES = 1_024
const BEST_GZIP = 9

const compressions = {
  '.br': (bytes: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  '.gz': (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes, { level: BEST_GZIP }),
} as const

/** Writes beside every text file of a built app what the server sends of it: compressed once, as small as it gets. */
export async function compressFiles(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => COMPRESSIBLE.has(extname(path)) && statSync(path).isFile() && statSync(path).size >= MIN_BYTES)
  await Promise.all(
    files.flatMap((path) => {
      const bytes = readFileSync(path)
      return Object.entries(compressions).map(async ([ending, compress]) => writeFileSync(`${path}${ending}`, await compress(bytes)))
    }),
  )
}
