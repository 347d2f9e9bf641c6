import { useEffect, useState } from 'react'
import { Field, type FieldProps, boxShape, inputShape } from './Field.tsx'
import { useUi } from './context.tsx'
import { fill } from './ui-text.ts'

type CodeFieldProps = FieldProps &
  Readonly<{
    value: string
    onChange: (value: string) => void
    onBlur?: (() => void) | undefined
    name?: string | undefined
    /** Asks for a code; resolves to false when none was sent, so that no countdown starts. */
    onSend: () => Promise<boolean>
    sendLabel: string
    /** One was sent before this field appeared. */
    sent?: boolean | undefined
  }>

const DIGITS = 6
const RESEND_AFTER_SECONDS = 60
const TICK_MS = 1000

/** The six digits of an e-mail: one field, pasted or filled in by the phone, and sent again after a minute. */
export function CodeField({ value, onChange, onBlur, name, onSend, sendLabel, sent = false, ...field }: CodeFieldProps) {
  const [seconds, restart] = useCountdown(sent ? RESEND_AFTER_SECONDS : 0)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(sent)
  const send = async () => {
    setBusy(true)
    const done = await onSend().finally(() => setBusy(false))
    if (!done) return
    setAsked(true)
    restart(RESEND_AFTER_SECONDS)
  }
  return (
    <Field {...field}>
      {(control) => (
        <div className={boxShape(control['aria-invalid'])}>
          <input
            {...control}
            name={name}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={DIGITS}
            value={value}
            onBlur={onBlur}
            onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
            className={`${inputShape} num tracking-[0.15em]`}
          />
          <SendButton label={sendLabel} asked={asked} seconds={seconds} busy={busy} onPress={() => void send()} />
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

function useCountdown(from: number): readonly [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(from)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), TICK_MS)
    return () => clearTimeout(timer)
  }, [seconds])
  return [seconds, setSeconds]
}
