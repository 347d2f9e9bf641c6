import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { dropKey } from './keyring.ts'
import { type Sealed, rewrapAll, usesOfKeys } from './rotation.ts'

/**
 * Finishes a change of keys in the background. A key before the current one is destroyed when nothing has been sealed with
 * it for twenty minutes: a transaction that began before the change, and the ticket of an export made before it, have ended then.
 */
export const UNUSED_FOR_MS = 20 * MINUTE_MS

export interface KeyRotator {
  /** Returns the number of data keys it wrapped anew and the keys it destroyed. */
  look(now: Instant): Promise<Readonly<{ rewrapped: number; dropped: readonly string[] }>>
}

export function createKeyRotator(sealed: Sealed): KeyRotator {
  const unusedSince = new Map<string, Instant>()
  return {
    look: async (now) => {
      const { current, keys } = sealed.vault.refresh()
      const before = [...keys.keys()].filter((name) => name !== current)
      if (before.length === 0) return { rewrapped: 0, dropped: [] }
      const rewrapped = await rewrapAll(sealed)
      const uses = await usesOfKeys(sealed)
      const dropped: string[] = []
      for (const name of before) {
        if (uses.has(name)) unusedSince.delete(name)
        else if (now - (unusedSince.get(name) ?? now) >= UNUSED_FOR_MS) dropped.push(name)
        else unusedSince.set(name, unusedSince.get(name) ?? now)
      }
      for (const name of dropped) await dropKey(sealed.dataFolder, sealed.pool, name)
      sealed.vault.refresh()
      return { rewrapped, dropped }
    },
  }
}
