import type { Quote } from '@rueda/contract/quotes.ts'
import { useEffect, useRef, useState } from 'react'
import { type Watched, useWatching } from '../quotes/watching.ts'

const UNDO_MS = 6_000

/** Taking an instrument off the list, with six seconds to think again. The last one removed is the one to undo. */
export function useRemoval() {
  const watching = useWatching()
  const [removed, setRemoved] = useState<Watched | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const forgetIn = (ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setRemoved(null), ms)
  }
  const remove = (quote: Quote) => {
    setRemoved(quote as Watched)
    forgetIn(UNDO_MS)
    void watching.toggle(quote).then((done) => (done ? undefined : setRemoved(null)))
  }
  const undo = () => {
    if (removed === null) return
    clearTimeout(timer.current)
    void watching.toggle({ ...removed, selfSelectStatus: 0 })
    setRemoved(null)
  }
  return { removed, remove, undo }
}

/** The list as it is shown: what was removed keeps its place until it is forgotten. */
export function withRemoved(list: readonly Watched[], removed: Watched | null): readonly Watched[] {
  if (removed === null || list.some(({ code }) => code === removed.code)) return list
  const at = list.findIndex(({ sort }) => sort > removed.sort)
  return at < 0 ? [...list, removed] : [...list.slice(0, at), removed, ...list.slice(at)]
}
