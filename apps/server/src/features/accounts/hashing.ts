import { hash, verify } from '@node-rs/argon2'

/**
 * Argon2id costs 19 MiB and two passes on purpose; so that a flood of logins cannot take the machine, at most two run
 * at once and at most fifty wait. Who comes after that is told to come again.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2
const MOST_WAITING = 50

export type HashAnswer<Value> = Readonly<{ busy: false; value: Value }> | Readonly<{ busy: true }>

export interface PasswordHashing {
  hash(password: string): Promise<HashAnswer<string>>
  /** Without a hash to compare with, the same work is done and the answer is no. */
  matches(password: string, known: string | null): Promise<HashAnswer<boolean>>
}

export function createPasswordHashing(): PasswordHashing {
  const line: Array<() => void> = []
  let running = 0
  const decoy = hash('nobody has this password', COST)

  async function inLine<Value>(work: () => Promise<Value>): Promise<HashAnswer<Value>> {
    if (running >= AT_ONCE) {
      if (line.length >= MOST_WAITING) return { busy: true }
      await new Promise<void>((turn) => line.push(turn))
    }
    running += 1
    try {
      return { busy: false, value: await work() }
    } finally {
      running -= 1
      line.shift()?.()
    }
  }

  return {
    hash: (password) => inLine(() => hash(password, COST)),
    matches: (password, known) => inLine(async () => (await verify(known ?? (await decoy), password)) && known !== null),
  }
}
