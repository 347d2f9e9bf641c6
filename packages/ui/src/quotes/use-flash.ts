import { type RefObject, useEffect, useRef } from 'react'
import { useUi } from '../provider/context.tsx'

const FLASH_MS = 600
const MIN_GAP_MS = 1000
const MAX_PER_FRAME = 8
const SCROLL_QUIET_MS = 150

/** Shared by all rows: flashes started in this frame, and when anything last scrolled. */
const frame = { started: 0, clearing: false }
let lastScroll = -SCROLL_QUIET_MS
if (typeof window !== 'undefined') {
  window.addEventListener('scroll', () => (lastScroll = performance.now()), { capture: true, passive: true })
}

/**
 * Tints a price cell when its value moves. Faint and rare: once a second per row, eight rows per frame, never while
 * scrolling, never at first sight, never with reduced motion or where the person switched it off.
 */
export function useFlash(value: string | null, wanted: boolean): RefObject<HTMLSpanElement | null> {
  const cell = useRef<HTMLSpanElement | null>(null)
  const before = useRef<string | null>(value)
  const last = useRef(-MIN_GAP_MS)
  const { calm, flashesPrices } = useUi()
  useEffect(() => {
    const previous = before.current
    before.current = value
    if (!wanted || calm || !flashesPrices || previous === null || value === null || previous === value) return
    const now = performance.now()
    if (now - last.current < MIN_GAP_MS || now - lastScroll < SCROLL_QUIET_MS || !takeTurn()) return
    last.current = now
    const tint = tintOf(Number(value) > Number(previous) ? 'up' : 'down')
    cell.current?.animate([{ backgroundColor: tint }, { backgroundColor: 'transparent' }], { duration: FLASH_MS, easing: 'linear' })
  }, [value, wanted, calm, flashesPrices])
  return cell
}

const tintOf = (direction: 'up' | 'down') => `color-mix(in srgb, var(--${direction}) var(--flash-tint), transparent)`

function takeTurn(): boolean {
  if (frame.started >= MAX_PER_FRAME) return false
  frame.started += 1
  if (!frame.clearing) {
    frame.clearing = true
    requestAnimationFrame(() => Object.assign(frame, { started: 0, clearing: false }))
  }
  return true
}
