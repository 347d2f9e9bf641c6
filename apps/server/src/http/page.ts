type Asked = Readonly<{ pageNum: number; pageSize: number }>
export type Page<Item> = { list: Item[]; total: number; pageNum: number; pageSize: number; pages: number }

/** One page of a list as it crosses the wire (`docs/rules/api.md` 0.5). */
export const pageOf = <Item>(list: readonly Item[], total: number, { pageNum, pageSize }: Asked): Page<Item> => ({
  list: [...list],
  total,
  pageNum,
  pageSize,
  pages: Math.ceil(total / pageSize),
})

/** The part of a list that a page shows. */
export const sliceOf = ({ pageNum, pageSize }: Asked): Readonly<{ limit: number; offset: number }> => ({
  limit: pageSize,
  offset: (pageNum - 1) * pageSize,
})

/** The page of a list that is in memory whole. */
export const pageIn = <Item>(items: readonly Item[], asked: Asked): Page<Item> => {
  const { limit, offset } = sliceOf(asked)
  return pageOf(items.slice(offset, offset + limit), items.length, asked)
}
