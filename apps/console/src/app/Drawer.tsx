import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFocus } from './use-focus.ts'
import { say } from './words.ts'

type DrawerProps = Readonly<{
  title: string
  onClose: () => void
  /** With room for evidence beside the decision. */
  wide?: boolean
  children: ReactNode
}>

/** The detail of a row, on the right; Escape closes it. */
export function Drawer({ title, onClose, wide = false, children }: DrawerProps) {
  const drawer = useRef<HTMLElement>(null)
  useFocus(drawer)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // A prompt in front of it takes the key for itself.
      if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) onClose()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return (
    <aside
      ref={drawer}
      tabIndex={-1}
      aria-label={title}
      className={`outline-none fixed inset-y-0 right-0 z-10 flex max-w-full ${wide ? 'w-[1080px]' : 'w-[560px]'} flex-col border-l border-line bg-s1 shadow-sheet`}
    >
      <div className="flex min-h-13 items-center justify-between border-b border-line px-5">
        <h2 className="text-nav">{title}</h2>
        <IconButton label={say('app.close')} icon={X} onPress={onClose} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto scroll-pb-24 p-5 pb-24">{children}</div>
    </aside>
  )
}
