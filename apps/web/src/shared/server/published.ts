import { accounts } from '@rueda/contract/accounts.ts'
import type { TabOrder } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { query } from './api.ts'

/** The installation's published settings; fixed when it started, so they are read only once. */
export const publishedRead = query(accounts.appVersion, {}, { staleTime: Number.POSITIVE_INFINITY })

export const usePublished = (): DataOf<typeof accounts.appVersion> | undefined => useQuery(publishedRead).data

/** The last known order, so that the tab bar is right before the answer arrives. */
const useKnownOrder = create<Readonly<{ order: TabOrder }>>()(
  persist((): Readonly<{ order: TabOrder }> => ({ order: 'trade-watchlist' }), { name: 'rueda.tabOrder' }),
)

/** The installation's order of the bottom tabs. */
export function useTabOrder(): TabOrder {
  const told = usePublished()?.tabOrder
  const known = useKnownOrder(({ order }) => order)
  useEffect(() => {
    if (told !== undefined) useKnownOrder.setState({ order: told })
  }, [told])
  return told ?? known
}
