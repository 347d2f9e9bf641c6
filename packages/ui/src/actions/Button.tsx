import type { ReactNode } from 'react'
import { Spinner } from '../loading/Spinner.tsx'
import { classes } from '../look/classes.ts'

export type ButtonTone = 'primary' | 'secondary' | 'ghost' | 'danger' | 'buy' | 'sell'

export type ButtonProps = Readonly<{
  tone?: ButtonTone | undefined
  /** 48 px for the one thing a screen is for, 44 px for the others. */
  size?: 'large' | 'medium' | undefined
  wide?: boolean | undefined
  /** Without a fill its words begin where the column does. */
  flush?: boolean | undefined
  busy?: boolean | undefined
  disabled?: boolean | undefined
  type?: 'button' | 'submit' | undefined
  href?: string | undefined
  onPress?: (() => void) | undefined
  form?: string | undefined
  label?: string | undefined
  children: ReactNode
}>

const tones: Readonly<Record<ButtonTone, string>> = {
  primary: 'bg-accent-fill text-on-accent',
  secondary: 'bg-s2 text-text1',
  ghost: 'text-accent',
  danger: 'bg-danger text-on-danger',
  buy: 'bg-up text-on-buy',
  sell: 'bg-down text-on-sell',
}

const base =
  'relative inline-flex items-center justify-center gap-2 rounded-control px-3 py-1.5 text-center text-row font-semibold text-balance transition-[filter,background-color] duration-[120ms] active:brightness-90'

/** A verb. While it is busy it keeps its width and takes no second press. */
export function Button({
  tone = 'primary',
  size = 'medium',
  wide = false,
  flush = false,
  busy = false,
  disabled = false,
  href,
  ...rest
}: ButtonProps) {
  const { type = 'button', onPress, form, label, children } = rest
  const off = disabled || busy
  const shape = classes(
    ...[base, size === 'large' ? 'min-h-12' : 'min-h-11', wide && 'w-full', flush && '-ml-3'],
    disabled ? 'bg-s3 text-text3' : tones[tone],
  )
  if (href !== undefined && !off) {
    return (
      <a href={href} aria-label={label} className={shape}>
        {children}
      </a>
    )
  }
  return (
    <button
      type={type}
      form={form}
      aria-label={label}
      aria-disabled={off}
      aria-busy={busy}
      onClick={(event) => (off ? event.preventDefault() : onPress?.())}
      className={shape}
    >
      <span className={classes('inline-flex items-center gap-2', busy && 'opacity-0')}>{children}</span>
      {busy ? <Spinner className="absolute" /> : null}
    </button>
  )
}
