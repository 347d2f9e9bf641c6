import { useSyncExternalStore } from 'react'

type Notice = Readonly<{ id: number; text: string; kind: 'done' | 'refusal' }>

let count = 0
let newest: Notice | null = null
const listeners = new Set<() => void>()

function change(notice: Notice | null): void {
  newest = notice
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows a message about the newest act, in place of the one before. */
export function notify(text: string, kind: Notice['kind']): void {
  count += 1
  change({ id: count, text, kind })
}

export const clearNotice = (): void => change(null)

export const useNotice = (): Notice | null => useSyncExternalStore(listen, () => newest)
