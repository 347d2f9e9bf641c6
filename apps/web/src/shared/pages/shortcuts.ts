import { useEffect, useEffectEvent } from 'react'

/** Keys that do something on a page. They rest while something is typed, with modifiers, and where switched off. */
const actions = new Map<string, () => void>()

export const actionOf = (key: string): (() => void) | undefined => actions.get(key)

/** A quote gives `b` and `s` their meaning while it is open. */
export function useShortcut(key: string, action: () => void): void {
  const run = useEffectEvent(action)
  useEffect(() => {
    const registered = () => run()
    actions.set(key, registered)
    return () => {
      if (actions.get(key) === registered) actions.delete(key)
    }
  }, [key])
}

const typing = 'input, textarea, select, [contenteditable=true]'

export const isTyping = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.closest(typing) !== null)
