/** One page of a list, with the facts that go with it (`domain.md` 0.5). */
export type Page<Item> = { list: Item[]; total: number; pageNum: number; pageSize: number; pages: number }

export const pageOf = <Item>(
  items: readonly Item[],
  { pageNum, pageSize }: Readonly<{ pageNum: number; pageSize: number }>,
): Page<Item> => ({
  list: items.slice((pageNum - 1) * pageSize, pageNum * pageSize),
  total: items.length,
  pageNum,
  pageSize,
  pages: Math.ceil(items.length / pageSize),
})
