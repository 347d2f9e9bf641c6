import type { Result } from '@rueda/rules/result.ts'

/** As many as fill the batches of the write path; more at once would only wait there and delay customers behind them. */
const SET_SIZE = 500

/** Does one thing for each of many, set by set: those of a set at the same time, and none before the set ahead is done. */
export async function inSets<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (const set of setsOf(items)) await Promise.all(set.map(work))
}

/** Cuts a list into sets that suit one transaction, or one read. */
export function* setsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += SET_SIZE) yield items.slice(from, from + SET_SIZE)
}

/** Returns the result of a job's command. A full write path refuses without deciding anything, and then the job must not count as done. */
export function taken<Value>(result: Result<Value>): Result<Value> {
  if (!result.ok && result.refusal === 'rate.limited') throw new Error('the write path was full; what is left is done at the next try')
  return result
}
