import { type Message, messages } from '@rueda/contract/messages.ts'
import { type MessageGroup, messageGroups } from '@rueda/rules/messages/types.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pages, rowsOf } from '../server/api.ts'
import { useQueryValue } from '../pages/go.ts'

export const tabNames = ['all', ...(Object.keys(messageGroups) as MessageGroup[])] as const

/** The messages of the chosen tab, page by page. */
export function useMessages() {
  const [tab, choose] = useQueryValue('tab', tabNames, 'all')
  const read = useInfiniteQuery(pages(messages.list, tab === 'all' ? {} : { group: tab }))
  return { tab, choose, read, rows: rowsOf(read.data) as Message[] }
}
