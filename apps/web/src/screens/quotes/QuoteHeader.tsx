import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { FreshnessPill } from '@rueda/ui/pills/FreshnessPill.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDateTime, formatSeconds } from '@rueda/ui/formats/dates.ts'
import { formatCompact, formatPrice } from '@rueda/ui/formats/format.ts'
import type { ReactNode } from 'react'
import { type Freshness, useFreshness } from '../../shared/live/live.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import type { Scrubbed } from '../../shared/charts/ChartBody.tsx'
import { useChartChoices } from '../../shared/charts/chart-choices.ts'
import { difference, percentBetween } from '../../shared/charts/chart-data.ts'
import { useRangeChange } from '../../shared/charts/use-range-change.ts'
import { AtLimit } from './DayLimits.tsx'
import { ExtendedPrice } from '../../shared/quotes/ExtendedPrice.tsx'
import { isIndex, tagOf } from '../../shared/quotes/instrument.ts'
import { regularPriceOf } from '../../shared/quotes/regular-price.ts'

type QuoteHeaderProps = Readonly<{
  quote: Quote
  scrubbed: Scrubbed | null
  /** The end of the day's range that the price has reached. */
  limit?: 'up' | 'down' | null | undefined
  /** A button beside the price; it makes room for the figures under the finger. */
  action?: ReactNode | undefined
}>

/** The price now, or the one under the finger; both take the same room, so nothing below them moves. */
export function QuoteHeader({ quote, scrubbed, limit = null, action }: QuoteHeaderProps) {
  if (scrubbed !== null) {
    return (
      <div className="flex flex-col">
        <PriceThen quote={quote} scrubbed={scrubbed} />
      </div>
    )
  }
  return (
    <div className="flex flex-col">
      <PriceNow quote={quote} limit={limit} action={action} />
    </div>
  )
}

function PriceNow({ quote, limit, action }: Pick<QuoteHeaderProps, 'quote' | 'action'> & Readonly<{ limit: 'up' | 'down' | null }>) {
  const t = useText('quotes')
  const freshness = useFreshness(quote)
  const stale = freshness === 'stale' || freshness === 'offline'
  const at = quote.updateTimeTimestamp
  const now = useServerNow(MINUTE_MS)
  const isExtended = quote.extendedHours !== undefined
  const moment = (
    <span className="num text-meta text-text3">
      {formatDate(at) === formatDate(now) ? t('asOf', { time: formatSeconds(at) }) : formatDateTime(at)}
    </span>
  )
  return (
    <>
      <p className="flex min-h-9 items-center justify-between gap-3 large:flex-wrap large:gap-y-0">
        <span className="flex items-baseline gap-2">
          <Price value={regularPriceOf(quote).price} decimals={quote.decimals} size="large" stale={stale && !isExtended} />
          <span className="text-meta text-text3">{isIndex(quote) ? t('points') : quote.currency}</span>
        </span>
        <span className="flex items-center gap-1.5">
          {limit === null ? null : <AtLimit end={limit} />}
          {quote.scenario === 1 ? <Pill tone="warn">{t('state.scenario')}</Pill> : null}
          <QuoteState quote={quote} freshness={freshness} />
          {action === undefined ? null : <span className="-my-2.5 -mr-[10px] flex">{action}</span>}
        </span>
      </p>
      <p className="flex min-h-6 flex-wrap items-center gap-x-1.5 text-label">
        <Moved quote={quote} />
        {isExtended ? null : moment}
      </p>
      {isExtended ? (
        <p className="flex min-h-6 flex-wrap items-center gap-x-1.5">
          <ExtendedPrice quote={quote} stale={stale} />
          {moment}
        </p>
      ) : null}
    </>
  )
}

/** The move over the range that the chart shows; over more than the day it says which. */
export function Moved({ quote }: Readonly<{ quote: Quote }>) {
  const t = useText('quotes')
  const { absolute, percent, range } = useRangeChange(quote)
  return (
    <>
      <Change absolute={absolute} percent={percent} decimals={quote.decimals} />
      {range === null ? null : <span className="text-meta text-text3">{t(`range.spoken.${range}`)}</span>}
    </>
  )
}

export function QuoteState({ quote, freshness }: Readonly<{ quote: Quote; freshness: Freshness }>) {
  const t = useText('quotes')
  if (freshness === 'halted') return <Pill tone="warn">{t('state.halted')}</Pill>
  const shown = freshness === 'offline' ? 'stale' : freshness
  return (
    <FreshnessPill
      state={shown}
      label={t(`state.${freshness}`)}
      explanation={{
        title: t(`state.${freshness}`),
        text: t('state.explained', {
          source: t(quote.venue === 'REPLAY' ? 'venue.replay' : 'venue.sim'),
          time: formatDateTime(quote.updateTimeTimestamp),
        }),
      }}
    />
  )
}

function PriceThen({ quote, scrubbed: { bar, base, daily, zone } }: Readonly<{ quote: Quote; scrubbed: Scrubbed }>) {
  const candles = useChartChoices(({ looks }) => looks[quote.market] === 'candles')
  return (
    <>
      <p className="flex min-h-9 items-center justify-between gap-3 large:flex-wrap large:gap-y-0">
        <span className="flex items-baseline gap-2">
          <Price value={bar.close} decimals={quote.decimals} size="total" />
          <Change
            absolute={difference(base, bar.close, quote.decimals)}
            percent={percentBetween(base, bar.close)}
            decimals={quote.decimals}
            className="text-label"
          />
        </span>
        <span className="num text-meta text-text3">{daily ? formatDate(bar.timestamp, zone) : formatDateTime(bar.timestamp)}</span>
      </p>
      <p className="num flex min-h-6 flex-wrap items-center gap-x-2.5 text-meta text-text2">
        {candles ? <BarFacts quote={quote} bar={bar} /> : <VolumeFact bar={bar} />}
      </p>
      {quote.extendedHours === undefined ? null : <p className="min-h-6" />}
    </>
  )
}

type BarProps = Readonly<{ bar: Scrubbed['bar'] }>

export function BarFacts({ quote, bar }: BarProps & Readonly<{ quote: Quote }>) {
  const t = useText('quotes')
  const { language } = useUi()
  return (
    <>
      {(['open', 'high', 'low', 'close'] as const).map((fact) => (
        <span key={fact}>
          <span className="text-text3">{t(`bar.short.${fact}`)}</span> {formatPrice(language, bar[fact], quote.decimals)}
        </span>
      ))}
      <VolumeFact bar={bar} />
    </>
  )
}

function VolumeFact({ bar }: BarProps) {
  const t = useText('quotes')
  const { language } = useUi()
  if (Number(bar.volume) === 0) return null
  return (
    <span>
      <span className="text-text3">{t('bar.short.volume')}</span> {formatCompact(language, bar.volume)}
    </span>
  )
}

type Subtitled = Pick<Quote, 'formerCode' | 'marketType' | 'source' | 'stock_code'>

/** Under the name in the navbar of a quote: the code, where a stock is listed, and the code that it had until lately. */
export function quoteSubtitle(t: Translate<'quotes'>, quote: Subtitled): string {
  const former = quote.formerCode === undefined ? undefined : t('formerly', { code: quote.formerCode })
  return [quote.stock_code, tagOf(quote), former].filter((part) => part !== undefined).join(' · ')
}
