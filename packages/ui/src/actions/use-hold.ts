import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useUi } from '../provider/context.tsx'
import { HOLD_MS, movedTooFar } from './use-long-press.ts'

type Hold = Readonly<{ off: boolean; byTap: boolean; onDone: () => void; onEarly: () => void }>

const VIBRATE_MS = 10
const holdKeys = ['Enter', ' ']

/**
 * A press that counts after 350 ms. Letting go early or moving more than 10 px cancels it. The keyboard holds Enter or
 * Space. A click no pointer and no key made comes from assistive technology and counts at once.
 */
export function useHold({ off, byTap, onDone, onEarly }: Hold) {
  const { vibrates } = useUi()
  const [holding, setHolding] = useState(false)
  const press = useRef({ timer: 0, x: 0, y: 0, byKey: false, active: false })

  const release = () => {
    window.clearTimeout(press.current.timer)
    press.current.active = false
    setHolding(false)
  }
  useEffect(() => () => window.clearTimeout(press.current.timer), [])

  // What was let in at the start of a press may be off at its end: the sheet around it closes, or the price has moved.
  const isOff = useRef(off)
  useEffect(() => {
    isOff.current = off
  })
  const done = () => {
    release()
    if (isOff.current) return
    if (vibrates) navigator.vibrate?.(VIBRATE_MS)
    onDone()
  }
  const start = (x: number, y: number) => {
    if (off || byTap || press.current.active) return
    press.current = { timer: window.setTimeout(done, HOLD_MS), x, y, byKey: press.current.byKey, active: true }
    setHolding(true)
  }
  const cancelHold = () => {
    if (!press.current.active) return
    release()
    onEarly()
  }

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.isPrimary && event.button === 0) start(event.clientX, event.clientY)
    },
    onPointerMove: (event: PointerEvent) => {
      if (press.current.active && movedTooFar(press.current, event)) cancelHold()
    },
    onPointerUp: cancelHold,
    onPointerLeave: cancelHold,
    onPointerCancel: cancelHold,
    onBlur: cancelHold,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => {
      // With Ctrl or Command it is a confirmation of its own, not a hold.
      if (!holdKeys.includes(event.key) || byTap || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      press.current.byKey = true
      if (!event.repeat) start(0, 0)
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (!holdKeys.includes(event.key) || byTap) return
      event.preventDefault()
      press.current.byKey = false
      cancelHold()
    },
    onClick: (event: MouseEvent) => {
      if (off) return
      const synthetic = event.detail === 0 && !press.current.byKey
      if (byTap || synthetic) done()
    },
  }
  return { holding, handlers }
}
