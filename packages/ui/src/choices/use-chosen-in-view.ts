import { type RefObject, useEffect, useRef } from 'react'

/** For a row of tabs that scrolls sideways: brings the chosen one to its middle; the page itself does not move. */
export function useChosenInView(value: string): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = row.current
    const chosen = shown?.querySelector<HTMLElement>('[aria-selected=true]')
    if (shown === null || chosen === null || chosen === undefined) return
    shown.scrollLeft = chosen.offsetLeft - (shown.clientWidth - chosen.offsetWidth) / 2
  }, [value])
  return row
}
