import type { LucideIcon } from 'lucide-react'
import { classes } from '../look/classes.ts'

type IconButtonProps = Readonly<{
  label: string
  icon: LucideIcon
  onPress?: (() => void) | undefined
  href?: string | undefined
  /** A toggle (a star, an eye) says whether it is on; its icon is filled then. */
  pressed?: boolean | undefined
  /** A number beside the icon, for unread messages. */
  count?: number | undefined
  disabled?: boolean | undefined
}>

const shape =
  'relative inline-flex size-11 flex-none items-center justify-center rounded-control text-text2 transition-colors duration-[120ms] active:bg-s3 disabled:opacity-60'

/** An icon with a name and a 44 px hit area. */
export function IconButton({ label, icon: Icon, onPress, href, pressed, count = 0, disabled = false }: IconButtonProps) {
  const glyph = (
    <>
      <Icon aria-hidden size={24} strokeWidth={1.75} className={classes(pressed === true && 'fill-current text-accent')} />
      <span className="sr-only">{label}</span>
      {count > 0 ? <Count count={count} /> : null}
    </>
  )
  if (href !== undefined) {
    return (
      <a href={href} title={label} className={shape}>
        {glyph}
      </a>
    )
  }
  return (
    <button type="button" title={label} aria-pressed={pressed} disabled={disabled} onClick={onPress} className={shape}>
      {glyph}
    </button>
  )
}

const MAX_SHOWN = 99

function Count({ count }: { count: number }) {
  return (
    <span className="num absolute top-1.5 right-1 min-w-4 rounded-pill bg-accent-fill px-1 text-center text-[10px] leading-4 font-semibold text-on-accent">
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  )
}
