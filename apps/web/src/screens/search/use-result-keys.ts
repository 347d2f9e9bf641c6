import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react'

type ResultKeys = Readonly<{
  /** Around the field and what was found. */
  list: RefObject<HTMLDivElement | null>
  /** The word for which Enter was pressed; null once it is opened, or another word is typed. */
  opens: string | null
  onKeyDown: (event: KeyboardEvent) => void
  /** Another word is typed: whoever types on has thought better of it. */
  onTyped: () => void
  /** It is known what there is: opens what stands first, if anything was found. */
  onKnown: (isAny: boolean) => void
}>

/** Enter in the field opens what stands first, and the arrows go through what was found; above the first is the field. */
export function useResultKeys(typed: string): ResultKeys {
  const list = useRef<HTMLDivElement>(null)
  const [opens, setOpens] = useState<string | null>(null)
  const found = (): readonly HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('a[href]') ?? [])]
  const onKnown = useCallback((isAny: boolean) => {
    setOpens(null)
    if (isAny) found()[0]?.click()
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const isInField = event.target instanceof HTMLInputElement
    if (!isPlain(event)) return
    if (event.key === 'Enter' && isInField && !event.repeat && typed !== '') setOpens(typed)
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
  return { list, opens, onKeyDown, onTyped: () => setOpens(null), onKnown }
}

/** Without other keys, and not to choose a word that is being composed: one browser says the end of that before its key. */
const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !shiftKey && !nativeEvent.isComposing && nativeEvent.keyCode !== COMPOSING_KEY
const COMPOSING_KEY = 229
