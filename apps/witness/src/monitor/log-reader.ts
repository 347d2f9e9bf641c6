import { TILE_WIDTH, type Tile, tilePath } from '@rueda/proof/tiles.ts'
import { codeOf } from '../stopped.ts'

/** Reads a log over HTTP, as anybody can (C2SP tlog-tiles). */
export type LogReader = Readonly<{
  checkpoint: () => Promise<string>
  /** Its bytes, which the full tile may have more of; null where the log has none. */
  tile: (tile: Tile) => Promise<Uint8Array | null>
  /** What the server says its keys are. */
  keys: () => Promise<unknown>
}>

/** Nothing is known of the log: it could not be asked. That contradicts nothing. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

export const MAX_NOTE_BYTES = 1_048_576
/** 256 entries of the longest kind, each after its length. */
const MAX_TILE_BYTES = TILE_WIDTH * 65_537
const TIMEOUT_MS = 30_000
const NOT_THERE = new Set([404, 410])

export function readLog(address: string, fetch: typeof globalThis.fetch): LogReader {
  const base = address.replace(/\/+$/u, '')

  const get = (path: string, maxBytes: number): Promise<Uint8Array | null> => fetchBytes(`${base}${path}`, maxBytes, fetch)

  async function text(path: string): Promise<string> {
    const bytes = await get(path, MAX_NOTE_BYTES)
    if (bytes === null) throw new Unreachable(`${base}${path} is not there. Is a log at this address?`)
    return Buffer.from(bytes).toString('utf8')
  }

  return {
    checkpoint: () => text('/trust/log/checkpoint'),
    tile: async (tile) => {
      const path = (of: Tile): string => `/trust/log/${tilePath(of)}`
      const found = await get(path(tile), MAX_TILE_BYTES)
      // A partial tile may go once the full one is there.
      return found === null && tile.width < TILE_WIDTH ? get(path({ ...tile, width: TILE_WIDTH }), MAX_TILE_BYTES) : found
    },
    keys: async () => {
      const json = await text('/trust/keys')
      try {
        return JSON.parse(json) as unknown
      } catch {
        return null
      }
    },
  }
}

/** Null where the server says that there is nothing. */
export async function fetchBytes(url: string, maxBytes: number, fetch: typeof globalThis.fetch): Promise<Uint8Array | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (NOT_THERE.has(response.status)) return null
    if (!response.ok) throw new Unreachable(`${url} answered ${response.status}.`)
    return await bytesOf(response, maxBytes)
  } catch (error) {
    if (error instanceof Unreachable) throw error
    throw new Unreachable(`${url} could not be read: ${reasonOf(error)}.`)
  }
}

async function bytesOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`it is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  return codeOf(error.cause) || error.message
}
