import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { Key } from './Key.tsx'

type ChoiceProps<Value extends string> = Readonly<{
  label: string
  /** For a choice whose options explain themselves, such as the tabs of a screen. */
  hidesLabel?: boolean
  /** One option below the other, each with the digit that chooses it, where a decision has keys. */
  numbered?: boolean
  options: readonly Value[]
  value: Value | null | undefined
  onChange: (value: Value) => void
  nameOf: (value: Value) => string
}>

/** One of a few options, with its label above; on several lines where they do not fit on one. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, hidesLabel = false, numbered = false, options, value, onChange, nameOf } = props
  return (
    <div>
      {hidesLabel ? null : <p className="pb-1.5 text-label text-text2">{label}</p>}
      <div role="group" aria-label={label} className={numbered ? 'flex flex-col gap-1' : 'flex flex-wrap gap-2'}>
        {options.map((option, place) =>
          numbered ? (
            <NumberedOption key={option} place={place} selected={option === value} name={nameOf(option)} onPress={() => onChange(option)} />
          ) : (
            <Chip key={option} selected={option === value} onPress={() => onChange(option)}>
              {nameOf(option)}
            </Chip>
          ),
        )}
      </div>
    </div>
  )
}

const MAX_DIGIT = 9

type NumberedProps = Readonly<{ place: number; selected: boolean; name: string; onPress: () => void }>

const NumberedOption = ({ place, selected, name, onPress }: NumberedProps) => (
  <button
    type="button"
    data-choice
    aria-pressed={selected}
    onClick={onPress}
    className={classes(
      'flex min-h-10 w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left text-label',
      selected ? 'bg-accent-tint text-accent' : 'bg-s2 text-text1 hover:bg-s3',
    )}
  >
    {place < MAX_DIGIT ? <Key>{String(place + 1)}</Key> : null}
    <span className="min-w-0">{name}</span>
  </button>
)
