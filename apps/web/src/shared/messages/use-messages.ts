import { type Message, messages } from '@rueda/contract/messages.ts'
import { type MessageGroup, messageGroups } from '@rueda/rules/messages/types.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pages, query, rowsOf } from '../server/api.ts'
import { useQueryValue } from '../pages/go.ts'
import { useSignedIn } from '../security/session.ts'

export const tabNames = ['all', ...(Object.keys(messageGroups) as MessageGroup[])] as const

/** The messages of the chosen tab, page by page. */
export function useMessages() {
  const [tab, choose] = useQueryValue('tab', tabNames, 'all')
  const read = useInfiniteQuery(pages(messages.list, tab === 'all' ? {} : { group: tab }))
  return { tab, choose, read, rows: rowsOf(read.data) as Message[] }
}

/** The number of unread messages, read with the shortest list and kept current by push. */
export function useUnread(): number {
  const signedIn = useSignedIn()
  const { data } = useQuery({ ...query(messages.list, { pageSize: 1 }), enabled: signedIn })
  return signedIn ? (data?.unread ?? 0) : 0
}
