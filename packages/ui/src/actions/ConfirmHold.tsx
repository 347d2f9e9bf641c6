import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Spinner } from '../loading/Spinner.tsx'
import { classes } from '../look/classes.ts'
import { useUi } from '../provider/context.tsx'
import { useSheetOpen } from '../sheets/sheet-open.ts'
import { useHold } from './use-hold.ts'
import { HOLD_MS } from './use-long-press.ts'

type ConfirmHoldProps = Readonly<{
  /** "Mantené para comprar" */
  label: string
  /** The verb alone, for the plain button of one-tap mode: "Comprar". */
  tapLabel?: string | undefined
  tone?: 'primary' | 'buy' | 'sell' | undefined
  onConfirm: () => void
  pending?: boolean | undefined
  /** Locked while a moved price has not been accepted. */
  disabled?: boolean | undefined
}>

const fills = { primary: 'var(--accent-fill)', buy: 'var(--up)', sell: 'var(--down)' }
/** Colours mixed into the held part, so that the words stay readable on both parts in both themes. */
const shades = { primary: 'black', buy: 'var(--text1)', sell: 'var(--text1)' }
const inks = { primary: 'text-on-accent', buy: 'text-on-buy', sell: 'text-on-sell' }

/**
 * The last step of anything that moves money: a press of 350 ms, or a plain button for whoever chose one tap. Confirms
 * once; while it is pending it takes nothing.
 */
export function ConfirmHold({ label, tapLabel, tone = 'primary', onConfirm, pending = false, disabled = false }: ConfirmHoldProps) {
  const { text, confirmsByTap, onConfirmsByTap } = useUi()
  const [early, setEarly] = useState(false)
  const open = useSheetOpen()
  const off = pending || disabled || !open
  const hold = useHold({ off, byTap: confirmsByTap, onDone: onConfirm, onEarly: () => setEarly(true) })
  const button = useRef<HTMLButtonElement>(null)
  useConfirmKeys(button, off, onConfirm)
  const words = pending ? text.sending : confirmsByTap ? (tapLabel ?? label) : label
  return (
    <div>
      <button
        ref={button}
        type="button"
        aria-disabled={off}
        aria-busy={pending}
        {...hold.handlers}
        style={{ '--fill': fills[tone], '--shade': shades[tone] } as Record<string, string>}
        className={classes(
          'relative isolate flex min-h-14 w-full touch-none items-center justify-center gap-2 overflow-hidden rounded-control px-4 py-2 text-body font-semibold select-none',
          disabled ? 'bg-s3 text-text3' : 'bg-(--fill)',
          !disabled && inks[tone],
        )}
      >
        {disabled || confirmsByTap ? null : (
          <span
            aria-hidden
            data-hold
            className={classes(
              'absolute inset-0 -z-10 origin-left bg-[color-mix(in_srgb,var(--fill)_68%,var(--shade))]',
              fillMotion(hold.holding || pending),
            )}
          />
        )}
        {pending ? <Spinner /> : null}
        {words}
      </button>
      <p aria-live="polite" className="min-h-5 pt-1 text-center text-meta text-text3">
        {early && !pending && !confirmsByTap ? text.holdOn : ''}
      </p>
      <button
        type="button"
        disabled={pending}
        onClick={() => onConfirmsByTap(!confirmsByTap)}
        className="mx-auto block min-h-11 px-4 text-meta font-medium text-accent"
      >
        {confirmsByTap ? text.byHolding : text.oneTap}
      </button>
    </div>
  )
}

/**
 * Two keys at once, Ctrl or Command with Enter, are as deliberate as a press that is held, once what they confirm has been on screen for as
 * long as a hold takes: the keys that opened it confirm nothing. Over other sheets only the one with the focus hears them.
 */
function useConfirmKeys(button: RefObject<HTMLButtonElement | null>, off: boolean, onConfirm: () => void): void {
  const seenSince = useRef(Number.POSITIVE_INFINITY)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (off || event.repeat || event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    if (event.timeStamp - seenSince.current < HOLD_MS) return
    const dialog = button.current?.closest('[role=dialog]') ?? null
    if (dialog !== null && !dialog.contains(document.activeElement)) return
    event.preventDefault()
    onConfirm()
  })
  useEffect(() => {
    seenSince.current = performance.now()
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Fills while held and runs back when released; in four steps where motion is reduced. */
const fillMotion = (filled: boolean): string =>
  filled
    ? 'scale-x-100 transition-transform duration-[350ms] ease-linear calm:ease-[steps(4)]'
    : 'scale-x-0 transition-transform duration-[120ms] ease-out'
