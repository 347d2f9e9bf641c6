import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type ListRowProps = Readonly<{
  label: ReactNode
  detail?: ReactNode | undefined
  /** A value, a pill or a switch on the right. */
  trailing?: ReactNode | undefined
  icon?: LucideIcon | undefined
  leading?: ReactNode | undefined
  href?: string | undefined
  onPress?: (() => void) | undefined
  tone?: 'plain' | 'danger' | undefined
}>

/** A door or a setting: 56 px, with a chevron when it leads somewhere. */
export function ListRow({ label, detail, trailing, icon: Icon, leading, href, onPress, tone = 'plain' }: ListRowProps) {
  const content = (
    <>
      {Icon === undefined ? leading : <Icon aria-hidden size={22} strokeWidth={1.75} className="flex-none text-text2" />}
      <span className="min-w-0 flex-1">
        <span className={tone === 'danger' ? 'block text-row text-danger' : 'block text-row'}>{label}</span>
        {detail === undefined ? null : <span className="block text-meta font-normal text-text3 first-letter:uppercase">{detail}</span>}
      </span>
      {trailing === undefined ? null : <span className="num flex-none text-label text-text2">{trailing}</span>}
      {href === undefined && onPress === undefined ? null : <ChevronRight aria-hidden size={20} className="flex-none text-text3" />}
    </>
  )
  const shape = '-mx-edge flex min-h-14 items-center gap-3 px-edge py-2 text-left'
  if (href !== undefined) {
    return (
      <a href={href} className={`${shape} active:bg-s2`}>
        {content}
      </a>
    )
  }
  if (onPress === undefined) return <div className={shape}>{content}</div>
  return (
    <button type="button" onClick={onPress} className={`${shape} w-[calc(100%+2*var(--edge))] active:bg-s2`}>
      {content}
    </button>
  )
}
