import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, createContext, use, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useKeys } from '../../app/keys.ts'
import { type WordKey, say } from '../../app/words.ts'

/** Time for which a decision is on the screen before a key counts: who goes from case to case must have seen this one. */
const SHOWN_MS = 400

/** Holds every decision below it back, because something about its case has changed and was not read yet. */
export const HoldDecision = createContext(false)
export const useIsHeld = (): boolean => use(HoldDecision)

type DecisionKeysProps = Readonly<{ isHeld: boolean; hint?: WordKey | undefined; children: ReactNode }>

/**
 * The keys of a decision. A letter leads to the part of the form that is marked with it (`data-key`), a digit chooses the prepared
 * reason or answer with that number there (`data-choice`) and goes on to the button after it (`data-next`). Enter then presses
 * what is framed, as everywhere; Ctrl and Enter do so out of a text (`data-confirm`). No key of ours decides anything by itself.
 */
export function DecisionKeys({ isHeld, hint = 'decision.keys', children }: DecisionKeysProps) {
  const place = useRef<HTMLDivElement>(null)
  const isShown = useShownFor(SHOWN_MS, isHeld)
  useKeys(({ key }) => {
    const form = place.current
    if (form === null || !isShown || isHeld) return
    if (/^[1-9]$/u.test(key)) choose(form, Number(key))
    else if (/^[a-z]$/u.test(key)) focusIn(form.querySelector(`[data-key="${key}"]`))
  })
  return (
    <div
      ref={place}
      onKeyDown={(event) => (isShown && !isHeld ? confirmText(event) : undefined)}
      inert={isHeld}
      data-keys={isShown && !isHeld ? 'on' : 'off'}
      className={isHeld ? 'opacity-40' : undefined}
    >
      {children}
      <p className="pt-3 text-meta text-text3">{say(hint)}</p>
    </div>
  )
}

const FOCUSABLE = 'button, a[href], textarea, select'

const focusIn = (part: Element | null): void =>
  (part?.matches(FOCUSABLE) === true ? (part as HTMLElement) : part?.querySelector<HTMLElement>(FOCUSABLE))?.focus()

/** Chooses in the part that a letter led to; elsewhere a digit means nothing. */
function choose(form: HTMLElement, number: number): void {
  const part = document.activeElement?.closest<HTMLElement>('[data-key]') ?? null
  if (part === null || !form.contains(part)) return
  const choice = part.querySelectorAll<HTMLElement>('[data-choice]')[number - 1]
  if (choice === undefined) return
  // What comes next may only be there once the choice is.
  flushSync(() => choice.click())
  focusIn(part.querySelector('[data-next]'))
}

/** Ctrl or Command with Enter presses the button of the text that is being written. */
function confirmText(event: ReactKeyboardEvent): void {
  if (event.key !== 'Enter' || event.nativeEvent.repeat || !(event.ctrlKey || event.metaKey)) return
  if (!(event.target instanceof HTMLTextAreaElement)) return
  event.target.closest('[data-key]')?.querySelector<HTMLElement>('[data-confirm] button')?.click()
}

/** True once something has been there for a while, counted anew each time it was held back. */
function useShownFor(time: number, isHeld: boolean): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => setShown(true), time)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [time, isHeld])
  return isShown
}
