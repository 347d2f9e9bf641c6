import { randomBytes, randomInt } from 'node:crypto'
import type { Clock, Ids, Random } from './deps.ts'

const VERSION_7 = 0x70
const VARIANT = 0x80
const POOLED_IDS = 256
const RANDOM_BYTES = 10

/** Ids that sort by the time they were made and carry 74 random bits (UUID version 7). */
export function createIds(clock: Clock): Ids {
  // Random bytes are fetched for many ids at once: asking the kernel for each costs more than making the id.
  let pool = Buffer.alloc(0)
  let used = 0
  const next = (): string => {
    if (used >= pool.length) {
      pool = randomBytes(RANDOM_BYTES * POOLED_IDS)
      used = 0
    }
    const random = pool.subarray(used, used + RANDOM_BYTES)
    used += RANDOM_BYTES
    const time = Math.max(clock.now(), 0).toString(16).padStart(12, '0')
    random[0] = ((random[0] ?? 0) & 0x0f) | VERSION_7
    random[2] = ((random[2] ?? 0) & 0x3f) | VARIANT
    const rest = random.toString('hex')
    return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`
  }
  return { next }
}

export const machineRandom: Random = {
  bytes: (count) => randomBytes(count),
  below: (limit) => randomInt(limit),
}
