import { Spinner } from '@rueda/ui/loading/Spinner.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useEffect, useRef, useState } from 'react'
import { useRefresh } from './refresh.tsx'

const THRESHOLD_PX = 64
const VIBRATE_MS = 10
/** The page moves less than the finger that pulls it. */
const RESISTANCE = 0.5
const SPINNER_GAP_PX = 48

/** First child of a screen: pulling the page down from its top reads everything again. */
export function PullToRefresh() {
  const { text, vibrates } = useUi()
  const refresh = useRefresh()
  const [height, setHeight] = useState(0)
  const [busy, setBusy] = useState(false)
  const run = useRef(async () => {})
  useEffect(() => {
    run.current = async () => {
      if (vibrates) navigator.vibrate?.(VIBRATE_MS)
      setBusy(true)
      await refresh()
      setBusy(false)
    }
  })
  useEffect(() => listenForPull(setHeight, () => void run.current()), [])
  const shown = busy ? SPINNER_GAP_PX : height
  return (
    <div aria-busy={busy} className="-mb-3 grid flex-none place-items-center overflow-hidden text-text3" style={{ height: shown }}>
      {busy ? (
        <span role="status" className="sr-only">
          {text.loading}
        </span>
      ) : null}
      {shown === 0 ? null : busy ? <Spinner /> : <PullArrow ready={height >= THRESHOLD_PX} />}
    </div>
  )
}

const PullArrow = ({ ready }: { ready: boolean }) => (
  <span aria-hidden className={`text-title transition-transform duration-[120ms] ${ready ? 'rotate-180 text-accent' : ''}`}>
    ↓
  </span>
)

/** Not on a chart, which has gestures of its own, and not while anything lies over the page. */
const takesPull = (scroller: HTMLElement, target: EventTarget | null): boolean =>
  scroller.scrollTop <= 0 &&
  target instanceof Element &&
  target.closest('[role=slider]') === null &&
  document.querySelector('[role=dialog]') === null

function listenForPull(onPull: (height: number) => void, onRefresh: () => void): () => void {
  const scroller = document.getElementById('screen')
  if (scroller === null) return () => undefined
  let startY: number | null = null
  let pulled = 0
  const pull = (height: number) => {
    pulled = height
    onPull(height)
  }
  const begin = (event: TouchEvent) => {
    startY = event.touches.length === 1 && takesPull(scroller, event.target) ? (event.touches[0]?.clientY ?? null) : null
  }
  const move = (event: TouchEvent) => {
    const y = event.touches[0]?.clientY
    if (startY === null || y === undefined) return
    // A page that has begun to scroll goes on scrolling.
    if (scroller.scrollTop > 0) startY = y
    const distance = (y - startY) * RESISTANCE
    if (distance > 0 && event.cancelable) event.preventDefault()
    pull(Math.max(0, distance))
  }
  const end = () => {
    if (pulled >= THRESHOLD_PX) onRefresh()
    startY = null
    pull(0)
  }
  scroller.addEventListener('touchstart', begin, { passive: true })
  scroller.addEventListener('touchmove', move, { passive: false })
  scroller.addEventListener('touchend', end)
  scroller.addEventListener('touchcancel', end)
  return () => {
    scroller.removeEventListener('touchstart', begin)
    scroller.removeEventListener('touchmove', move)
    scroller.removeEventListener('touchend', end)
    scroller.removeEventListener('touchcancel', end)
  }
}
