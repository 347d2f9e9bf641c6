import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { useLongPress } from '@rueda/ui/actions/use-long-press.ts'
import { Star } from 'lucide-react'
import { type MouseEvent, Suspense, lazy, useState } from 'react'
import { useSignedIn } from '../security/session.ts'
import { useText } from '../text/text.ts'
import type { Watching } from '../watchlist/watching.ts'
import { useInstrumentName } from './instrument-name.ts'

const ListsSheet = lazy(async () => ({ default: (await import('../watchlist/ListsSheet.tsx')).ListsSheet }))

/**
 * Adds to the usual list or takes off it; filled while it is on it. A long press, the other mouse button or the menu key opens the choice
 * among all lists.
 */
export function StarButton({ quote, watching }: Readonly<{ quote: Quote; watching: Watching }>) {
  const t = useText('quotes')
  const nameOf = useInstrumentName()
  const signedIn = useSignedIn()
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never')
  const watched = watching.isWatched(quote)
  const choose = signedIn ? () => setMenu('open') : undefined
  const { onClick, onContextMenu, ...press } = useLongPress(choose)
  return (
    <span
      {...press}
      // The click that ends a long press is none.
      onClickCapture={(event: MouseEvent) => {
        onClick?.(event)
        if (event.defaultPrevented) event.stopPropagation()
      }}
      onContextMenu={(event: MouseEvent) => {
        onContextMenu?.(event)
        choose?.()
      }}
      className="inline-flex flex-none touch-manipulation select-none"
    >
      <IconButton
        icon={Star}
        pressed={watched}
        label={t(watched ? 'star.remove' : 'star.add', { name: nameOf(quote) })}
        onPress={() => void watching.toggle(quote)}
      />
      {menu === 'never' ? null : (
        <Suspense fallback={null}>
          <ListsSheet quote={quote} open={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </span>
  )
}
