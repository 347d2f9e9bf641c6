import { subscriptions } from '@rueda/contract/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { usePoll } from '../../shared/live/live.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { query } from '../../shared/server/api.ts'

/** The offering that the address names; `undefined` while it is read, null where there is none. */
export function useIpo() {
  const { id } = useQueryOfPage()
  const poll = usePoll('records')
  const read = useQuery(query(subscriptions.newStock, {}, { refetchInterval: poll }))
  return { read, ipo: read.data === undefined ? undefined : (read.data.find((each) => each.id === id) ?? null) }
}
