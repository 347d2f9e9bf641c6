import { useEffect, useEffectEvent } from 'react'
import { useSettings } from '../../shared/device/settings.ts'
import { isTyping } from '../../shared/pages/shortcuts.ts'

const DIGIT = /^\d$/
const SIZE_FIELD = '[data-keypad]'

/** On a desk the first digit typed anywhere begins the size of the order: it goes into the ticket's field, as the keys after it do. */
export function useTypingStartsSize(): void {
  const uses = useSettings((settings) => settings.usesShortcuts)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!uses || !DIGIT.test(event.key) || isTyping(event) || document.querySelector('[role=dialog]') !== null) return
    const field = document.querySelector<HTMLInputElement>(SIZE_FIELD)
    if (field === null || field.disabled) return
    // The digit itself arrives in the field, because the focus moves before the key is typed.
    field.focus()
    field.select()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
