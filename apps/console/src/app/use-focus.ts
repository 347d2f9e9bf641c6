import { type RefObject, useEffect, useState } from 'react'

/**
 * Gives the keyboard to a drawer while it is there and back to what opened it afterwards: in a list to the row at the cursor, which
 * the keys may have moved since. A field of the drawer that asks for the keyboard itself keeps it.
 */
export function useFocus(drawer: RefObject<HTMLElement | null>): void {
  // Read before a field of the drawer takes the keyboard.
  const [focusedBefore] = useState(() => document.activeElement)
  useEffect(() => {
    const shown = drawer.current
    const isInside = shown?.contains(document.activeElement) === true
    const opener = openerOf(isInside ? focusedBefore : document.activeElement)
    const list = opener?.closest('table') ?? null
    if (!isInside) shown?.focus({ preventScroll: true })
    return () => {
      // Whoever went on elsewhere stays there.
      if (document.activeElement !== document.body && document.activeElement !== null) return
      const row = list?.querySelector<HTMLElement>(CURSOR) ?? opener
      row?.focus({ preventScroll: true })
    }
  }, [drawer, focusedBefore])
}

const CURSOR = 'tr[data-cursor=true]'

/** The keys of a list open its row while nothing is focused. */
const openerOf = (focused: Element | null): HTMLElement | null =>
  focused instanceof HTMLElement && focused !== document.body ? focused : document.querySelector<HTMLElement>(CURSOR)
