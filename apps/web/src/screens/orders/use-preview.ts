import type { DataOf, InputOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useOfThis } from '../../shared/server/use-of-this.ts'

export type Preview = DataOf<typeof orders.preview>
export type PreviewInput = InputOf<typeof orders.preview>

/** The receipt follows the market while it is on screen. */
const FOLLOWS_EVERY_MS = 3_000

/** The cost of an order at this moment; null sends no request. What another one costs is shown for a moment at most. */
export function usePreview(input: PreviewInput | null) {
  const read = useQuery(
    query(orders.preview, input ?? NOTHING, {
      enabled: input !== null,
      staleTime: 0,
      retry: false,
      refetchInterval: FOLLOWS_EVERY_MS,
      placeholderData: keepPreviousData,
    }),
  )
  const { error, isFetching, isPlaceholderData, refetch } = read
  return { data: useOfThis(read), error, isFetching, isPlaceholderData, refetch }
}

const NOTHING: PreviewInput = { stockCode: 'NONE', direction: 0, orderType: 0, quantity: '1' }
