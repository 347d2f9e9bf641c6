import { useEffect, useRef, useState } from 'react'

const SCROLLER = 'screen'
/** So near the end a reader is following; farther up they are reading something else. */
const NEAR_PX = 120

const isNear = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean => scrollHeight - scrollTop - clientHeight < NEAR_PX
const scrollToEnd = (scroller: HTMLElement | null): void => scroller?.scrollTo({ top: scroller.scrollHeight })

/**
 * Keeps the newest message in view for whoever is at the end of the conversation, and tells those who have scrolled up
 * that there is one: what they read does not move away under them.
 */
export function useNewestInView(newest: string | undefined, isOwn: boolean) {
  const [hasNews, setHasNews] = useState(false)
  // Where the reader was before the new message made the page longer.
  const isFollowing = useRef(true)
  useEffect(() => {
    const scroller = document.getElementById(SCROLLER)
    const follow = (): void => {
      if (scroller === null) return
      isFollowing.current = isNear(scroller)
      if (isFollowing.current) setHasNews(false)
    }
    scroller?.addEventListener('scroll', follow, { passive: true })
    return () => scroller?.removeEventListener('scroll', follow)
  }, [])
  useEffect(() => {
    if (newest === undefined) return
    if (isFollowing.current || isOwn) scrollToEnd(document.getElementById(SCROLLER))
    else setHasNews(true)
  }, [newest, isOwn])
  return { hasNews, toEnd: () => scrollToEnd(document.getElementById(SCROLLER)) }
}
