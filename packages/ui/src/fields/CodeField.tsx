import { type Ref, useEffect, useState } from 'react'
import { Field, type FieldProps, boxShape, inputShape } from './Field.tsx'
import { useUi } from '../provider/context.tsx'
import { fill } from '../provider/ui-text.ts'

type CodeFieldProps = FieldProps &
  Readonly<{
    value: string
    onChange: (value: string) => void
    onBlur?: (() => void) | undefined
    name?: string | undefined
    onSend: () => Promise<unknown>
    sendLabel: string
    /** From when the next one may be asked for, also where the last was sent before this field appeared; null where none was sent. */
    resendAt: number | null
    ref?: Ref<HTMLInputElement> | undefined
  }>

const DIGITS = 6
const TICK_MS = 1000

/** The six digits of an e-mail: one field, pasted or filled in by the phone, and sent again after a while. */
export function CodeField({ value, onChange, onBlur, name, onSend, sendLabel, resendAt, ref, ...field }: CodeFieldProps) {
  const seconds = useSecondsUntil(resendAt)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    await onSend().finally(() => setBusy(false))
  }
  return (
    <Field {...field}>
      {(control) => (
        <div className={boxShape(control['aria-invalid'])}>
          <input
            {...control}
            ref={ref}
            name={name}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={DIGITS}
            value={value}
            onBlur={onBlur}
            onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
            className={`${inputShape} num tracking-[0.15em]`}
          />
          <SendButton label={sendLabel} asked={resendAt !== null} seconds={seconds} busy={busy} onPress={() => void send()} />
        </div>
      )}
    </Field>
  )
}

type SendButtonProps = Readonly<{ label: string; asked: boolean; seconds: number; busy: boolean; onPress: () => void }>

function SendButton({ label, asked, seconds, busy, onPress }: SendButtonProps) {
  const { text } = useUi()
  const waits = seconds > 0
  const words = waits ? fill(text.resendIn, { seconds: String(seconds) }) : asked ? text.resend : label
  return (
    <button
      type="button"
      disabled={waits || busy}
      onClick={onPress}
      className="num min-h-11 flex-none px-3 text-label text-accent disabled:text-text3"
    >
      {words}
    </button>
  )
}

function useSecondsUntil(moment: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  const seconds = moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / TICK_MS))
  const isWaiting = seconds > 0
  useEffect(() => setNow(Date.now()), [moment])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  return seconds
}
