import { type WireDeskLayout, layouts } from '@rueda/contract/layouts.ts'
import { patiently } from '@rueda/ui/loading/patiently.ts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useHiddenColumns } from '../../shared/lists/use-columns.tsx'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { useSession } from '../../shared/security/session.ts'
import { call } from '../../shared/server/api.ts'
import { USUAL_LAYOUT, useDeskLayout } from './layout.ts'

/** Whose arrangement this device shows, and whether the account has yet to hear of it. */
type Owner = Readonly<{ id: string | null; isUnsent: boolean }>
const useOwner = create<Owner>()(persist((): Owner => ({ id: null, isUnsent: false }), { name: 'rueda.deskOf' }))

/** A divider that is dragged changes the layout many times a second. */
const SETTLED_MS = 800

/**
 * Keeps the layout of this desk and that of the account the same (`docs/rules/layouts.md` P.1): takes the account's over when it is opened,
 * and gives it what is arranged here. A practice account's stays on the device. The rail uses it once.
 */
export function useAccountLayout(): void {
  const id = useSession(({ token, user }) => (token === null || user === null || user.email === '' ? null : user.id))
  useEffect(() => (id === null ? undefined : keepTheSame(id)), [id])
}

function keepTheSame(id: string): () => void {
  forgetSomebodyElse(id)
  let isOver = false
  let hasTakenOver = false
  let isTakingOver = false
  let waiting: ReturnType<typeof setTimeout> | null = null
  const send = () => {
    if (waiting !== null) clearTimeout(waiting)
    waiting = null
    const sent = arrangement()
    const settle = () => {
      if (!isOver && JSON.stringify(sent) === JSON.stringify(arrangement())) useOwner.setState({ id, isUnsent: false })
    }
    // What could not be given now is given with the next change, or when the app starts again.
    void call(layouts.keepDesk, sent).then(settle, () => undefined)
  }
  const onChange = () => {
    // Until the account's layout is known, a change to a desk that was not this account's must not take its place.
    if (isTakingOver || (!hasTakenOver && useOwner.getState().id !== id)) return
    useOwner.setState({ id, isUnsent: true })
    if (!hasTakenOver) return
    if (waiting !== null) clearTimeout(waiting)
    waiting = setTimeout(send, SETTLED_MS)
  }
  const takeOver = (kept: WireDeskLayout | null) => {
    if (isOver) return
    hasTakenOver = true
    const owner = useOwner.getState()
    if (owner.id === id && owner.isUnsent) return send()
    isTakingOver = true
    if (kept !== null) arrange(kept)
    isTakingOver = false
    useOwner.setState({ id, isUnsent: false })
    if (kept === null) send()
  }
  const onLeave = () => (waiting === null ? undefined : send())
  const stops = [useDeskLayout.subscribe(onChange), useHiddenColumns.subscribe(onChange)]
  document.addEventListener('visibilitychange', onLeave)
  void patiently(async () => (isOver ? null : call(layouts.desk, {}))).then(takeOver)
  return () => {
    isOver = true
    if (waiting !== null) clearTimeout(waiting)
    document.removeEventListener('visibilitychange', onLeave)
    for (const stop of stops) stop()
  }
}

/** A desk that somebody else arranged stands as usual before anything is read: they may have left what nobody else is to see. */
function forgetSomebodyElse(id: string): void {
  const owner = useOwner.getState().id
  if (owner === null || owner === id) return
  arrange(USUAL)
  useOwner.setState({ id: null, isUnsent: false })
}

const USUAL: WireDeskLayout = { ...USUAL_LAYOUT, railOpen: 0, pinned: null, hiddenColumns: [] }

/** The layout of this device as the account keeps it. */
function arrangement(): WireDeskLayout {
  const { railOpen, list, listWidth, ticketWidth, tablesHeight, pinned } = useDeskLayout.getState()
  return {
    railOpen: railOpen ? 1 : 0,
    ...{ list, listWidth, ticketWidth, tablesHeight },
    pinned: pinned === null ? null : { stockCode: pinned.stockCode, market: marketOf(pinned.market) },
    hiddenColumns: Object.entries(useHiddenColumns.getState().hidden).map(([table, columns]) => ({ table, columns: [...columns] })),
  }
}

function arrange({ railOpen, hiddenColumns, ...layout }: WireDeskLayout): void {
  useDeskLayout.setState({ ...layout, railOpen: railOpen === 1 })
  useHiddenColumns.setState({ hidden: Object.fromEntries(hiddenColumns.map(({ table, columns }) => [table, columns])) })
}
