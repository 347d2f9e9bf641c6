import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChartLine, Drawing, WritePrice } from './drawing.ts'
import { stackedPlaces } from './stacked-places.ts'

export type MovableLine = ChartLine & Readonly<{ handle: LineHandle }>
/** What a line that can be moved is called, and the order behind it. */
export type LineHandle = Readonly<{ orderId: string; text: string }>

type LineHandlesProps = Readonly<{
  drawing: RefObject<Drawing | null>
  lines: readonly MovableLine[]
  write: WritePrice
  hint: string
  /** The line was let go at a price, or pressed where it is. Nothing has changed by that. */
  onMove: (orderId: string, price: number) => void
}>

/** Further than this a press is a drag. */
const DRAG_FROM_PX = 4
/** The height of a handle and a gap. */
const HANDLE_PX = 26

/** The handles of the lines that can be moved, over the chart: dragged up and down, or pressed. */
export function LineHandles({ drawing, lines, write, hint, onMove }: LineHandlesProps) {
  const places = useRef(new Map<string, HTMLElement>())
  const dragged = useRef<string | null>(null)
  useFollowedPrices(drawing, lines, places, dragged)
  return (
    <div className="pointer-events-none absolute inset-0 z-20 overflow-hidden">
      {lines.map(({ price, handle }) => (
        <Handle
          key={handle.orderId}
          place={(element) => {
            if (element === null) places.current.delete(handle.orderId)
            else places.current.set(handle.orderId, element)
          }}
          price={Number(price)}
          text={handle.text}
          hint={hint}
          write={write}
          priceAt={(y) => drawing.current?.priceAt(y) ?? null}
          onDrag={(isDragged) => (dragged.current = isDragged ? handle.orderId : null)}
          onMove={(to) => onMove(handle.orderId, to)}
        />
      ))}
    </div>
  )
}

/** Keeps each handle on its price, or beside those whose prices are as close, while the scale moves under it; the scale says nothing when it does, so it is asked at every frame. */
function useFollowedPrices(
  drawing: RefObject<Drawing | null>,
  lines: readonly MovableLine[],
  places: RefObject<Map<string, HTMLElement>>,
  dragged: RefObject<string | null>,
): void {
  const place = useEffectEvent(() => {
    const free = lines.flatMap(({ price, handle: { orderId } }) => {
      const element = places.current.get(orderId)
      return element === undefined || dragged.current === orderId ? [] : { element, y: drawing.current?.yOf(Number(price)) ?? null }
    })
    const seen = free.flatMap(({ element, y }) => (y === null ? [] : { element, y }))
    const stacked = stackedPlaces(
      seen.map(({ y }) => y),
      HANDLE_PX,
    )
    for (const { element, y } of free) element.style.visibility = y === null ? 'hidden' : 'visible'
    for (const [at, { element }] of seen.entries()) element.style.transform = `translateY(${Math.round(stacked[at] ?? 0)}px)`
  })
  const isNeeded = lines.length > 0
  useEffect(() => {
    if (!isNeeded) return undefined
    let frame = requestAnimationFrame(function next() {
      place()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [isNeeded])
}

type HandleProps = Readonly<{
  place: (element: HTMLElement | null) => void
  price: number
  text: string
  hint: string
  write: WritePrice
  priceAt: (y: number) => number | null
  onDrag: (isDragged: boolean) => void
  onMove: (price: number) => void
}>

function Handle({ place, price, text, hint, write, priceAt, onDrag, onMove }: HandleProps) {
  const [shown, setShown] = useState<number | null>(null)
  const grip = useRef<HTMLDivElement>(null)
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const line = grip.current
    const frame = line?.parentElement
    if (line === null || frame === null || frame === undefined) return
    event.preventDefault()
    const top = frame.getBoundingClientRect().top
    const startY = event.clientY
    const target = event.currentTarget
    target.setPointerCapture(event.pointerId)
    let at: number | null = null
    const move = (now: globalThis.PointerEvent) => {
      if (at === null && Math.abs(now.clientY - startY) < DRAG_FROM_PX) return
      onDrag(true)
      at = priceAt(now.clientY - top)
      line.style.transform = `translateY(${Math.round(now.clientY - top)}px)`
      setShown(at)
    }
    const stop = (isDropped: boolean) => () => {
      target.removeEventListener('pointermove', move)
      target.removeEventListener('pointerup', dropped)
      target.removeEventListener('pointercancel', left)
      onDrag(false)
      setShown(null)
      if (isDropped) onMove(at ?? price)
    }
    const [dropped, left] = [stop(true), stop(false)]
    target.addEventListener('pointermove', move)
    target.addEventListener('pointerup', dropped)
    target.addEventListener('pointercancel', left)
  }
  const element = (made: HTMLDivElement | null) => {
    grip.current = made
    place(made)
  }
  return (
    <div ref={element} className="absolute inset-x-0 top-0 h-0">
      <button
        type="button"
        title={hint}
        onPointerDown={drag}
        // A press by the keyboard or by assistive technology has no pointer and opens the change as well.
        onClick={({ detail }) => (detail === 0 ? onMove(price) : undefined)}
        className="num pointer-events-auto absolute -top-3 left-2 flex h-6 cursor-row-resize touch-none items-center gap-1.5 rounded-chip border border-line-strong bg-s2 px-2 text-micro text-text1 hover:border-accent"
      >
        <span aria-hidden className="text-text3">
          ⠿
        </span>
        {text} {write(shown ?? price)}
      </button>
      {shown === null ? null : <span aria-hidden className="absolute inset-x-0 -top-px border-t border-dashed border-accent" />}
    </div>
  )
}
