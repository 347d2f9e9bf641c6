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
      // What lay over this sheet has gone, and the sheet itself is still there.
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
