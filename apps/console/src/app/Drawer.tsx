import { IconButton } from '@rueda/ui/IconButton.tsx'
import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { say } from './words.ts'

/** The detail of a row, on the right; Escape closes it. */
export function Drawer({ title, onClose, children }: Readonly<{ title: string; onClose: () => void; children: ReactNode }>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return (
    <aside
      aria-label={title}
      className="fixed inset-y-0 right-0 z-10 flex w-[560px] max-w-full flex-col border-l border-line bg-s1 shadow-sheet"
    >
      <div className="flex min-h-13 items-center justify-between border-b border-line px-5">
        <h2 className="text-nav">{title}</h2>
        <IconButton label={say('app.close')} icon={X} onPress={onClose} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-5">{children}</div>
    </aside>
  )
}
