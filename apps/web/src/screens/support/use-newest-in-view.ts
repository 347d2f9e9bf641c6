import { useEffect, useRef, useState } from 'react'

const SCROLLER = 'screen'
/** So near the end a reader is following; farther up they are reading something else. */
const NEAR_PX = 120

const isNear = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean => scrollHeight - scrollTop - clientHeight < NEAR_PX
const scrollToEnd = (scroller: HTMLElement | null): void => scroller?.scrollTo({ top: scroller.scrollHeight })

/**
 * Keeps the newest message in view for a reader at the end of the conversation, also while its pictures arrive. To one
 * who has scrolled up it only reports a new message, so that the text being read does not move away.
 */
export function useNewestInView(newest: string | undefined, isOwn: boolean) {
  const [hasNews, setHasNews] = useState(false)
  // True if the reader was at the end before the page became longer; nothing is followed before there is a message.
  const isFollowing = useRef(true)
  const hasAny = newest !== undefined
  useEffect(() => {
    const scroller = document.getElementById(SCROLLER)
    if (scroller === null || !hasAny) return undefined
    const look = (): void => {
      isFollowing.current = isNear(scroller)
      if (isFollowing.current) setHasNews(false)
    }
    const grown = new ResizeObserver(() => (isFollowing.current ? scrollToEnd(scroller) : undefined))
    for (const part of scroller.children) grown.observe(part)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      grown.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [hasAny])
  useEffect(() => {
    if (newest === undefined) return
    if (isFollowing.current || isOwn) scrollToEnd(document.getElementById(SCROLLER))
    else setHasNews(true)
  }, [newest, isOwn])
  return { hasNews, toEnd: () => scrollToEnd(document.getElementById(SCROLLER)) }
}
