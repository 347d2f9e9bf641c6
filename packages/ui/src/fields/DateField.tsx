import { type HTMLInputAutoCompleteAttribute, type Ref, useState } from 'react'
import type { FieldProps } from './Field.tsx'
import { TextField } from './TextField.tsx'
import { useUi } from '../provider/context.tsx'
import { dateTyped, isWhole, shownDate } from './typed-date.ts'

export type DateFieldProps = FieldProps &
  Readonly<{
    /** "1990-05-17", or nothing while no whole date is typed. */
    value: string
    onChange: (value: string) => void
    name?: string | undefined
    autoComplete?: HTMLInputAutoCompleteAttribute | undefined
    ref?: Ref<HTMLInputElement> | undefined
  }>

/** A date in the order in which the app writes dates, whatever the browser's own field would ask for. */
export function DateField({ value, onChange, error, ...rest }: DateFieldProps) {
  const { text } = useUi()
  const [typed, setTyped] = useState(value)
  const own = dateTyped(typed)
  // Typed text stays until the value is set to another date from outside.
  const standing = (own ?? '') === value ? typed : value
  const isWrong = isWhole(standing) && dateTyped(standing) === null
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      placeholder={text.dateShape}
      value={shownDate(standing)}
      error={isWrong ? text.noSuchDate : (error ?? null)}
      onChange={(next) => {
        setTyped(next)
        onChange(dateTyped(next) ?? '')
      }}
    />
  )
}
