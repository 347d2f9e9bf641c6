import { hash, verify } from '@node-rs/argon2'
import { type LimiterAnswer, createConcurrencyLimiter } from '../../concurrency-limiter.ts'

/**
 * Argon2id costs 19 MiB and two passes on purpose; so that a flood of logins cannot take the machine, at most two run at once and at most
 * fifty wait. Further callers are asked to come again.
 */
const COST: HashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const MAX_WAITING = 50

/** Memory in KiB, passes over it, and lanes. */
export type HashingCost = Readonly<{ memoryCost: number; timeCost: number; parallelism: number }>

export interface PasswordHashing {
  hash(password: string): Promise<LimiterAnswer<string>>
  /** Without a hash to compare with, the same work is done and the answer is no. */
  matches(password: string, known: string | null): Promise<LimiterAnswer<boolean>>
  /** The same with a line of its own, which nobody in this one holds up. */
  inLineOfItsOwn(): PasswordHashing
}

/** The server's cost is the default; the tests that are about something else hash at the least there is. */
export function createPasswordHashing(cost = COST): PasswordHashing {
  const inLine = createConcurrencyLimiter({ atOnce: AT_ONCE, mostWaiting: MAX_WAITING })
  const decoy = hash('nobody has this password', cost)

  return {
    hash: (password) => inLine(() => hash(password, cost)),
    matches: (password, known) => inLine(async () => (await verify(known ?? (await decoy), password)) && known !== null),
    inLineOfItsOwn: () => createPasswordHashing(cost),
  }
}
