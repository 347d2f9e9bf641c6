import { classes } from '@rueda/ui/look/classes.ts'
import type { ReactNode } from 'react'
import { useText } from '../text/text.ts'

type FigureButtonProps = Readonly<{
  onPress: () => void
  expanded?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}>

/** A figure that says how it came about when it is pressed: the dotted line under it is the sign for that, and its description says so. */
export function FigureButton({ onPress, expanded, className, children }: FigureButtonProps) {
  const common = useText('common')
  return (
    <button
      type="button"
      aria-expanded={expanded}
      aria-haspopup={expanded === undefined ? 'dialog' : undefined}
      title={common('explain')}
      onClick={onPress}
      className={classes('inline-flex min-h-11 min-w-11 items-center text-right', className)}
    >
      <span className="inline-flex items-center gap-1.5 border-b border-dotted border-text3">{children}</span>
    </button>
  )
}
