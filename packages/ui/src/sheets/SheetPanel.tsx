import { Drawer } from '@base-ui/react/drawer'
import { ChevronLeft, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import type { SheetProps } from './Sheet.tsx'
import { useUi } from '../provider/context.tsx'
import { SheetOpenProvider } from './sheet-open.ts'
import { DESK } from '../look/desk.ts'
import { useBackCloses } from './use-back-closes.ts'

/** On a desk a sheet stands at the right, over the full height; on a telephone it comes from the bottom. */
const VIEWPORT = 'absolute inset-0 z-50 flex items-end panes:justify-end'
const PANEL = [
  'flex max-h-[92%] w-full flex-col rounded-t-sheet bg-s1 pb-safe shadow-sheet outline-none transition-transform duration-[280ms] ease-[cubic-bezier(.2,0,0,1)] data-ending-style:duration-200 data-swiping:duration-0',
  'max-panes:[transform:translateY(var(--drawer-swipe-movement-y))] max-panes:data-ending-style:[transform:translateY(100%)] max-panes:data-starting-style:[transform:translateY(100%)]',
  'panes:h-full panes:max-h-full panes:w-[440px] panes:rounded-none panes:border-l panes:border-line panes:[transform:translateX(var(--drawer-swipe-movement-x))] panes:data-ending-style:[transform:translateX(100%)] panes:data-starting-style:[transform:translateX(100%)]',
].join(' ')

/** Sheets stay inside the shell, which marks the place for them. */
const container = () => document.getElementById('sheets') ?? document.body

export default function SheetPanel({ open, onClose, title, onBack, footer, pending = false, children }: SheetProps) {
  const { text } = useUi()
  // Keys scroll what is focused: from the first key on it is the content, unless a field in it takes the focus for itself.
  const content = useRef<HTMLDivElement>(null)
  const close = () => {
    if (!pending) onClose()
  }
  useBackCloses(open, onClose)
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      disablePointerDismissal={pending}
      swipeDirection={window.matchMedia(DESK).matches ? 'right' : 'down'}
    >
      <Drawer.Portal container={container()}>
        <Drawer.Backdrop className="absolute inset-0 z-50 bg-scrim opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-[280ms] data-ending-style:opacity-0 data-ending-style:duration-200 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className={VIEWPORT}>
          <Drawer.Popup
            initialFocus={content}
            // What had the focus may be gone with the step before: then the whole panel gets it.
            onFocus={({ target, currentTarget }) => (target === currentTarget ? content.current?.focus() : undefined)}
            className={PANEL}
          >
            <span aria-hidden className="mx-auto mt-2.5 h-1 w-9 flex-none rounded-pill bg-s3 panes:hidden" />
            <div className="flex flex-none items-center gap-1 px-edge pt-1.5 panes:h-navbar panes:pt-0">
              {onBack === undefined ? null : (
                <span className="-ml-[10px]">
                  <IconButton label={text.back} icon={ChevronLeft} onPress={onBack} />
                </span>
              )}
              <Drawer.Title className="min-w-0 flex-1 text-title">{title}</Drawer.Title>
              <span className="-mr-[10px]">
                <IconButton label={text.close} icon={X} onPress={close} disabled={pending} />
              </span>
            </div>
            {/* A sheet of text alone is scrolled by the keyboard as well. */}
            <Drawer.Content
              ref={content}
              tabIndex={0}
              className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-edge pt-1 pb-5 outline-none"
            >
              <SheetOpenProvider value={open}>{children}</SheetOpenProvider>
            </Drawer.Content>
            {footer === undefined ? null : (
              <div className="flex-none border-t border-line px-edge py-2">
                <SheetOpenProvider value={open}>{footer}</SheetOpenProvider>
              </div>
            )}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
