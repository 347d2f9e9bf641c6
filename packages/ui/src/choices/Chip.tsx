import type { ReactNode, Ref } from 'react'
import { classes } from '../look/classes.ts'

type ChipProps = Readonly<{
  selected?: boolean | undefined
  onPress: () => void
  disabled?: boolean | undefined
  label?: string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
  children: ReactNode
}>

/** A small choice: a filter, a share of what is available. */
export function Chip({ selected = false, onPress, disabled = false, label, ref, children }: ChipProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-pressed={selected}
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
      className={classes(
        'hit num min-h-[34px] flex-none rounded-pill px-[13px] text-meta font-medium whitespace-nowrap transition-colors duration-[120ms]',
        selected ? 'bg-accent-tint text-accent' : 'bg-s2 text-text2',
        disabled && 'text-text3',
      )}
    >
      {children}
    </button>
  )
}

/** Chips in a row that scrolls sideways rather than wraps. */
export function ChipRow({
  label,
  centred = false,
  children,
}: Readonly<{ label: string; centred?: boolean | undefined; children: ReactNode }>) {
  return (
    <div
      role="group"
      aria-label={label}
      className={classes('scrollbar-none -my-[5px] flex flex-none gap-2 overflow-x-auto py-[5px]', centred && 'justify-center-safe')}
    >
      {children}
    </div>
  )
}
