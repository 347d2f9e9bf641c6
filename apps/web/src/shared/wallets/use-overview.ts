import type { DataOf } from '@rueda/contract/endpoint.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { useQuery } from '@tanstack/react-query'
import { serverTimeOf } from '../live/live-clock.ts'
import { useLiveQuotes, usePoll } from '../live/live.ts'
import { query } from '../server/api.ts'
import { overviewAt } from './live-overview.ts'

export type Overview = DataOf<typeof wallets.overview>

/** The value of a portfolio moves with every price in it; a fresh sum twice a minute is enough to follow. */
const OVERVIEW_MS = 30_000

export const overviewRead = query(wallets.overview, {})

/** The total with its parts, all of one moment. A visitor's page does not ask. */
export function useOverview(enabled = true) {
  const poll = usePoll('records')
  return useQuery({ ...overviewRead, refetchInterval: poll === false ? OVERVIEW_MS : poll, enabled })
}

/**
 * The same, following every price of the shares in it between two readings, and of when the newest price in it is. Whatever shows a figure of
 * it takes it from here, so that what stands on one screen adds up.
 */
export function useLiveOverview() {
  const read = useOverview()
  const quotes = useLiveQuotes((read.data?.held ?? []).map(({ code }) => code))
  const data = read.data === undefined ? undefined : overviewAt(read.data, (code) => quotes.get(code))
  const newest = [...quotes.values()].map(({ updateTimeTimestamp }) => updateTimeTimestamp)
  return { ...read, data, pricedAt: Math.max(serverTimeOf(read.dataUpdatedAt), ...newest) }
}
