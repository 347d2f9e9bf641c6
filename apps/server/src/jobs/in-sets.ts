/** As many as the write path takes into one batch; more at once would only wait there and keep customers waiting behind them. */
export const SET_SIZE = 200

/** Does one thing for each of many, set by set: those of a set at the same time, and no set before the one ahead is done. */
export async function inSets<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>, size = SET_SIZE): Promise<void> {
  for (let from = 0; from < items.length; from += size) await Promise.all(items.slice(from, from + size).map(work))
}
