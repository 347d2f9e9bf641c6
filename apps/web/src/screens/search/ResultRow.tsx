import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { Tag } from '@rueda/ui/pills/Pill.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { useFreshQuote } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { StarButton } from '../../shared/quotes/StarButton.tsx'
import { quoteHref, tagOf } from '../../shared/quotes/instrument.ts'
import type { Watching } from '../../shared/watchlist/watching.ts'
import { Highlighted } from './Highlighted.tsx'
import { remember } from './search-history.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

type ResultRowProps = Readonly<{ quote: Quote; typed: string; watching: Watching }>

/** An instrument that was found, with what matched in bold and its star. */
export function ResultRow({ quote, typed, watching }: ResultRowProps) {
  const t = useText('quotes')
  const nameOf = useInstrumentName()
  const fresh = useFreshQuote(quote)
  const tag = tagOf(fresh)
  return (
    <div className="flex items-center gap-1">
      <a
        href={quoteHref(fresh)}
        onClick={() => remember(fresh.stock_code)}
        className="-ml-edge flex min-h-16 min-w-0 flex-1 items-center gap-2.5 py-1.5 pl-edge active:bg-s2"
      >
        <Logo code={fresh.stock_code} src={fresh.localLogoUrl} />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="line-clamp-2 text-row leading-tight font-normal wrap-anywhere">
            <Highlighted text={nameOf(fresh)} typed={typed} />
          </span>
          <span className="flex items-center gap-1 text-meta text-text3">
            <span>
              <Highlighted text={fresh.stock_code} typed={typed} />
            </span>
            {tag === undefined ? null : <Tag>{tag}</Tag>}
            {fresh.formerCode === undefined ? null : (
              <span className="truncate">
                <Highlighted text={t('formerly', { code: fresh.formerCode })} typed={typed} />
              </span>
            )}
          </span>
        </span>
        <span className="flex flex-none flex-col items-end gap-0.5">
          <Price value={fresh.price_nominal} decimals={fresh.decimals} />
          <Change percent={fresh.change_ratio} className="text-meta" />
        </span>
      </a>
      <div className="-mr-[10px]">
        <StarButton quote={fresh} watching={watching} />
      </div>
    </div>
  )
}
