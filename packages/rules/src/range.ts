/** FNV-1a, and the last step of MurmurHash3, which spreads texts that follow each other. */
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193
const SPREAD_FIRST = 0x85ebca6b
const SPREAD_SECOND = 0xc2b2ae35
const HASHES = 2 ** 32

/** The range that an id is in, from 0 to below `ranges`, by its hash; the same for every process that works it out. */
export function rangeOf(id: string, ranges: number): number {
  let hash = OFFSET
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), PRIME)
  hash = Math.imul(hash ^ (hash >>> 16), SPREAD_FIRST)
  hash = Math.imul(hash ^ (hash >>> 13), SPREAD_SECOND)
  return Math.floor((((hash ^ (hash >>> 16)) >>> 0) / HASHES) * ranges)
}
