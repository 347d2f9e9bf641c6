import { useEffect, useEffectEvent } from 'react'
import { isAtSheetEntry, leaveSheetEntry, pushSheetEntry } from './sheet-history.ts'

/** The browser's back closes what lies over a page before it leaves the page: one history entry from opening to closing. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const id = pushSheetEntry()
    let byBack = false
    const onPop = () => {
      // The sheet above this one has gone, and this one is still there.
      if (byBack || isAtSheetEntry(id)) return
      byBack = true
      close()
    }
    window.addEventListener('popstate', onPop)
    return () => {
      window.removeEventListener('popstate', onPop)
      if (!byBack) leaveSheetEntry(id)
    }
  }, [open])
}
