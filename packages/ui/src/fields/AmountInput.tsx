import { type ReactNode, type Ref, useId } from 'react'
import { Field, type FieldProps, boxShape, inputShape } from './Field.tsx'
import { classes } from '../look/classes.ts'
import { useDraft } from './use-draft.ts'

export type AmountInputProps = FieldProps &
  Readonly<{
    /** Canonical decimal text: "1234.5"; "" when empty, "12." while unfinished. */
    value: string
    /** The next digit replaces the value instead of being added to it. */
    replaces?: boolean | undefined
    onChange: (value: string) => void
    onBlur?: (() => void) | undefined
    name?: string | undefined
    decimals?: number | undefined
    /** The value for typed text that is no amount; empty where a form does not go on without an amount. */
    unreadable?: string | undefined
    /** A currency or unit inside the field. */
    prefix?: ReactNode | undefined
    suffix?: ReactNode | undefined
    /** A chip such as "Máx" inside the field. */
    action?: ReactNode | undefined
    disabled?: boolean | undefined
    ref?: Ref<HTMLInputElement> | undefined
  }>

/** An amount of money. Commas and points both work; groups are ours; what comes out is decimal text. */
export function AmountInput({
  value,
  replaces = false,
  onChange,
  onBlur,
  name,
  decimals = 2,
  unreadable = '',
  prefix,
  suffix,
  action,
  disabled = false,
  ref,
  ...field
}: AmountInputProps) {
  const { shown, wrong: mistyped, said, ...typing } = useDraft({ value, replaces, onChange, onBlur, decimals, unreadable })
  return (
    <Field {...field} helper={said ?? field.helper} error={mistyped ?? field.error}>
      {(control) => (
        <div className={boxShape(control['aria-invalid'])}>
          {prefix === undefined ? null : <span className="pl-3 text-text3">{prefix}</span>}
          <input
            {...control}
            ref={ref}
            name={name}
            inputMode={decimals === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            disabled={disabled}
            value={shown}
            {...typing}
            onChange={ignore}
            className={`${inputShape} num`}
          />
          {suffix === undefined ? null : <span className="pr-3 text-meta text-text3">{suffix}</span>}
          {action === undefined ? null : <span className="pr-1.5">{action}</span>}
        </div>
      )}
    </Field>
  )
}

/** A whole number of shares, or of smaller parts where the instrument has them. */
export const QuantityInput = ({ decimals = 0, ...rest }: AmountInputProps) => <AmountInput decimals={decimals} {...rest} />

type HeroAmountProps = Omit<AmountInputProps, 'prefix' | 'suffix' | 'action' | 'helper' | 'error'> &
  Readonly<{
    error?: string | null | undefined
    helper?: ReactNode | undefined
    /** The least height in which our keypad and the number are seen together; null where the screen shows no keypad. */
    keypadFrom: number | null
  }>

const LONG = 9
const LONGER = 13

/** The one big number of a ticket. It shrinks as it grows, and our keypad or a real keyboard writes into it. */
export function HeroAmount({
  label,
  value,
  replaces = false,
  onChange,
  onBlur,
  name,
  decimals = 2,
  unreadable = '',
  error,
  helper,
  disabled = false,
  keypadFrom,
  ref,
}: HeroAmountProps) {
  const id = useId()
  const { shown, wrong: mistyped, said, ...typing } = useDraft({ value, replaces, onChange, onBlur, decimals, unreadable })
  const problem = mistyped ?? error
  const wrong = problem !== undefined && problem !== null && problem !== ''
  const size = shown.length > LONGER ? 'text-[26px] font-semibold' : shown.length > LONG ? 'text-price' : 'text-display'
  return (
    <div>
      <input
        ref={ref}
        name={name}
        data-keypad
        aria-label={label}
        aria-invalid={wrong}
        aria-describedby={id}
        inputMode={usesOurKeypad(keypadFrom) ? 'none' : 'decimal'}
        autoComplete="off"
        placeholder="0"
        disabled={disabled}
        value={shown}
        {...typing}
        onChange={ignore}
        className={classes('num h-13 w-full rounded-control bg-transparent text-center outline-offset-[-2px]', size)}
      />
      <p
        id={id}
        role={wrong ? 'alert' : undefined}
        className={classes('num min-h-5 text-center text-meta', wrong ? 'text-danger' : 'text-text3')}
      >
        {wrong ? problem : (said ?? helper)}
      </p>
    </div>
  )
}

/** On a phone the ticket brings its own keypad; the device's would cover it. One too short for both keeps the device's. */
const usesOurKeypad = (from: number | null): boolean =>
  from !== null && !isTextLarge() && window.matchMedia(`(pointer: coarse) and (max-width: 599px) and (min-height: ${from}px)`).matches

/** As for `large` in `theme.css`: a line holds few words, and our digits would be far below the number they type. */
const MAX_LARGE_REM = 17
const isTextLarge = (): boolean =>
  window.innerWidth <= MAX_LARGE_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** The value changes through `onInput`, which knows what was typed; React requires this one as well. */
const ignore = () => undefined
