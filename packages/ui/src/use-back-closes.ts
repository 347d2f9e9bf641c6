import { useEffect, useEffectEvent } from 'react'
import { leaveSheetEntry, pushSheetEntry } from './sheet-history.ts'

/** The browser's back closes what lies over a page before it leaves the page: one history entry from opening to closing. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const id = pushSheetEntry()
    let byBack = false
    const onPop = () => {
      byBack = true
      close()
    }
    window.addEventListener('popstate', onPop, { once: true })
    return () => {
      window.removeEventListener('popstate', onPop)
      if (!byBack) leaveSheetEntry(id)
    }
  }, [open])
}
