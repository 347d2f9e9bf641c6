import { X } from 'lucide-react'
import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react'
import { Field, type FieldProps, boxShape, inputShape } from './Field.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { useUi } from '../provider/context.tsx'
import { fill } from '../provider/ui-text.ts'

export type TextFieldProps = FieldProps &
  Readonly<{
    value: string
    onChange: (value: string) => void
    onBlur?: (() => void) | undefined
    name?: string | undefined
    type?: 'text' | 'email' | 'search' | 'tel' | 'url' | undefined
    inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'search' | 'tel' | 'url' | undefined
    autoComplete?: HTMLInputAutoCompleteAttribute | undefined
    autoFocus?: boolean | undefined
    most?: number | undefined
    placeholder?: string | undefined
    disabled?: boolean | undefined
    /** Something inside the field on the right, such as a button. */
    trailing?: ReactNode | undefined
  }> &
  (OneLine | MoreLines)

type OneLine = Readonly<{ lines?: undefined; ref?: Ref<HTMLInputElement> | undefined }>
type MoreLines = Readonly<{ lines: number; ref?: Ref<HTMLTextAreaElement> | undefined }>

export const DEFAULT_MAX_LENGTH = 140
const COUNTER_FROM = 0.8

/** A line of text, with a label that stays. */
export function TextField({ value, onChange, most = DEFAULT_MAX_LENGTH, lines, ref, trailing, ...rest }: TextFieldProps) {
  const { text } = useUi()
  const { label, helper, error, labelHidden, type = 'text', ...native } = rest
  const counted = value.length > most * COUNTER_FROM ? fill(text.characters, { used: String(value.length), most: String(most) }) : undefined
  return (
    <Field label={label} helper={helper ?? counted} error={error ?? null} labelHidden={labelHidden ?? false}>
      {(control) => (
        <div className={boxShape(control['aria-invalid'])}>
          {lines !== undefined ? (
            <textarea
              {...control}
              ref={ref}
              name={native.name}
              rows={lines}
              maxLength={most}
              value={value}
              placeholder={native.placeholder}
              disabled={native.disabled}
              onBlur={native.onBlur}
              onChange={(event) => onChange(event.target.value)}
              className={`${inputShape} resize-none py-2.5`}
            />
          ) : (
            <input
              {...control}
              {...native}
              ref={ref}
              type={type}
              maxLength={most}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              className={`${inputShape} [&::-webkit-search-cancel-button]:hidden`}
            />
          )}
          {trailing ??
            (value !== '' && lines === undefined && native.disabled !== true ? (
              <IconButton label={`${text.clear}: ${label}`} icon={X} onPress={() => onChange('')} />
            ) : null)}
        </div>
      )}
    </Field>
  )
}
