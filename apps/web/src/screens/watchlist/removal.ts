import { useEffect, useRef, useState } from 'react'
import { type Watched, useWatching } from '../../shared/watchlist/watching.ts'
import { arrange } from '../../shared/watchlist/watch-order.ts'

const UNDO_MS = 6_000

/** The row taken off, and the order of everything at that moment. */
export type Removed = Readonly<{ row: Watched; order: readonly string[] }>

/** Takes an instrument off the list, with six seconds to undo it. Only the last one removed can be undone. */
export function useRemoval() {
  const watching = useWatching()
  const [removed, setRemoved] = useState<Removed | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const forgetIn = (ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setRemoved(null), ms)
  }
  const remove = (row: Watched, list: readonly Watched[]) => {
    setRemoved({ row, order: list.map(({ code }) => code) })
    forgetIn(UNDO_MS)
    void watching.toggle(row).then((done) => (done ? undefined : setRemoved(null)))
  }
  const undo = () => {
    if (removed === null) return
    clearTimeout(timer.current)
    arrange(removed.order)
    void watching.toggle({ ...removed.row, selfSelectStatus: 0 })
    setRemoved(null)
  }
  return { removed, remove, undo }
}

/** The list as it is shown: what was removed keeps its place until it is forgotten. */
export function withRemoved(list: readonly Watched[], removed: Removed | null): readonly Watched[] {
  if (removed === null || list.some(({ code }) => code === removed.row.code)) return list
  const at = removed.order.indexOf(removed.row.code)
  return [...list.slice(0, at), removed.row, ...list.slice(at)]
}
