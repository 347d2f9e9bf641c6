import { useEffect } from 'react'

type Keys = Readonly<{ ids: readonly string[]; openId: string | null; open: (id: string | null) => void }>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.tagName === 'INPUT' || target.tagName === 'TEXTAREA' || target.isContentEditable)

/** j and k move through a list, n goes to the next; the drawer has its own keys, so that nothing is decided without it. */
export function useListKeys({ ids, openId, open }: Keys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      const step = { j: 1, n: 1, k: -1 }[event.key]
      if (step === undefined || ids.length === 0) return
      const at = openId === null ? -1 : ids.indexOf(openId)
      const next = ids[at === -1 ? 0 : Math.min(Math.max(at + step, 0), ids.length - 1)]
      if (next !== undefined) open(next)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
