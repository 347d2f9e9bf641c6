import { Chip } from '@rueda/ui/choices/Chip.tsx'

type ChoiceProps<Value extends string> = Readonly<{
  label: string
  /** For a choice whose options explain themselves, such as the tabs of a screen. */
  hidesLabel?: boolean
  options: readonly Value[]
  value: Value | undefined
  onChange: (value: Value) => void
  nameOf: (value: Value) => string
}>

/** One of a few options, with its label above; on several lines where they do not fit on one. */
export function Choice<Value extends string>({ label, hidesLabel = false, options, value, onChange, nameOf }: ChoiceProps<Value>) {
  return (
    <div>
      {hidesLabel ? null : <p className="pb-1.5 text-label text-text2">{label}</p>}
      <div role="group" aria-label={label} className="flex flex-wrap gap-2">
        {options.map((option) => (
          <Chip key={option} selected={option === value} onPress={() => onChange(option)}>
            {nameOf(option)}
          </Chip>
        ))}
      </div>
    </div>
  )
}
