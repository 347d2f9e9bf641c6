import type { KeyboardEvent, PointerEvent } from 'react'
import { classes } from '../look/classes.ts'

type PaneDividerProps = Readonly<{
  label: string
  /** Said after a pause of the mouse: a double click brings the size back. */
  hint: string
  /** An upright line moves a width, a lying one a height. */
  upright: boolean
  size: number
  least: number
  most: number
  usual: number
  /** The pane it sizes comes after the line, so that a move towards the line's start makes it larger. */
  before?: boolean | undefined
  onSize: (size: number) => void
}>

const KEY_STEP_PX = 16

/** The line between two panes: dragged, or moved by the arrow keys; a double click brings back the usual size. */
export function PaneDivider(props: PaneDividerProps) {
  const { label, hint, upright, size, least, most, usual, before = false, onSize } = props
  const within = (next: number) => Math.round(Math.max(least, Math.min(most, next)))
  const sign = before ? -1 : 1
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    const line = event.currentTarget
    line.setPointerCapture(event.pointerId)
    const start = upright ? event.clientX : event.clientY
    const move = (at: globalThis.PointerEvent) => onSize(within(size + sign * ((upright ? at.clientX : at.clientY) - start)))
    const stop = () => {
      line.removeEventListener('pointermove', move)
      line.removeEventListener('pointerup', stop)
      line.removeEventListener('pointercancel', stop)
    }
    line.addEventListener('pointermove', move)
    line.addEventListener('pointerup', stop)
    line.addEventListener('pointercancel', stop)
  }
  const keys: Readonly<Record<string, number>> = upright ? { ArrowLeft: -1, ArrowRight: 1 } : { ArrowUp: -1, ArrowDown: 1 }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keys[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onSize(within(size + sign * step * KEY_STEP_PX))
  }
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      title={hint}
      aria-orientation={upright ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      onPointerDown={drag}
      onDoubleClick={() => onSize(usual)}
      onKeyDown={onKeyDown}
      className={classes(
        'relative z-10 flex-none touch-none bg-line transition-colors hover:bg-accent focus-visible:bg-accent',
        // The line is a pixel wide; what takes the mouse is wider.
        'after:absolute after:content-[""]',
        upright ? 'w-px cursor-col-resize after:inset-y-0 after:-inset-x-1.5' : 'h-px cursor-row-resize after:inset-x-0 after:-inset-y-1.5',
      )}
    />
  )
}
