import { useEffect } from 'react'

type Keys = Readonly<{ rows: readonly Readonly<{ id: string }>[]; openId: string | null; open: (id: string | null) => void }>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.tagName === 'INPUT' || target.tagName === 'TEXTAREA' || target.isContentEditable)

/** j and k move through a queue, n goes to the next; the drawer has its own keys, so that nothing is decided without it. */
export function useCaseKeys({ rows, openId, open }: Keys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      const step = { j: 1, n: 1, k: -1 }[event.key]
      if (step === undefined || rows.length === 0) return
      const at = rows.findIndex(({ id }) => id === openId)
      const next = rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]
      if (next !== undefined) open(next.id)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
