/**
 * Last values keyed by text, outside React. Many writes in one animation frame become one round of notices, and a
 * notice goes only to the listeners of that key: a tick redraws one cell, not a list.
 */
export type LiveStore<Value> = Readonly<{
  get: (key: string) => Value | undefined
  /** The value as it will be at the next frame. */
  newest: (key: string) => Value | undefined
  set: (key: string, value: Value) => void
  subscribe: (key: string, listener: () => void) => () => void
}>

type NextFrame = (run: () => void) => void

const nextAnimationFrame: NextFrame = (run) => {
  requestAnimationFrame(run)
}

export function makeLiveStore<Value>(nextFrame: NextFrame = nextAnimationFrame): LiveStore<Value> {
  const shown = new Map<string, Value>()
  const waiting = new Map<string, Value>()
  const listeners = new Map<string, Set<() => void>>()

  const apply = (): void => {
    const changed = [...waiting.keys()]
    for (const [key, value] of waiting) shown.set(key, value)
    waiting.clear()
    for (const key of changed) for (const listener of listeners.get(key) ?? []) listener()
  }

  return {
    get: (key) => shown.get(key),
    newest: (key) => waiting.get(key) ?? shown.get(key),
    set: (key, value) => {
      if (waiting.size === 0) nextFrame(apply)
      waiting.set(key, value)
    },
    subscribe: (key, listener) => {
      const own = listeners.get(key) ?? new Set()
      listeners.set(key, own)
      own.add(listener)
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(key)
      }
    },
  }
}
