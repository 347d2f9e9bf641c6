import { useEffect, useRef } from 'react'

const END_DISTANCE_PX = 600

/** What scrolls on a screen. */
export const screenScroller = (): HTMLElement | null => document.getElementById('screen')

/** The end of a list in the screen's scroller: once it is near, more can be read. */
export function ListEnd({ onReached }: { onReached: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  const reached = useRef(onReached)
  useEffect(() => {
    reached.current = onReached
  })
  useEffect(() => {
    if (mark.current === null) return
    const observer = new IntersectionObserver(([entry]) => (entry?.isIntersecting === true ? reached.current() : undefined), {
      root: screenScroller(),
      rootMargin: `${END_DISTANCE_PX}px`,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={mark} className="h-px" />
}
