import type { ReactNode } from 'react'

type TextButtonProps = Readonly<{ onPress?: () => void; submits?: boolean; disabled?: boolean; children: ReactNode }>

/** A secondary action: a word to press, without a surface of its own. */
export const TextButton = ({ onPress, submits = false, disabled = false, children }: TextButtonProps) => (
  <button
    type={submits ? 'submit' : 'button'}
    disabled={disabled}
    onClick={onPress}
    className="min-h-10 rounded-control px-2 text-label whitespace-nowrap text-accent hover:bg-s2 disabled:text-text3"
  >
    {children}
  </button>
)
