import { useUi } from '@rueda/ui/provider/context.tsx'
import { startTransition, useEffect, useState } from 'react'

/**
 * False until the first page of the app has been painted: what stands at its foot is drawn then, and keeps nobody waiting for what stands on top.
 * On every later page it is true at once, so that a scroll position finds its place.
 */
export function useFirstPaint(): boolean {
  const { enters } = useUi()
  const [isPainted, setPainted] = useState(enters)
  useEffect(() => {
    if (isPainted) return
    const frame = requestAnimationFrame(() => setTimeout(() => startTransition(() => setPainted(true))))
    return () => cancelAnimationFrame(frame)
  }, [isPainted])
  return isPainted
}
