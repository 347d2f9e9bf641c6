import { type RefObject, useEffect, useRef } from 'react'

/** Where each screen was scrolled to, so that switching tabs and going back finds it again. */
const positions = new Map<string, number>()

/** Content arrives after the screen does; the position is tried again while it grows. */
const TRY_FOR_MS = 1500

export function useScrollMemory(key: string): RefObject<HTMLElement | null> {
  const scroller = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const stop = restore(element, positions.get(key) ?? 0)
    const remember = () => positions.set(key, element.scrollTop)
    element.addEventListener('scroll', remember, { passive: true })
    return () => {
      stop()
      element.removeEventListener('scroll', remember)
    }
  }, [key])
  return scroller
}

function restore(element: HTMLElement, target: number): () => void {
  if (target === 0) return () => undefined
  const content = element.firstElementChild
  const attempt = () => {
    element.scrollTop = target
    if (element.scrollTop >= target - 1) stop()
  }
  const observer = new ResizeObserver(attempt)
  const timer = setTimeout(() => stop(), TRY_FOR_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const gesture of ['pointerdown', 'wheel', 'keydown']) element.removeEventListener(gesture, stop)
  }
  for (const gesture of ['pointerdown', 'wheel', 'keydown']) element.addEventListener(gesture, stop, { passive: true })
  if (content !== null) observer.observe(content)
  attempt()
  return stop
}
