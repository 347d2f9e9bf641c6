import { randomBytes, randomInt } from 'node:crypto'
import type { Clock, Ids, Random } from './deps.ts'

const VERSION = '7'
/** The digit with the variant: `10` and two random bits. */
const VARIANTS = '89ab'
const POOLED_IDS = 256
const RANDOM_BYTES = 10
const HEX_DIGITS = 2 * RANDOM_BYTES

/** Ids that sort by the time they were made and carry 74 random bits (UUID version 7). */
export function createIds(clock: Clock): Ids {
  // Random bytes are fetched for many ids at once: asking the kernel for each costs more than making the id.
  let pool = ''
  let used = 0
  const next = (): string => {
    if (used >= pool.length) {
      pool = randomBytes(RANDOM_BYTES * POOLED_IDS).toString('hex')
      used = 0
    }
    const at = used
    used += HEX_DIGITS
    const time = Math.max(clock.now(), 0).toString(16).padStart(12, '0')
    const variant = VARIANTS[Number.parseInt(pool.slice(at + 4, at + 5), 16) % VARIANTS.length] ?? ''
    return `${time.slice(0, 8)}-${time.slice(8)}-${VERSION}${pool.slice(at + 1, at + 4)}-${variant}${pool.slice(at + 5, at + 8)}-${pool.slice(at + 8, at + HEX_DIGITS)}`
  }
  return { next }
}

export const machineRandom: Random = {
  bytes: (count) => randomBytes(count),
  below: (limit) => randomInt(limit),
}
