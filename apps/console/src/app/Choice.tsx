import { Chip, ChipRow } from '@rueda/ui/Chip.tsx'

type ChoiceProps<Value extends string> = Readonly<{
  label: string
  options: readonly Value[]
  value: Value
  onChange: (value: Value) => void
  nameOf: (value: Value) => string
}>

/** One of a few, with its label above. */
export function Choice<Value extends string>({ label, options, value, onChange, nameOf }: ChoiceProps<Value>) {
  return (
    <div>
      <p className="pb-1.5 text-label text-text2">{label}</p>
      <ChipRow label={label}>
        {options.map((option) => (
          <Chip key={option} selected={option === value} onPress={() => onChange(option)}>
            {nameOf(option)}
          </Chip>
        ))}
      </ChipRow>
    </div>
  )
}
