import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Field, type FieldProps, boxShape } from './Field.tsx'
import { Sheet } from '../sheets/Sheet.tsx'
import { TextField } from './TextField.tsx'
import { classes } from '../look/classes.ts'
import { useUi } from '../provider/context.tsx'

export type Option<Value extends string> = Readonly<{
  value: Value
  label: string
  /** A figure or a code, on the line of the label. */
  detail?: ReactNode | undefined
  /** A sentence, under the label. */
  note?: string | undefined
  leading?: ReactNode | undefined
  disabled?: boolean | undefined
}>

type SelectProps<Value extends string> = FieldProps &
  Readonly<{
    options: readonly Option<Value>[]
    value: Value | ''
    onChange: (value: Value) => void
    placeholder?: string | undefined
    disabled?: boolean | undefined
  }>

const SEARCH_OVER = 8

/** A choice among several: opens a sheet, with a search when there are more than eight. */
export function Select<Value extends string>({ options, value, onChange, placeholder, disabled = false, ...field }: SelectProps<Value>) {
  const { text } = useUi()
  const [open, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  return (
    <>
      <Field {...field}>
        {(control) => (
          <button
            type="button"
            {...control}
            aria-labelledby={`${control.id}-label ${control.id}-value`}
            aria-haspopup="dialog"
            disabled={disabled}
            onClick={() => setOpen(true)}
            className={classes(boxShape(control['aria-invalid']), 'w-full gap-2 px-3 text-left text-body disabled:text-text3')}
          >
            {chosen?.leading}
            <span id={`${control.id}-value`} className="flex min-w-0 flex-1 items-center gap-2">
              <span className={classes('min-w-0 flex-1', chosen === undefined && 'text-text3')}>
                {chosen?.label ?? placeholder ?? text.choose}
              </span>
              {chosen?.detail === undefined ? null : <span className="num text-meta text-text3">{chosen.detail}</span>}
            </span>
            <ChevronDown aria-hidden size={20} className="flex-none text-text3" />
          </button>
        )}
      </Field>
      <Sheet open={open} onClose={() => setOpen(false)} title={field.label}>
        <OptionList
          label={field.label}
          options={options}
          value={value}
          onChoose={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      </Sheet>
    </>
  )
}

type OptionListProps<Value extends string> = Readonly<{
  label: string
  options: readonly Option<Value>[]
  value: Value | ''
  onChoose: (value: Value) => void
}>

/** The options themselves, also for sheets that hold more than a choice. */
export function OptionList<Value extends string>({ label, options, value, onChoose }: OptionListProps<Value>) {
  const { text } = useUi()
  const [search, setSearch] = useState('')
  const found = options.filter((option) => option.label.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <>
      {options.length > SEARCH_OVER ? (
        <TextField label={text.search} labelHidden type="search" placeholder={text.search} value={search} onChange={setSearch} />
      ) : null}
      <div role="radiogroup" aria-label={label} className="divide-y divide-line">
        {found.map((option) => (
          <button
            key={option.value}
            type="button"
            role="radio"
            aria-checked={option.value === value}
            disabled={option.disabled}
            onClick={() => onChoose(option.value)}
            className="flex min-h-14 w-full items-center gap-3 text-left text-row active:bg-s2 disabled:text-text3"
          >
            {option.leading}
            <span className="min-w-0 flex-1">
              {option.label}
              {option.note === undefined ? null : <span className="block py-0.5 text-meta font-normal text-text3">{option.note}</span>}
            </span>
            {option.detail === undefined ? null : <span className="num text-meta font-normal text-text3">{option.detail}</span>}
            <Check aria-hidden size={20} className={classes('flex-none text-accent', option.value !== value && 'invisible')} />
          </button>
        ))}
      </div>
      {found.length === 0 ? <p className="py-6 text-center text-meta text-text3">{text.nothingFound}</p> : null}
    </>
  )
}
