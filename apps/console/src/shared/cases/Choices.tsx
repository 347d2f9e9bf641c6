import { classes } from '@rueda/ui/look/classes.ts'
import { Key } from '../../app/Key.tsx'

type ChoicesProps<Value extends string> = Readonly<{
  label: string
  options: readonly Value[]
  value: Value | null
  onChange: (value: Value) => void
  nameOf: (value: Value) => string
}>

const MAX_DIGIT = 9

/** Prepared reasons or answers, one below the other, each with the digit that chooses it. */
export const Choices = <Value extends string>({ label, options, value, onChange, nameOf }: ChoicesProps<Value>) => (
  <div>
    <p className="pb-1.5 text-label text-text2">{label}</p>
    <ul aria-label={label} className="flex flex-col gap-1">
      {options.map((option, place) => (
        <li key={option}>
          <button
            type="button"
            data-choice
            aria-pressed={option === value}
            onClick={() => onChange(option)}
            className={classes(
              'flex min-h-10 w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left text-label',
              option === value ? 'bg-accent-tint text-accent' : 'bg-s2 text-text1 hover:bg-s3',
            )}
          >
            {place < MAX_DIGIT ? <Key>{String(place + 1)}</Key> : null}
            <span className="min-w-0">{nameOf(option)}</span>
          </button>
        </li>
      ))}
    </ul>
  </div>
)
