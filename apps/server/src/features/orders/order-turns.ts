/**
 * Lets one act at a time change an order at the venue and in the ledger. Each takes several steps on both sides, and two with mixed steps
 * would leave the sides with different terms. Orders' ids are unique in the world, so that one register serves.
 */
const newest = new Map<string, Promise<void>>()

/** Acts when everything begun earlier with any of these orders is done, even if it failed. */
export async function inTurn<Value>(orderIds: readonly string[], act: () => Promise<Value>): Promise<Value> {
  const done = Promise.withResolvers<void>()
  const earlier = orderIds.flatMap((id) => newest.get(id) ?? [])
  // Taken for all orders in one step, so that no two ever wait for each other.
  for (const id of orderIds) newest.set(id, done.promise)
  try {
    await Promise.all(earlier)
    return await act()
  } finally {
    for (const id of orderIds) if (newest.get(id) === done.promise) newest.delete(id)
    done.resolve()
  }
}
