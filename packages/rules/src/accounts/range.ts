/** FNV-1a, and the last step of MurmurHash3, which spreads numbers that follow each other. */
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193
const SPREAD_FIRST = 0x85ebca6b
const SPREAD_SECOND = 0xc2b2ae35
const HASHES = 2 ** 32

/** The most ranges that accounts are divided into. */
export const MAX_ACCOUNT_RANGES = 1_000

/**
 * The range that an account is in, from 0 to below `ranges`, where several processes write the accounts (`docs/scale.md`). Every process works it
 * out for itself, so it never changes for the same number of ranges.
 */
export function rangeOfAccount(accountId: string, ranges: number): number {
  let hash = OFFSET
  for (let at = 0; at < accountId.length; at += 1) hash = Math.imul(hash ^ accountId.charCodeAt(at), PRIME)
  hash = Math.imul(hash ^ (hash >>> 16), SPREAD_FIRST)
  hash = Math.imul(hash ^ (hash >>> 13), SPREAD_SECOND)
  return Math.floor((((hash ^ (hash >>> 16)) >>> 0) / HASHES) * ranges)
}
