import { ChevronLeft } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import { OfflineBanner } from '../messages/OfflineBanner.tsx'
import { SimulatedBadge } from '../pills/SimulatedBadge.tsx'
import { classes } from '../look/classes.ts'
import { useUi } from '../provider/context.tsx'
import { useScrollMemory } from './use-scroll-memory.ts'

type ScreenProps = Readonly<{
  title: ReactNode
  subtitle?: ReactNode | undefined
  /** At most two icon buttons. */
  actions?: ReactNode | undefined
  /** Up to two buttons of equal width under the content. */
  stickyBar?: ReactNode | undefined
  /** Replaces the simulated badge, for screens that name it otherwise; null takes it away. */
  badge?: ReactNode | undefined
  /** Content that runs from edge to edge brings its own padding. */
  bare?: boolean | undefined
  children: ReactNode
}>

/** One page: navbar, content that scrolls, and a bar with what can be done. */
export function Screen(props: ScreenProps) {
  const { docked } = useUi()
  return docked ? <DockedScreen {...props} /> : <WholeScreen {...props} />
}

function WholeScreen({ title, subtitle, actions, stickyBar, badge, bare = false, children }: ScreenProps) {
  const { visit, enters } = useUi()
  const [slides] = useState(enters)
  const scroller = useScrollMemory(visit)
  return (
    <div className={classes('@container flex min-h-0 flex-1 flex-col', slides && 'animate-enter')}>
      <Navbar title={title} subtitle={subtitle} actions={actions} badge={badge} />
      <OfflineBanner />
      <main ref={scroller} id="screen" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain outline-none">
        <div className={classes(COLUMN, 'flex min-h-full flex-col', !bare && 'gap-3 p-edge')}>{children}</div>
      </main>
      {stickyBar === undefined ? null : <StickyBar>{stickyBar}</StickyBar>}
    </div>
  )
}

/** On a desk a page is as wide as it can be read; the frame says how wide that is for each page. */
const COLUMN = 'panes:mx-auto panes:w-full panes:max-w-(--column)'

/** A screen in a pane beside others, whose heading says what it is about. Enter in a field presses the button of its bar. */
function DockedScreen({ stickyBar, bare = false, children }: ScreenProps) {
  const bar = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (leavesField(event)) return
    if (!isPlainEnter(event) || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    bar.current?.querySelector<HTMLElement>('button:not(:disabled), a')?.click()
  }
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div onKeyDown={onKeyDown} role="presentation" className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain">
        <div className={classes('flex min-h-full flex-col', !bare && 'gap-3 p-edge')}>{children}</div>
      </div>
      {stickyBar === undefined ? null : (
        <div ref={bar} className="flex-none">
          <StickyBar>{stickyBar}</StickyBar>
        </div>
      )}
    </div>
  )
}

/**
 * Escape leaves a field, and so does a letter in one for figures, which has no use for it: the letter is a key of the page then, as `b` and
 * `s` are.
 */
function leavesField({ key, target, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent<HTMLElement>): boolean {
  if (!(target instanceof HTMLInputElement) || nativeEvent.isComposing || ctrlKey || metaKey || altKey) return false
  const isForFigures = target.inputMode === 'decimal' || target.inputMode === 'none'
  const isLetter = isForFigures && /^\p{L}$|^[?/]$/u.test(key)
  if (key !== 'Escape' && !isLetter) return false
  nativeEvent.preventDefault()
  target.blur()
  if (isLetter) document.body.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  return true
}

/** Enter by itself: with other keys, held down, or while a word is composed it means something else. */
const isPlainEnter = ({ key, ctrlKey, metaKey, altKey, shiftKey, repeat, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !ctrlKey && !metaKey && !altKey && !shiftKey && !repeat && !nativeEvent.isComposing

type NavbarProps = Pick<ScreenProps, 'title' | 'subtitle' | 'actions' | 'badge'>

function Navbar({ title, subtitle, actions, badge }: NavbarProps) {
  const { text, onBack } = useUi()
  return (
    <header className="z-30 flex-none border-b border-line bg-s1">
      <div className={classes(COLUMN, 'flex h-navbar items-center gap-2 px-edge large:h-auto large:flex-wrap large:gap-y-0 large:py-1')}>
        {onBack === null ? null : (
          <span className="-ml-[10px]">
            <IconButton label={text.back} icon={ChevronLeft} onPress={onBack} />
          </span>
        )}
        <div className="min-w-0 flex-1 large:basis-2/3">
          <h1
            className={classes(
              isLong(title, subtitle === undefined ? 'alone' : 'overSubtitle')
                ? 'line-clamp-2 text-row leading-[1.2] font-semibold'
                : 'truncate text-nav large:whitespace-normal',
            )}
          >
            {title}
          </h1>
          {subtitle === undefined ? null : <p className="num truncate text-micro font-normal text-text3">{subtitle}</p>}
        </div>
        {badge === undefined ? <UsualBadge /> : badge}
        {actions === undefined ? null : <div className="-mr-[10px] flex items-center">{actions}</div>}
      </div>
    </header>
  )
}

/** On a desk the frame carries it, beside every page. */
const UsualBadge = () => (
  <span className="flex-none panes:hidden">
    <SimulatedBadge />
  </span>
)

/** A telephone has room for about this much of a title in its usual size; a quote has a star and a menu beside it as well. */
const MAX_LETTERS = { alone: 22, overSubtitle: 14 }
const isLong = (title: ReactNode, place: keyof typeof MAX_LETTERS): boolean =>
  typeof title === 'string' && title.length > MAX_LETTERS[place]

/** The bar that never hides: content ends above it. */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <footer className="z-10 flex-none border-t border-line bg-s1 pb-safe">
      <div className={classes(COLUMN, 'flex min-h-sticky-bar items-stretch gap-2.5 px-edge py-2 *:min-w-0 *:flex-1')}>{children}</div>
    </footer>
  )
}
