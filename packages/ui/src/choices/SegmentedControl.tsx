import { classes } from '../look/classes.ts'
import { useRovingTabs } from './use-roving-tabs.ts'

export type Segment<Value extends string> = Readonly<{
  value: Value
  label: string
  spoken?: string | undefined
  tone?: 'buy' | 'sell' | undefined
}>

type SegmentedControlProps<Value extends string> = Readonly<{
  label: string
  options: readonly Segment<Value>[]
  /** Null where what is chosen is not among the options. */
  value: Value | null
  onChange: (value: Value) => void
}>

const chosen = { buy: 'bg-up text-on-buy', sell: 'bg-down text-on-sell', none: 'bg-chosen text-text1 shadow-thumb' }

/** A few options in one track of equal widths; six for chart ranges, three at most elsewhere. */
export function SegmentedControl<Value extends string>({ label, options, value, onChange }: SegmentedControlProps<Value>) {
  const roving = useRovingTabs(options, value, onChange)
  const reached = value ?? options[0]?.value
  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={roving.onKeyDown}
      className="flex rounded-control bg-s2 p-[3px] large:flex-wrap large:*:flex-auto"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          aria-label={option.spoken === undefined ? undefined : `${option.label}, ${option.spoken}`}
          aria-selected={option.value === value}
          tabIndex={option.value === reached ? 0 : -1}
          onClick={() => onChange(option.value)}
          className={classes(
            'hit min-h-[34px] min-w-0 flex-1 rounded-[9px] px-1 text-meta font-medium transition-colors duration-200',
            option.value === value ? chosen[option.tone ?? 'none'] : 'text-text2',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
