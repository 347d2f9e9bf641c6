import { createServer } from 'node:http'
import { signCheckpoint } from '@rueda/proof/checkpoint.ts'
import { hashesOfLeaves, leafHash, rootOf } from '@rueda/proof/merkle.ts'
import { LOG_KEY, LOG_SECRET, ORIGIN } from '@rueda/proof/testing/log.ts'
import { type Tile, TILE_WIDTH, encodeBundle, parseTilePath } from '@rueda/proof/tiles.ts'
import { formatVerifierKey } from '@rueda/proof/verifier-key.ts'

/** A log over HTTP that says whatever it is told to say. */
export type ServedLog = Readonly<{
  address: string
  /** Signs these entries and serves them; what was served before is gone. */
  show: (entries: readonly Uint8Array[], more?: Partial<Signing>) => void
  /** Serves another note over the same entries. */
  showNote: (change: (note: string) => string) => void
  /** Serves other entries than those that were signed. */
  serveEntries: (entries: readonly Uint8Array[]) => void
  /** Has nothing at paths of this form. */
  hide: (pattern: RegExp | null) => void
  end: () => Promise<void>
}>
type Signing = Readonly<{ origin: string; secretKeys: readonly Uint8Array[] }>

const PREFIX = '/trust/log/'

export async function serveLog(): Promise<ServedLog> {
  let leaves: readonly Uint8Array[] = []
  let entries: readonly Uint8Array[] = []
  let note = ''
  let hidden: RegExp | null = null

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const body = hidden?.test(path) === true ? null : answer(path)
    if (body === null) response.writeHead(404).end()
    else response.writeHead(200).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  function answer(path: string): string | Uint8Array | null {
    if (path === '/trust/keys') return JSON.stringify({ origin: ORIGIN, keys: [formatVerifierKey(LOG_KEY)] })
    if (path === `${PREFIX}checkpoint`) return note
    const tile = path.startsWith(PREFIX) ? parseTilePath(path.slice(PREFIX.length)) : null
    return tile === null ? null : bytesOf(tile)
  }

  function bytesOf({ level, index, width }: Tile): Uint8Array | null {
    const places = Array.from({ length: width }, (_, at) => index * TILE_WIDTH + at)
    if (level === 'entries')
      return places.every((at) => at < entries.length) ? encodeBundle(places.flatMap((at) => entries[at] ?? [])) : null
    const read = hashesOfLeaves(leaves)
    try {
      return Buffer.concat(places.map((at) => read({ level: level * 8, index: at })))
    } catch {
      return null
    }
  }

  return {
    address: `http://127.0.0.1:${port}`,
    show: (all, { origin = ORIGIN, secretKeys = [LOG_SECRET] } = {}) => {
      entries = all
      leaves = all.map(leafHash)
      note = signCheckpoint({ origin, size: all.length, root: rootOf(all.length, hashesOfLeaves(leaves)), extensions: [] }, secretKeys)
    },
    showNote: (change) => {
      note = change(note)
    },
    serveEntries: (others) => {
      entries = others
    },
    hide: (pattern) => {
      hidden = pattern
    },
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
