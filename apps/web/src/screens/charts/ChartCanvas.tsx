import type { KlineBar } from '@rueda/contract/quotes.ts'
import { useUi } from '@rueda/ui/context.tsx'
import { formatPrice } from '@rueda/ui/format.ts'
import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type ChartRange, hasDailyBars } from './chart-data.ts'
import { type ChartLine, type ChartLook, type Drawing, drawChart } from './chart-drawing.ts'

type ChartCanvasProps = Readonly<{
  bars: readonly KlineBar[]
  look: ChartLook
  range: ChartRange
  zone: string
  base: string | null
  lines: readonly ChartLine[]
  decimals: number
  label: string
  /** What is said of the bar the cross is on. */
  spoken: (bar: KlineBar) => string
  onScrub: (bar: KlineBar | null) => void
}>

const SCRUB_SLACK_PX = 10
const HOLD_MS = 350
const PAGE_OF_BARS = 10

/** The drawn chart with its gestures: a sideways drag, a press, the mouse and the arrow keys move along the bars. */
export default function ChartCanvas(props: ChartCanvasProps) {
  const { bars, look, range, base, lines, decimals, label, spoken, onScrub } = props
  const zone = hasDailyBars(range) ? props.zone : null
  const box = useRef<HTMLDivElement>(null)
  const drawing = useDrawing(box, decimals)
  const [at, setAt] = useState<number | null>(null)
  useEffect(() => drawing.current?.show({ bars, look, base, lines, decimals, zone }), [drawing, bars, look, base, lines, decimals, zone])

  const move = (next: number | null) => {
    setAt(next)
    drawing.current?.mark(next)
    onScrub(next === null ? null : (bars[next] ?? null))
  }
  const gestures = useScrubbing(
    (x) => move(drawing.current?.barAt(x) ?? null),
    () => move(null),
  )
  const shown = at === null ? null : (bars[at] ?? null)
  const last = bars.length - 1
  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={spoken(shown ?? bars[last] ?? emptyBar)}
      onKeyDown={(event) => moveByKey(event, at ?? last, last, move)}
      onBlur={() => (at === null ? undefined : move(null))}
      {...gestures}
      className="size-full touch-pan-y select-none"
    />
  )
}

const emptyBar: KlineBar = { timestamp: 0, open: '0', high: '0', low: '0', close: '0', volume: '0', turnover: '0' }

function useDrawing(box: RefObject<HTMLDivElement | null>, decimals: number) {
  const { language } = useUi()
  const drawing = useRef<Drawing | null>(null)
  const write = useCallback((value: number) => formatPrice(language, value.toFixed(decimals), decimals), [language, decimals])
  const first = useRef(write)
  useEffect(() => {
    if (box.current === null) return
    const made = drawChart(box.current, first.current)
    drawing.current = made
    // Theme and palette are written onto the page's root; the canvas has to be told.
    const watcher = new MutationObserver(() => made.recolour())
    watcher.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-updown'] })
    return () => {
      watcher.disconnect()
      made.remove()
      drawing.current = null
    }
  }, [box])
  useEffect(() => drawing.current?.rewrite(write), [write])
  return drawing
}

type Press = { x: number; y: number; timer: number; scrubbing: boolean }

/** A mouse moves the cross by being there. A finger starts with a sideways move or a press, and up and down stays the page's. */
function useScrubbing(onMove: (x: number) => void, onEnd: () => void) {
  const press = useRef<Press | null>(null)
  const xIn = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left
  const end = () => {
    window.clearTimeout(press.current?.timer)
    if (press.current?.scrubbing === true) onEnd()
    press.current = null
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse') return
      const x = xIn(event)
      const timer = window.setTimeout(() => {
        if (press.current !== null) press.current.scrubbing = true
        onMove(x)
      }, HOLD_MS)
      press.current = { x: event.clientX, y: event.clientY, timer, scrubbing: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse') return onMove(xIn(event))
      const start = press.current
      if (start === null) return
      const [dx, dy] = [Math.abs(event.clientX - start.x), Math.abs(event.clientY - start.y)]
      if (!start.scrubbing && dy > SCRUB_SLACK_PX && dy > dx) return end()
      if (!start.scrubbing && dx > SCRUB_SLACK_PX) start.scrubbing = true
      if (start.scrubbing) onMove(xIn(event))
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: (event: PointerEvent<HTMLElement>) => (event.pointerType === 'mouse' ? onEnd() : undefined),
  }
}

function moveByKey(event: KeyboardEvent, at: number, last: number, move: (at: number | null) => void): void {
  const targets: Readonly<Record<string, number | null>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: at - PAGE_OF_BARS,
    PageDown: at + PAGE_OF_BARS,
    Home: 0,
    End: last,
    Escape: null,
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  move(target === null ? null : Math.max(0, Math.min(last, target)))
}
