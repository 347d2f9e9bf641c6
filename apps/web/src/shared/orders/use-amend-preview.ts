import type { DataOf, InputOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { useOfThis } from '../server/use-of-this.ts'
import { useSettled } from '../forms/use-settled.ts'

export type AmendPreview = DataOf<typeof orders.previewAmend>
type Amendment = InputOf<typeof orders.amend>

/** Interval at which the preview on screen is read again, because the market moves. */
const FOLLOWS_EVERY_MS = 3_000

/** The preview of a change, fresh once it is about what is typed now; null sends no request. */
export function useAmendPreview(amendment: Amendment | null) {
  const asked = useSettled(amendment)
  const read = useQuery(
    query(orders.previewAmend, asked ?? NOTHING, {
      enabled: asked !== null,
      staleTime: 0,
      retry: false,
      refetchInterval: FOLLOWS_EVERY_MS,
      placeholderData: keepPreviousData,
    }),
  )
  const { error, isPlaceholderData } = read
  const data = useOfThis(read)
  const isSettled = JSON.stringify(asked) === JSON.stringify(amendment)
  const isFresh = amendment !== null && isSettled && !isPlaceholderData && data !== undefined && error === null
  return {
    preview: amendment === null || error !== null ? null : (data ?? null),
    isFresh,
    refusal: amendment !== null && isSettled ? error : null,
  }
}

const NOTHING: Amendment = { orderId: '00000000-0000-0000-0000-000000000000' }
