import type { AsOf } from './accounts-messages.ts'

type Number = Pick<AsOf, 'core' | 'decided'>

/** Reads what staff have decided when a core has counted more than was read here. `upTo` resolves when that much is known, and fails with its read. */
export function followDecisions(read: () => Promise<unknown>): Readonly<{ upTo: (asOf: Number) => Promise<void> }> {
  let known: Number | null = null
  let reading: Readonly<{ of: Number; done: Promise<unknown> }> | null = null
  const covers = (one: Number | null, other: Number): boolean => one?.core === other.core && one.decided >= other.decided
  return {
    upTo: async (asOf) => {
      if (covers(known, asOf)) return
      if (!covers(reading?.of ?? null, asOf)) reading = { of: asOf, done: read() }
      const own = reading
      if (own === null) return
      try {
        await own.done
      } catch (error) {
        if (reading === own) reading = null
        throw error
      }
      // A later reading may be under way by now; it is known only once it is done.
      if (!covers(known, own.of)) known = own.of
    },
  }
}
