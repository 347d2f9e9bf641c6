import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyStateProps = Readonly<{ icon: LucideIcon; text: ReactNode; action?: ReactNode | undefined; title?: string | undefined }>

/** Nothing here yet: what would be here, and the one thing to do about it. */
export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div data-empty className="flex flex-1 flex-col items-center justify-center gap-3 px-6 py-12 text-center">
      <Icon aria-hidden size={64} strokeWidth={1.25} className="text-text3" />
      {title === undefined ? null : <h2 className="max-w-full text-title wrap-anywhere">{title}</h2>}
      <p className="max-w-[320px] text-row font-normal text-balance wrap-anywhere text-text2">{text}</p>
      {action === undefined ? null : <div className="mt-2">{action}</div>}
    </div>
  )
}
