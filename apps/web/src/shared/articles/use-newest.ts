import { articles } from '@rueda/contract/articles.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'

/** News come a few times a day; nothing is pushed for them. */
const LOOK_EVERY_MS = MINUTE_MS

/** The newest of all, or of those about an instrument. */
export const useNewest = (count: number, about: Pick<InputOf<typeof articles.list>, 'stockCode' | 'market'> = {}) =>
  useQuery({ ...query(articles.list, { ...about, pageSize: count }), refetchInterval: LOOK_EVERY_MS })
