import type { Position } from '@rueda/contract/positions.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { classes } from '@rueda/ui/look/classes.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { Sparkline, upTo } from '@rueda/ui/quotes/Sparkline.tsx'
import type { ReactNode } from 'react'
import { useFreshQuote, useFreshness, useLiveQuote } from '../../shared/live/live.ts'
import { floatingOf } from '../../shared/positions/floating.ts'
import { positionQuoteHref } from '../../shared/positions/position-links.ts'
import { quoteHref } from '../../shared/quotes/instrument.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

const SPARK = { width: 56, height: 22 } as const

/** An instrument in one dense line: code over name, its last closes, price, move. */
export function QuoteLine({ quote, isChosen }: Readonly<{ quote: Quote; isChosen: boolean }>) {
  const nameOf = useInstrumentName()
  const fresh = useFreshQuote(quote)
  const freshness = useFreshness(fresh)
  const stale = freshness === 'stale' || freshness === 'offline'
  return (
    <Line
      href={quoteHref(fresh)}
      code={fresh.stock_code}
      name={nameOf(fresh)}
      isChosen={isChosen}
      drawing={
        quote.closes === undefined || quote.closes.length === 0 ? null : (
          <Sparkline {...SPARK} closes={upTo(quote.closes, fresh.price_nominal)} />
        )
      }
      price={
        <Price value={fresh.price_nominal} decimals={fresh.decimals} stale={stale} flash={freshness === 'live'} className="text-meta" />
      }
      change={<Change percent={fresh.change_ratio} className="text-micro" />}
    />
  )
}

/** A holding in the same line, with its result in place of the day's move. */
export function HoldingLine({ position, isChosen }: Readonly<{ position: Position; isChosen: boolean }>) {
  const nameOf = useInstrumentName()
  const last = useLiveQuote(position.code)?.price_nominal ?? null
  return (
    <Line
      href={positionQuoteHref(position)}
      code={position.stockCode}
      name={nameOf(position)}
      isChosen={isChosen}
      drawing={null}
      price={<Price value={last ?? position.currentPrice} decimals={position.decimals} flash className="text-meta" />}
      change={<Change own percent={floatingOf(position, last)?.percent ?? null} className="text-micro" />}
    />
  )
}

type LineProps = Readonly<{
  href: string
  code: string
  name: string
  isChosen: boolean
  drawing: ReactNode
  price: ReactNode
  change: ReactNode
}>

function Line({ href, code, name, isChosen, drawing, price, change }: LineProps) {
  return (
    <a
      href={href}
      aria-current={isChosen ? 'true' : undefined}
      className={classes(
        'flex h-10 items-center gap-2 border-b border-line border-l-2 pr-3 pl-2.5 outline-offset-[-2px] hover:bg-s1',
        isChosen ? 'border-l-accent bg-s2' : 'border-l-transparent',
      )}
    >
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate text-meta font-semibold">{code}</span>
        <span className="block truncate text-tab font-normal text-text3">{name}</span>
      </span>
      <span className="flex-none @max-[270px]:hidden">{drawing}</span>
      <span className="min-w-[58px] flex-none text-right">{price}</span>
      <span className="flex w-[72px] flex-none justify-end">{change}</span>
    </a>
  )
}
