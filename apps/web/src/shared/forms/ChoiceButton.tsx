import { OptionList, type Option } from '@rueda/ui/fields/Select.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

type ChoiceButtonProps<Value extends string> = Readonly<{
  label: string
  /** Shows the label beside the value, where nothing else does. */
  labelled?: boolean
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
}>

/** A compact choice: the button shows the chosen value. */
export function ChoiceButton<Value extends string>({ label, labelled = false, value, options, onChange }: ChoiceButtonProps<Value>) {
  const [open, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)?.label ?? ''
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        {...(labelled ? {} : { 'aria-label': `${label}: ${chosen}` })}
        onClick={() => setOpen(true)}
        className="flex min-h-11 items-center gap-2 rounded-control bg-s2 px-3 py-1 text-left text-meta active:bg-s3"
      >
        {labelled ? <span className="flex-1 text-text3">{label}</span> : null}
        <span className={labelled ? 'text-label' : 'min-w-0 flex-1'}>{chosen}</span>
        <ChevronDown aria-hidden size={18} className="flex-none text-text3" />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={label}>
        <OptionList
          label={label}
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
