import type { ReactNode } from 'react'
import { Button, type ButtonTone } from './Button.tsx'

/** A reason why the thing cannot be done now, and the button that does something about it. */
export type Blocker = Readonly<{
  when: boolean
  label: string
  /** Goes where it is fixed; a blocker nobody can fix here (no connection) has none. */
  onPress?: (() => void) | undefined
  href?: string | undefined
}>

/** A button for when nothing is in the way, or something else that does it, such as a button to hold. */
type Way = Readonly<{ label: string; tone?: ButtonTone | undefined; onPress: () => void; busy?: boolean | undefined }>
type OtherWay = Readonly<{ children: ReactNode }>

type BlockerButtonProps = (Way | OtherWay) &
  Readonly<{
    /** In their fixed order; the first that holds becomes the button. */
    blockers: readonly (Blocker | null | false)[]
  }>

/**
 * One button that explains itself: instead of being disabled it becomes the way out. One that leads to another page is as full
 * as the button it stands for, because it is the next step.
 */
export function BlockerButton({ blockers, ...way }: BlockerButtonProps) {
  const blocker = blockers.find((one): one is Blocker => one !== null && one !== false && one.when)
  if (blocker === undefined) {
    if ('children' in way) return way.children
    const { label, tone = 'primary', onPress, busy = false } = way
    return (
      <Button tone={tone} size="large" wide busy={busy} onPress={onPress}>
        {label}
      </Button>
    )
  }
  return (
    <Button
      tone={blocker.href === undefined ? 'secondary' : 'primary'}
      size="large"
      wide
      disabled={blocker.onPress === undefined && blocker.href === undefined}
      onPress={blocker.onPress}
      href={blocker.href}
    >
      {blocker.label}
    </Button>
  )
}
