import { Delete } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useUi } from '../provider/context.tsx'
import { marksOf } from '../formats/format.ts'
import { withKey } from './typing.ts'
import { HOLD_MS } from '../actions/use-long-press.ts'

type KeypadProps = Readonly<{
  /** Canonical decimal text being typed; "12." while unfinished. */
  value: string
  /** The next digit replaces the value instead of being added to it. */
  replaces?: boolean | undefined
  onChange: (value: string) => void
  decimals?: number | undefined
}>

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const REPEAT_MS = 80
const REFUSED_VIBRATE_MS = 20
const key = 'num grid min-h-14 place-items-center rounded-control text-[22px] font-medium select-none active:bg-s2'

/** Our own digits for the one number a ticket is about. Phones only: wider screens have a keyboard. */
export function Keypad({ value, replaces = false, onChange, decimals = 2 }: KeypadProps) {
  const { language, text, vibrates } = useUi()
  const press = (name: string) => {
    const next = withKey(replaces && name !== 'backspace' ? '' : value, name, decimals)
    if (next !== null) onChange(next)
    else if (vibrates) navigator.vibrate?.(REFUSED_VIBRATE_MS)
  }
  const repeat = useRepeat(() => press('backspace'))
  return (
    <div role="group" data-hold className="grid animate-late grid-cols-3 shell:hidden large:hidden">
      {digits.map((digit) => (
        <button key={digit} type="button" onClick={() => press(digit)} className={key}>
          {digit}
        </button>
      ))}
      {decimals === 0 ? (
        <span />
      ) : (
        <button type="button" onClick={() => press('.')} className={key}>
          {marksOf(language).decimal}
        </button>
      )}
      <button type="button" onClick={() => press('0')} className={key}>
        0
      </button>
      <button type="button" aria-label={text.backspace} {...repeat} className={key}>
        <Delete aria-hidden size={24} strokeWidth={1.75} />
      </button>
    </div>
  )
}

/** Once at a click; again and again while held past 350 ms. */
function useRepeat(action: () => void) {
  const latest = useRef(action)
  const timers = useRef({ wait: 0, every: 0, repeated: false })
  useEffect(() => {
    latest.current = action
  })
  const stop = () => {
    window.clearTimeout(timers.current.wait)
    window.clearInterval(timers.current.every)
  }
  useEffect(() => stop, [])
  return {
    onPointerDown: () => {
      stop()
      timers.current.repeated = false
      timers.current.wait = window.setTimeout(() => {
        timers.current.repeated = true
        timers.current.every = window.setInterval(() => latest.current(), REPEAT_MS)
      }, HOLD_MS)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onClick: () => {
      if (!timers.current.repeated) latest.current()
    },
  }
}
