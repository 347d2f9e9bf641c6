import { type PointerEvent, type WheelEvent, useRef } from 'react'

/**
 * Fingers and mouse on a chart. Where the view is fixed, the mouse moves the cross by hovering, and a finger by a
 * sideways move or a press, so that up and down still scroll the page. Where the view is free, a drag moves along the
 * bars, two fingers or the wheel zoom, and a press still begins the cross.
 */
export type ChartGestures = Readonly<{
  free: boolean
  /** A chart that is turned sideways is measured downwards. */
  turned: boolean
  onMark: (x: number) => void
  onEnd: () => void
  onPan: (distance: number) => void
  onZoom: (factor: number, x: number) => void
}>

const SLACK_PX = 10
const HOLD_MS = 350
const WHEEL_ZOOM = 0.0015
const WHEEL_LINE_PX = 16

type Spot = Readonly<{ x: number; y: number }>
type Press = { start: Spot; last: number; timer: number; mode: 'waiting' | 'scrubbing' | 'panning' }

export function useChartGestures({ free, turned, onMark, onEnd, onPan, onZoom }: ChartGestures) {
  const press = useRef<Press | null>(null)
  const fingers = useRef(new Map<number, Spot>())

  const along = (event: Readonly<{ clientX: number; clientY: number; currentTarget: HTMLElement }>): number => {
    const box = event.currentTarget.getBoundingClientRect()
    return turned ? event.clientY - box.top : event.clientX - box.left
  }
  const end = () => {
    window.clearTimeout(press.current?.timer)
    if (press.current?.mode === 'scrubbing') onEnd()
    press.current = null
  }
  const pinch = (event: PointerEvent<HTMLElement>): boolean => {
    const before = spanOf(fingers.current)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (fingers.current.size < 2 || !free) return false
    const after = spanOf(fingers.current)
    if (before > 0 && after > 0) onZoom(before / after, along(event))
    return true
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      if (event.pointerType === 'mouse' && !free) return
      if (fingers.current.size > 1) return end()
      const at = along(event)
      if (free) capture(event)
      const timer = window.setTimeout(() => {
        if (press.current?.mode !== 'waiting') return
        press.current.mode = 'scrubbing'
        onMark(at)
      }, HOLD_MS)
      press.current = { start: { x: event.clientX, y: event.clientY }, last: at, timer, mode: 'waiting' }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (fingers.current.has(event.pointerId) && pinch(event)) return end()
      const now = press.current
      if (now === null) return event.pointerType === 'mouse' ? onMark(along(event)) : undefined
      if (now.mode === 'waiting') {
        const [dx, dy] = [Math.abs(event.clientX - now.start.x), Math.abs(event.clientY - now.start.y)]
        if (!free && dy > SLACK_PX && dy > dx) return end()
        if (Math.max(dx, dy) > SLACK_PX) now.mode = free ? 'panning' : 'scrubbing'
      }
      if (now.mode === 'scrubbing') onMark(along(event))
      if (now.mode === 'panning') onPan(along(event) - now.last)
      now.last = along(event)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      fingers.current.delete(event.pointerId)
      end()
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      fingers.current.delete(event.pointerId)
      end()
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => (event.pointerType === 'mouse' ? onEnd() : undefined),
    onWheel: (event: WheelEvent<HTMLElement>) => {
      if (!free) return
      const size = event.deltaMode === 0 ? 1 : WHEEL_LINE_PX
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) onPan(-event.deltaX * size)
      else onZoom(Math.exp(event.deltaY * size * WHEEL_ZOOM), along(event))
    },
  }
}

/** The distance between the first two fingers. */
function spanOf(fingers: ReadonlyMap<number, Spot>): number {
  const [a, b] = [...fingers.values()]
  return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y)
}

/** A drag goes on where the finger leaves the chart. Not every pointer can be captured. */
function capture(event: PointerEvent<HTMLElement>): void {
  if (event.currentTarget.hasPointerCapture(event.pointerId)) return
  event.currentTarget.setPointerCapture(event.pointerId)
}
