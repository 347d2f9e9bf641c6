import { greatest, least } from '@rueda/rules/decimal.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { endOf, foldedBar, partsRequest } from '../bar-folding.ts'
import type { Bar, BarRequest, BarSeries } from '../venue.ts'
import type { InstrumentEngine } from './engine.ts'

/**
 * Bars as customers see them. Minutes in which customers have traded get their volume on top of the outside market's bar,
 * and the prices at which they have traded with each other; a longer bar over such minutes is folded from them again, so
 * that every interval still agrees. The outside's own figures stay beside, since the path of a day can be recomputed.
 */
type Bars = (request: BarRequest, now: Instant) => BarSeries | null

export function displayedBars(engine: InstrumentEngine, bars: Bars, request: BarRequest, now: Instant): BarSeries | null {
  const series = bars(request, now)
  if (series === null || engine.activity.empty) return series
  return { ...series, bars: series.bars.map((bar, index) => displayedBar(bar, series.bars[index + 1])) }

  function displayedBar(bar: Bar, next: Bar | undefined): Bar {
    const end = endOf(bar, next, request.interval)
    if (!engine.activity.touches(bar.at, end)) return bar
    const shown = request.interval === '1m' ? touchedMinute(engine, bar) : foldedBar(bar, partsOf(bar, end))
    const { open, high, low, close, volume, turnover } = bar
    return { ...shown, outside: { open, high, low, close, volume, turnover } }
  }

  function partsOf(bar: Bar, end: Instant): readonly Bar[] {
    const parts = displayedBars(engine, bars, partsRequest(request, end), now)?.bars ?? []
    return parts.filter((part) => part.at >= bar.at && part.at < end)
  }
}

function touchedMinute(engine: InstrumentEngine, bar: Bar): Bar {
  const own = engine.activity.minute(bar.at)
  if (own === null) return bar
  return {
    ...bar,
    high: greatest(bar.high, own.prices?.high ?? bar.high),
    low: least(bar.low, own.prices?.low ?? bar.low),
    volume: bar.volume + own.volume,
    turnover: bar.turnover + own.turnover,
  }
}
