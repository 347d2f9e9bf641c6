import { classes } from '../look/classes.ts'

type SwitchProps = Readonly<{ label: string; on: boolean; onChange: (on: boolean) => void; disabled?: boolean | undefined }>

/** On or off, at once. Its label is said to screen readers; the row beside it shows it. */
export function Switch({ label, on, onChange, disabled = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!on)}
      className={classes(
        'hit h-7 w-12 flex-none rounded-pill border transition-colors duration-[120ms]',
        on ? 'border-accent-fill bg-accent-fill' : 'border-line-strong bg-s2',
      )}
    >
      <span
        className={classes(
          'block size-5 rounded-pill transition-transform duration-[120ms]',
          on ? 'translate-x-[22px] bg-on-accent' : 'translate-x-[3px] bg-text2',
        )}
      />
    </button>
  )
}
