import { greatest, least } from '@rueda/rules/decimal.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Bar, BarInterval, BarRequest, BarSeries } from '../venue.ts'
import { withImpact } from './displayed-market.ts'
import type { InstrumentEngine } from './engine.ts'

/**
 * Bars as customers see them. Minutes that an execution or its impact has touched get both on top of the outside
 * market's bar; a longer bar over such minutes is folded from them again, so that every interval still agrees.
 */
type Bars = (request: BarRequest, now: Instant) => BarSeries | null

const MINUTES: Readonly<Partial<Record<BarInterval, number>>> = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '60m': 60 }
const MINUTES_OF_A_DAY = 1_440
const WEEK_IN_DAYS = 7
const MONTH_IN_DAYS = 31

export function displayedBars(engine: InstrumentEngine, bars: Bars, request: BarRequest, now: Instant): BarSeries | null {
  const series = bars(request, now)
  if (series === null || (engine.outside.impact.empty && engine.activity.empty)) return series
  return { ...series, bars: series.bars.map((bar, index) => displayedBar(bar, series.bars[index + 1]?.at)) }

  function displayedBar(bar: Bar, nextAt: Instant | undefined): Bar {
    const end = Math.min(nextAt ?? Number.POSITIVE_INFINITY, bar.at + spanOf(request.interval))
    if (!isTouched(engine, bar.at, end)) return bar
    if (request.interval === '1m') return touchedMinute(engine, bar, now)
    return folded(bar, partsOf(bar, end))
  }

  /** Days and shorter bars are made of minutes, weeks and months of days. */
  function partsOf(bar: Bar, end: Instant): readonly Bar[] {
    const interval = request.interval === 'week' || request.interval === 'month' ? 'day' : '1m'
    const limit = interval === 'day' ? MONTH_IN_DAYS : MINUTES_OF_A_DAY
    const parts = displayedBars(engine, bars, { ...request, interval, until: end - 1, limit }, now)?.bars ?? []
    return parts.filter((part) => part.at >= bar.at && part.at < end)
  }
}

const spanOf = (interval: BarInterval): number => {
  const minutes = MINUTES[interval]
  if (minutes !== undefined) return minutes * MINUTE_MS
  const days = interval === 'day' ? 1 : interval === 'week' ? WEEK_IN_DAYS : MONTH_IN_DAYS
  return days * MINUTES_OF_A_DAY * MINUTE_MS
}

const isTouched = (engine: InstrumentEngine, from: Instant, to: Instant): boolean =>
  engine.outside.impact.touches(from, to) || engine.activity.touches(from, to)

function touchedMinute(engine: InstrumentEngine, bar: Bar, now: Instant): Bar {
  const open = withImpact(engine, bar.open, bar.at)
  const close = withImpact(engine, bar.close, Math.min(now, bar.at + MINUTE_MS - 1))
  const own = engine.activity.minute(bar.at)
  return {
    ...bar,
    open,
    close,
    high: [open, close, own?.high ?? open].reduce(greatest, bar.high),
    low: [open, close, own?.low ?? open].reduce(least, bar.low),
    volume: bar.volume + (own?.volume ?? 0n),
    turnover: bar.turnover + (own?.turnover ?? 0n),
  }
}

function folded(bar: Bar, parts: readonly Bar[]): Bar {
  const [first] = parts
  const last = parts.at(-1)
  if (first === undefined || last === undefined) return bar
  return {
    ...bar,
    open: first.open,
    close: last.close,
    high: parts.reduce((high, part) => greatest(high, part.high), first.high),
    low: parts.reduce((low, part) => least(low, part.low), first.low),
    volume: parts.reduce((sum, part) => sum + part.volume, 0n),
    turnover: parts.reduce((sum, part) => sum + part.turnover, 0n),
  }
}
