import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react'

type ResultKeys = Readonly<{
  /** Around the field and what was found. */
  list: RefObject<HTMLDivElement | null>
  /** The word for which Enter was pressed; null once it is opened, or another word is typed. */
  opens: string | null
  onKeyDown: (event: KeyboardEvent) => void
  /** Opens what stands first. */
  onOpened: () => void
}>

/** Enter in the field opens what stands first, and the arrows go through what was found; above the first is the field. */
export function useResultKeys(typed: string): ResultKeys {
  const list = useRef<HTMLDivElement>(null)
  const [opens, setOpens] = useState<string | null>(null)
  const found = (): readonly HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('a[href]') ?? [])]
  const onOpened = useCallback(() => {
    setOpens(null)
    found()[0]?.click()
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const isInField = event.target instanceof HTMLInputElement
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && isInField && typed !== '') setOpens(typed)
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const rows = found()
    const at = rows.findIndex((row) => row === document.activeElement)
    if (at < 0 && !isInField) return
    const next = at + (event.key === 'ArrowDown' ? 1 : -1)
    const field = list.current?.querySelector('input') ?? null
    const target = next < 0 ? field : (rows[next] ?? null)
    event.preventDefault()
    target?.focus()
  }
  return { list, opens: opens === typed ? opens : null, onKeyDown, onOpened }
}
