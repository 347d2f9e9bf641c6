import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * A visit of a page: a page that is opened anew is a visit of its own and begins at the top, and going back leads to the
 * visit it was. `inPlace` says that the visit took the place of the one before on the same page, as a chosen tab does.
 */
export type Visit = Readonly<{ key: string; inPlace: boolean }>

/** The scroll position of each visit, so that going back finds it again. */
const positions = new Map<string, number>()

/** Content arrives after the screen does; the position is tried again while it grows. */
const TRY_FOR_MS = 1500

export function useScrollMemory({ key, inPlace }: Visit): RefObject<HTMLElement | null> {
  const scroller = useRef<HTMLElement | null>(null)
  const shown = useRef<HTMLElement | null>(null)
  const arrive = useEffectEvent((element: HTMLElement) => {
    const stays = inPlace && shown.current === element
    shown.current = element
    if (!stays) return restore(element, positions.get(key) ?? 0)
    positions.set(key, element.scrollTop)
    return () => undefined
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const stop = arrive(element)
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
  element.scrollTop = target
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
