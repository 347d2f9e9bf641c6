import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useFreshness } from '../../shared/live/live.ts'
import { regularPriceOf } from '../../shared/quotes/regular-price.ts'
import { useText } from '../../shared/text/text.ts'
import { quoteSubtitle } from './QuoteHeader.tsx'

type CollapsingPrice = Readonly<{
  /** For what holds the price on the page. */
  place: (place: HTMLDivElement | null) => void
  /** The line under the name in the navbar: the code, or the price while the one on the page is scrolled away. */
  subtitle: ReactNode
}>

/** The price of a quote stays in sight: once the page is scrolled past it, the navbar shows it. */
export function useCollapsingPrice(quote: Quote): CollapsingPrice {
  const t = useText('quotes')
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  const [gone, setGone] = useState(false)
  useEffect(() => {
    if (place === null) return undefined
    const observer = new IntersectionObserver(([entry]) => setGone(entry?.isIntersecting === false))
    observer.observe(place)
    return () => observer.disconnect()
  }, [place])
  return { place: setPlace, subtitle: gone ? <CollapsedPrice quote={quote} /> : quoteSubtitle(t, quote) }
}

function CollapsedPrice({ quote }: Readonly<{ quote: Quote }>) {
  const freshness = useFreshness(quote)
  const { price, percent } = regularPriceOf(quote)
  return (
    <span data-part="collapsed-price" className="inline-flex items-baseline gap-1.5 text-meta">
      <Price
        value={price}
        decimals={quote.decimals}
        stale={freshness === 'stale' || freshness === 'offline'}
        className="font-semibold text-text1"
      />
      <Change percent={percent} />
    </span>
  )
}
