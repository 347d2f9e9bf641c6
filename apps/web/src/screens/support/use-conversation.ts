import { support } from '@rueda/contract/support.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, query } from '../../shared/server/api.ts'
import { useDeviceOnline } from '../../shared/live/live-clock.ts'
import { useSession } from '../../shared/security/session.ts'
import { sendQueued, useOutgoing } from './outgoing.ts'

/** The interval of reads while push is quiet. */
const POLL_MS = 30_000

/** The conversation on the server, and the messages on their way there. Opening it marks it as read. */
export function useConversation() {
  const cache = useQueryClient()
  const userId = useSession(({ user }) => user?.id ?? '')
  const isOnline = useDeviceOnline()
  const outgoing = useOutgoing(userId)
  const read = useQuery({ ...query(support.thread, {}), refetchInterval: POLL_MS })
  const newest = read.data?.messages.at(-1)?.id
  const unread = read.data?.unread ?? 0
  useEffect(() => {
    if (isOnline) void sendQueued(cache, userId)
  }, [cache, isOnline, userId])
  useEffect(() => {
    if (newest === undefined || unread === 0) return
    // A count that could not be cleared now is cleared with the next look.
    void call(support.markRead, { through: newest }).catch(() => undefined)
  }, [newest, unread])
  return { read, outgoing, userId }
}
