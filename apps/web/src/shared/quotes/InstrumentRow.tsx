import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { isNamedInWords } from '@rueda/rules/markets/markets.ts'
import { QuoteRow } from '@rueda/ui/quotes/QuoteRow.tsx'
import { useFreshQuote, useFreshness } from '../live/live.ts'
import { marketOf, quoteHref, tagOf } from './instrument.ts'
import { useInstrumentName } from './instrument-name.ts'

type InstrumentRowProps = Readonly<{
  quote: Quote
  /** The change in price instead of percent. */
  absolute?: boolean
  closes?: readonly string[] | undefined
  /** Something about it, after its code. */
  note?: string | undefined
  onMenu?: ((quote: Quote) => void) | undefined
}>

/** An instrument in a list, with its price as it moves. */
export function InstrumentRow({ quote, absolute = false, closes = quote.closes, note, onMenu }: InstrumentRowProps) {
  const nameOf = useInstrumentName()
  const fresh = useFreshQuote(quote)
  const freshness = useFreshness(fresh)
  return (
    <QuoteRow
      name={nameOf(fresh)}
      code={fresh.stock_code}
      href={quoteHref(fresh)}
      price={fresh.price_nominal}
      decimals={fresh.decimals}
      changePercent={fresh.change_ratio}
      {...(absolute ? { changeAbsolute: fresh.change } : {})}
      wholeName={isNamedInWords(marketOf(fresh.market))}
      tag={tagOf(fresh)}
      note={note}
      logo={fresh.localLogoUrl}
      closes={closes}
      stale={freshness === 'stale' || freshness === 'offline'}
      muted={freshness === 'closed' || freshness === 'halted'}
      onContext={onMenu === undefined ? undefined : () => onMenu(fresh)}
    />
  )
}
