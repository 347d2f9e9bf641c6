import { useEffect, useEffectEvent } from 'react'

/** Keys with an action on a page. They do nothing while something is typed, with modifiers, and where switched off. */
const actions = new Map<string, () => void>()

export const actionOf = (key: string): (() => void) | undefined => actions.get(key)

/** Gives a key its action while a page is open, as a quote does for `b` and `s`. */
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

const movedByArrows = '[role=tablist], [role=slider], [role=separator], [role=radiogroup], [role=menu]'

/** True for an arrow pressed on something that arrows move by themselves. */
export const isMovedByArrows = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  (event.key.startsWith('Arrow') && event.target instanceof Element && event.target.closest(movedByArrows) !== null)
