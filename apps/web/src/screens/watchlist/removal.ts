import { useEffect, useRef, useState } from 'react'
import { useEditList } from '../../shared/watchlist/edit-list.ts'
import type { Watched } from '../../shared/watchlist/watching.ts'

const UNDO_MS = 6_000

/** The row taken off, and the order of everything at that moment. */
export type Removed = Readonly<{ row: Watched; order: readonly string[] }>

/** Takes an instrument off a list, with six seconds to undo it. Only the last one removed can be undone; it comes back to its place. */
export function useRemoval(listId: string) {
  const edits = useEditList(listId)
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
    void edits.take(row).then((done) => (done ? undefined : setRemoved(null)))
  }
  const undo = () => {
    if (removed === null) return
    clearTimeout(timer.current)
    void edits.put(removed.row, removed.order.indexOf(removed.row.code))
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
