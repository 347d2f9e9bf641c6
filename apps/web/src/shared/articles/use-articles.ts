import { type ArticleItem, articles } from '@rueda/contract/articles.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pages, rowsOf } from '../server/api.ts'

/** All articles, or those about an instrument, page by page. */
export function useArticles(wanted: Omit<InputOf<typeof articles.list>, 'pageNum' | 'pageSize'>) {
  const read = useInfiniteQuery(pages(articles.list, wanted))
  return { read, rows: rowsOf(read.data) as ArticleItem[] }
}
