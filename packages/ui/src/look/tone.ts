/** The tones a word, a pill or a block may have. Direction of a price is `up`, `down`, `flat`; errors are `danger`. */
export type Tone = 'up' | 'down' | 'flat' | 'warn' | 'info' | 'danger' | 'accent'

export const toneText: Readonly<Record<Tone, string>> = {
  up: 'text-up',
  down: 'text-down',
  flat: 'text-flat',
  warn: 'text-warn',
  info: 'text-info',
  danger: 'text-danger',
  accent: 'text-accent',
}

export const toneTint: Readonly<Record<Tone, string>> = {
  up: 'bg-up-tint',
  down: 'bg-down-tint',
  flat: 'bg-flat-tint',
  warn: 'bg-warn-tint',
  info: 'bg-info-tint',
  danger: 'bg-danger-tint',
  accent: 'bg-accent-tint',
}
