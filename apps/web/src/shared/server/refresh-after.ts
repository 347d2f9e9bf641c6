import type { Endpoint } from '@rueda/contract/endpoint.ts'
import type { Channel } from '@rueda/contract/push-channels.ts'
import type { QueryClient } from '@tanstack/react-query'

type Table = typeof import('./out-of-date.ts')
const table = (): Promise<Table> => import('./out-of-date.ts')

/** Fetches the table of what becomes out of date, before the first change. */
export const prepareRefresh = (): void => void table().catch(() => undefined)

/** Reads again what a change made out of date; resolves when the data on screen has arrived. */
export const refreshAfter = (cache: QueryClient, change: Endpoint): Promise<void> =>
  refresh(cache, ({ refreshAfterChange }) => refreshAfterChange(cache, change))

/** The same after frames of these channels. */
export const refreshAfterFrames = (cache: QueryClient, channels: ReadonlySet<Channel>): Promise<void> =>
  refresh(cache, (known) => known.refreshAfterFrames(cache, channels))

/** Where the table cannot be fetched, anything may be out of date. */
async function refresh(cache: QueryClient, read: (known: Table) => Promise<void>): Promise<void> {
  const known = await table().catch(() => null)
  await (known === null ? cache.invalidateQueries() : read(known))
}
