import { type RecordCard, support } from '@rueda/contract/support.ts'
import type { SupportTopic } from '@rueda/rules/support/thread.ts'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { asApiError } from '../../shared/server/api-error.ts'
import { refreshAfter } from '../../shared/server/refresh-after.ts'
import { call } from '../../shared/server/api.ts'

/**
 * A message not known to have arrived: shown at once, sent once under its own key however often it is tried, and kept
 * until the connection is back. It stays in the memory of this tab and belongs to one account.
 */
export type Outgoing = Readonly<{
  key: string
  userId: string
  topic: SupportTopic | null
  text: string | null
  image: Readonly<{ url: string; preview: string }> | null
  record: RecordCard | null
  state: 'sending' | 'queued' | 'failed'
  /** The server's refusal; null where it was not reached. */
  problem: string | null
  at: number
}>

const useStore = create<Readonly<{ items: readonly Outgoing[] }>>()(() => ({ items: [] }))

export function useOutgoing(userId: string): readonly Outgoing[] {
  const items = useStore((store) => store.items)
  return items.filter((item) => item.userId === userId)
}

const change = (key: string, changes: Partial<Outgoing>): void =>
  useStore.setState(({ items }) => ({ items: items.map((item) => (item.key === key ? { ...item, ...changes } : item)) }))

export async function sendMessage(cache: QueryClient, draft: Omit<Outgoing, 'key' | 'state' | 'problem'>): Promise<void> {
  const item: Outgoing = { ...draft, key: crypto.randomUUID(), state: 'sending', problem: null }
  useStore.setState(({ items }) => ({ items: [...items, item] }))
  await sendAgain(cache, item)
}

export async function sendAgain(cache: QueryClient, { key, topic, text, image, record }: Outgoing): Promise<void> {
  if (!navigator.onLine) return change(key, { state: 'queued' })
  change(key, { state: 'sending', problem: null })
  const input = {
    ...(topic === null ? {} : { topic }),
    ...(text === null ? {} : { text }),
    ...(image === null ? {} : { image: image.url }),
    ...(record === null ? {} : { record: record.ref }),
  }
  try {
    await call(support.send, input, { idempotencyKey: key })
  } catch (thrown) {
    const error = asApiError(thrown)
    return change(key, { state: 'failed', problem: error.kind === 'refusal' ? error.message : null })
  }
  // The bubble goes when the conversation has the message itself, so that it never disappears in between.
  await refreshAfter(cache, support.send)
  useStore.setState(({ items }) => ({ items: items.filter((item) => item.key !== key) }))
}

/** Sends the messages that waited for a connection, one after the other as they were written. */
export async function sendQueued(cache: QueryClient, userId: string): Promise<void> {
  const waiting = useStore.getState().items.filter((item) => item.userId === userId && item.state === 'queued')
  for (const item of waiting) await sendAgain(cache, item)
}
