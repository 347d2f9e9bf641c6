import { useState } from 'react'
import { useKeys } from './keys.ts'

type Keys = Readonly<{
  ids: readonly string[]
  openId: string | null
  /** Opens a row, or none. */
  open: (id: string | null) => void
  /** Opens a row to work on it. */
  enter: (id: string) => void
  select: ((id: string) => void) | null
}>

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * Keys of a list: j and k, or the arrows, move the cursor, Enter opens its row and x selects it. While a row is open j, k and n
 * show the next one instead, and what is in the drawer has keys of its own. The cursor begins at the first row and stays where
 * it is when its row goes, so that a queue is worked off from the top.
 */
export function useListKeys({ ids, openId, open, enter, select }: Keys): Readonly<{ cursor: string | null; point: (id: string) => void }> {
  const [pointed, setPointed] = useState<Readonly<{ id: string; place: number }> | null>(null)
  const place = placeOf(ids, pointed)
  const cursor = ids[place] ?? null
  const point = (id: string): void => setPointed({ id, place: ids.indexOf(id) })
  const move = (step: number): void => {
    const next = ids[Math.min(Math.max(place + step, 0), ids.length - 1)]
    if (next === undefined) return
    point(next)
    document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(next)}"]`)?.focus()
  }
  useKeys((event) => {
    const { key, target } = event
    if (openId !== null) {
      const step = { j: 1, n: 1, k: -1 }[key]
      const at = ids.indexOf(openId)
      const next = step === undefined ? undefined : ids[at === -1 ? place : Math.min(Math.max(at + step, 0), ids.length - 1)]
      if (next === undefined) return
      point(next)
      open(next)
      return
    }
    if (cursor === null) return
    const step = steps[key]
    // Letters do nothing on a button or a link, so they lead from there into the list.
    if (step !== undefined && (isOfList(target) || key === 'j' || key === 'k')) {
      event.preventDefault()
      move(step)
      return
    }
    if (!isOfList(target)) return
    if (key === 'x') select?.(cursor)
    if (key === 'Enter' && !(target instanceof HTMLTableRowElement)) enter(cursor)
  })
  return { cursor, point }
}

/** Enter on a button or a link presses that, and arrows in a group of choices move there. */
const isOfList = (target: EventTarget | null): boolean =>
  target === document.body || target instanceof HTMLTableRowElement || (target instanceof HTMLElement && target.tabIndex === -1)

function placeOf(ids: readonly string[], pointed: Readonly<{ id: string; place: number }> | null): number {
  if (pointed === null) return 0
  const at = ids.indexOf(pointed.id)
  return at === -1 ? Math.max(Math.min(pointed.place, ids.length - 1), 0) : at
}
