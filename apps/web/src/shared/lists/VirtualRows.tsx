import { useVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ListEnd, screenScroller } from './ListEnd.tsx'

type VirtualRowsProps<Item> = Readonly<{
  items: readonly Item[]
  keyOf: (item: Item) => Key
  height?: number
  /** The last row is near: more can be read. */
  onEnd?: (() => void) | undefined
  children: (item: Item) => ReactNode
}>

const ROW_HEIGHT = 64
const USUAL_TEXT_PX = 16

/** Rows grow with text that the reader has made larger. */
const rowHeight = (): number =>
  ROW_HEIGHT * Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT_PX)
/** Below this many rows the browser is faster than we are. */
const VIRTUAL_FROM = 100
const SPARE_ROWS = 6

/** Rows of equal height in the screen's own scroller; only those near the view exist. */
export function VirtualRows<Item>(props: VirtualRowsProps<Item>) {
  return (
    <div>
      {props.items.length < VIRTUAL_FROM ? <PlainRows {...props} /> : <WindowedRows {...props} />}
      {props.onEnd === undefined ? null : <ListEnd onReached={props.onEnd} />}
    </div>
  )
}

function PlainRows<Item>({ items, keyOf, children }: VirtualRowsProps<Item>) {
  return (
    <div className="divide-y divide-line">
      {items.map((item) => (
        <div key={keyOf(item)}>{children(item)}</div>
      ))}
    </div>
  )
}

function WindowedRows<Item>({ items, keyOf, height = rowHeight(), children }: VirtualRowsProps<Item>) {
  const list = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const scroller = screenScroller()
    if (scroller === null || list.current === null) return
    setMargin(list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
  }, [])
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: screenScroller,
    estimateSize: () => height,
    overscan: SPARE_ROWS,
    scrollMargin: margin,
  })
  return (
    <div ref={list} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start }) => {
        const item = items[index]
        return item === undefined ? null : (
          <div
            key={keyOf(item)}
            className="absolute inset-x-0 top-0 border-b border-line"
            style={{ height, transform: `translateY(${start - margin}px)` }}
          >
            {children(item)}
          </div>
        )
      })}
    </div>
  )
}
