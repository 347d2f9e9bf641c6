import { Readable } from 'node:stream'

/** Anything larger is sent piece by piece, so that it can be seen whether its reader takes anything. */
export const MAX_WHOLE_BYTES = 256 * 1024
const PIECE_BYTES = 64 * 1024

export const inChunks = (content: Buffer): Readable => Readable.from(piecesOf(content), { highWaterMark: 1 })

function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES)
}
