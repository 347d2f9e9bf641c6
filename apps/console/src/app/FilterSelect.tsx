type FilterSelectProps<Value extends string> = Readonly<{
  label: string
  /** The entry shown while nothing is chosen. */
  all: string
  options: readonly Value[]
  value: Value | null
  onChange: (value: Value | null) => void
  nameOf: (value: Value) => string
}>

/** One filter of a list; a chosen value stands out. */
export function FilterSelect<Value extends string>({ label, all, options, value, onChange, nameOf }: FilterSelectProps<Value>) {
  return (
    <label className="flex items-center gap-2 text-meta text-text2">
      {label}
      <select
        value={value ?? ''}
        onChange={(event) => onChange(options.find((each) => each === event.target.value) ?? null)}
        className={`min-h-[34px] max-w-60 rounded-control border px-2 text-meta ${value === null ? 'border-line bg-s1 text-text1' : 'border-accent bg-accent-tint text-accent'}`}
      >
        <option value="">{all}</option>
        {options.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </label>
  )
}
