import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Star } from 'lucide-react'
import { useText } from '../text/text.ts'
import type { Watching } from '../watchlist/watching.ts'
import { useInstrumentName } from './instrument-name.ts'

/** Adds to the watchlist or takes off it; filled while it is watched. */
export function StarButton({ quote, watching }: Readonly<{ quote: Quote; watching: Watching }>) {
  const t = useText('quotes')
  const nameOf = useInstrumentName()
  const watched = watching.isWatched(quote)
  return (
    <IconButton
      icon={Star}
      pressed={watched}
      label={t(watched ? 'star.remove' : 'star.add', { name: nameOf(quote) })}
      onPress={() => void watching.toggle(quote)}
    />
  )
}
