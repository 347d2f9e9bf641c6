import type { Result } from '@rueda/rules/result.ts'

/** As many as fill the batches of the write path; more at once would only wait there and keep customers waiting behind them. */
const SET_SIZE = 500

/** Does one thing for each of many, set by set: those of a set at the same time, and none before the set ahead is done. */
export async function inSets<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (const set of setsOf(items)) await Promise.all(set.map(work))
}

/** Many in the sets that one transaction, or one read, takes well. */
export function* setsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += SET_SIZE) yield items.slice(from, from + SET_SIZE)
}

/**
 * The result of a job's command. A write path that is full takes nothing on: then nothing was decided, and the job must
 * not count as done.
 */
export function taken<Value>(result: Result<Value>): Result<Value> {
  if (!result.ok && result.refusal === 'rate.limited') throw new Error('the write path was full; what is left is done at the next try')
  return result
}
