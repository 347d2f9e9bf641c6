import type { LucideIcon } from 'lucide-react'
import { classes } from '../look/classes.ts'

type IconDoorProps = Readonly<{
  href: string
  icon: LucideIcon
  label: string
  /** Round for something to do, square for somewhere to go. */
  round?: boolean | undefined
}>

/** A link drawn as an icon over its word, for a row or a grid of them; the word may take two lines. */
export function IconDoor({ href, icon: Icon, label, round = false }: IconDoorProps) {
  return (
    <a href={href} className="group flex min-w-0 flex-col items-center gap-1.5 rounded-control py-1.5 text-center">
      <span
        className={classes(
          'flex size-11 flex-none items-center justify-center transition-colors duration-[120ms] group-active:bg-s3',
          round ? 'rounded-pill bg-accent-tint text-accent' : 'rounded-control bg-s2 text-text2',
        )}
      >
        <Icon aria-hidden size={22} strokeWidth={1.75} />
      </span>
      <span className="-mx-1 w-[calc(100%+8px)] text-micro leading-tight font-normal tracking-tight text-balance wrap-break-word hyphens-auto text-text2">
        {label}
      </span>
    </a>
  )
}
