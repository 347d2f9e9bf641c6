import type { ReactNode } from 'react'

type SectionHeaderProps = Readonly<{ title: ReactNode; action?: ReactNode | undefined }>

/** A section's name, with where to see more of it. */
export function SectionHeader({ title, action }: SectionHeaderProps) {
  return (
    <div className="flex items-center justify-between gap-3">
      <h2 className="min-w-0 text-row font-semibold">{title}</h2>
      {action === undefined ? null : <div className="num flex-none text-meta font-medium">{action}</div>}
    </div>
  )
}

/** A link in text, 44 px high to the finger. */
export function TextLink({
  href,
  onPress,
  ownLine = false,
  children,
}: Readonly<{
  href?: string | undefined
  onPress?: (() => void) | undefined
  /** On a line of its own it is as high as a thumb; beside a title its hit area alone is. */
  ownLine?: boolean
  children: ReactNode
}>) {
  const shape = `${ownLine ? 'flex min-h-11 items-center' : 'hit'} text-meta font-medium text-accent`
  return href === undefined ? (
    <button type="button" onClick={onPress} className={shape}>
      {children}
    </button>
  ) : (
    <a href={href} className={shape}>
      {children}
    </a>
  )
}
