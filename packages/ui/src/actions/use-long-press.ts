import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useUi } from '../provider/context.tsx'

export const HOLD_MS = 350
export const HOLD_SLACK_PX = 10
const VIBRATE_MS = 10

/** A press of 350 ms that did not move. The click that follows it is swallowed. */
export function useLongPress(onPress: (() => void) | undefined) {
  const { vibrates } = useUi()
  const press = useRef({ timer: 0, x: 0, y: 0, fired: false })
  const cancel = () => window.clearTimeout(press.current.timer)
  useEffect(() => cancel, [])
  if (onPress === undefined) return {}
  return {
    onPointerDown: (event: PointerEvent) => {
      cancel()
      const timer = window.setTimeout(() => {
        press.current.fired = true
        if (vibrates) navigator.vibrate?.(VIBRATE_MS)
        onPress()
      }, HOLD_MS)
      press.current = { timer, x: event.clientX, y: event.clientY, fired: false }
    },
    onPointerMove: (event: PointerEvent) => {
      if (movedTooFar(press.current, event)) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      if (press.current.fired) event.preventDefault()
      press.current.fired = false
    },
  }
}

export const movedTooFar = (from: Readonly<{ x: number; y: number }>, to: Readonly<{ clientX: number; clientY: number }>): boolean =>
  Math.hypot(to.clientX - from.x, to.clientY - from.y) > HOLD_SLACK_PX
