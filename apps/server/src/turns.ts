/**
 * Acts when everything begun earlier with any of these ids is done, even if it failed. `hasWaited` says that there was something: what was
 * read before the turn may be out of date.
 */
export type InTurn = <Value>(ids: readonly string[], act: (turn: Readonly<{ hasWaited: boolean }>) => Promise<Value>) => Promise<Value>

/**
 * Lets one act at a time do what takes several steps: change an order at the venue and in the ledger, where two with mixed steps would leave
 * the sides with different terms, or count and check a password. Each process has turns of its own.
 */
export function createTurns(): InTurn {
  const newest = new Map<string, Promise<void>>()
  return async (ids, act) => {
    const done = Promise.withResolvers<void>()
    const earlier = ids.flatMap((id) => newest.get(id) ?? [])
    // Taken for all ids in one step, so that no two ever wait for each other.
    for (const id of ids) newest.set(id, done.promise)
    try {
      await Promise.all(earlier)
      return await act({ hasWaited: earlier.length > 0 })
    } finally {
      for (const id of ids) if (newest.get(id) === done.promise) newest.delete(id)
      done.resolve()
    }
  }
}
