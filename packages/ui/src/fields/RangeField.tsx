import { Field } from './Field.tsx'

type RangeFieldProps = Readonly<{
  label: string
  value: number
  least: number
  most: number
  /** What the chosen place is, under the label and for who hears it. */
  said: string
  onChange: (value: number) => void
}>

/** A place in a row of many, chosen by sliding or by the arrow keys. */
export function RangeField({ label, value, least, most, said, onChange }: RangeFieldProps) {
  return (
    <Field label={label} helper={said}>
      {(control) => (
        <input
          {...control}
          type="range"
          min={least}
          max={most}
          value={value}
          aria-valuetext={said}
          onChange={({ target }) => onChange(Number(target.value))}
          className="h-11 w-full accent-accent"
        />
      )}
    </Field>
  )
}
