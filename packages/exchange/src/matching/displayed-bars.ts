import { greatest, least } from '@rueda/rules/decimal.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { endOf, foldedBar, partsRequest } from '../bar-folding.ts'
import type { Bar, BarRequest, BarSeries } from '../venue.ts'
import type { Activity } from './activity.ts'

/**
 * Bars as customers see them. Minutes in which customers have traded get their volume on top of the outside market's bar,
 * and the prices at which they have traded with each other; a longer bar over such minutes is folded from them again, so
 * that every interval still agrees. The outside's own figures stay beside, since the path of a day can be recomputed.
 */
type Bars = (request: BarRequest, now: Instant) => BarSeries | null

export function displayedBars(activity: Activity, bars: Bars, request: BarRequest, now: Instant): BarSeries | null {
  const series = bars(request, now)
  if (series === null || activity.empty) return series
  return { ...series, bars: series.bars.map((bar, index) => displayedBar(bar, series.bars[index + 1])) }

  function displayedBar(bar: Bar, next: Bar | undefined): Bar {
    const end = endOf(bar, next, request.interval)
    if (!activity.touches(bar.at, end)) return bar
    const shown = request.interval === '1m' ? touchedMinute(activity, bar) : foldedBar(bar, partsOf(bar, end))
    const { open, high, low, close, volume, turnover } = bar
    return { ...shown, outside: { open, high, low, close, volume, turnover } }
  }

  function partsOf(bar: Bar, end: Instant): readonly Bar[] {
    const parts = displayedBars(activity, bars, partsRequest(request, end), now)?.bars ?? []
    return parts.filter((part) => part.at >= bar.at && part.at < end)
  }
}

function touchedMinute(activity: Activity, bar: Bar): Bar {
  const own = activity.minute(bar.at)
  if (own === null) return bar
  return {
    ...bar,
    high: greatest(bar.high, own.prices?.high ?? bar.high),
    low: least(bar.low, own.prices?.low ?? bar.low),
    volume: bar.volume + own.volume,
    turnover: bar.turnover + own.turnover,
  }
}
