import { useEffect, useEffectEvent } from 'react'

/** True while somebody writes or chooses in a field: its keys are its own. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio'))

/** A prompt in front of the screen takes every key; what lies behind it hears none. */
const isPrompted = (): boolean => document.querySelector('dialog[open]') !== null

/** A key that is held down counts once, so that nothing happens by leaning on the keyboard. */
const isPlain = ({ repeat, ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean =>
  !repeat && !ctrlKey && !metaKey && !altKey && !isComposing && !isTyping(target)

/** Hears the single keys of a screen, unless somebody is typing or a prompt is open. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  // A key means what the screen shows as it is pressed, not what it showed a moment before.
  const hear = useEffectEvent((event: KeyboardEvent): void => {
    if (isPlain(event) && !isPrompted()) onKey(event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => hear(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
