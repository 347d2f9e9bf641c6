import { messages } from '@rueda/contract/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../security/session.ts'
import { query } from '../server/api.ts'

/** The number of unread messages, read with the shortest list and kept current by push. */
export function useUnread(): number {
  const signedIn = useSignedIn()
  const { data } = useQuery({ ...query(messages.list, { pageSize: 1 }), enabled: signedIn })
  return signedIn ? (data?.unread ?? 0) : 0
}
