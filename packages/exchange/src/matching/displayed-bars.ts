import { greatest, least } from '@rueda/rules/decimal.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { endOf, foldedBar, partsRequest } from '../bar-folding.ts'
import type { Bar, BarRequest, BarSeries } from '../venue.ts'
import type { InstrumentEngine } from './engine.ts'

/**
 * Bars as customers see them. Minutes that an execution or its impact has touched get both on top of the outside
 * market's bar; a longer bar over such minutes is folded from them again, so that every interval still agrees.
 */
type Bars = (request: BarRequest, now: Instant) => BarSeries | null

export function displayedBars(engine: InstrumentEngine, bars: Bars, request: BarRequest, now: Instant): BarSeries | null {
  const series = bars(request, now)
  if (series === null || (engine.outside.impact.empty && engine.activity.empty)) return series
  return { ...series, bars: series.bars.map((bar, index) => displayedBar(bar, series.bars[index + 1])) }

  function displayedBar(bar: Bar, next: Bar | undefined): Bar {
    const end = endOf(bar, next, request.interval)
    if (!isTouched(engine, bar.at, end)) return bar
    if (request.interval === '1m') return touchedMinute(engine, bar, now)
    return foldedBar(bar, partsOf(bar, end))
  }

  function partsOf(bar: Bar, end: Instant): readonly Bar[] {
    const parts = displayedBars(engine, bars, partsRequest(request, end), now)?.bars ?? []
    return parts.filter((part) => part.at >= bar.at && part.at < end)
  }
}

const isTouched = (engine: InstrumentEngine, from: Instant, to: Instant): boolean =>
  engine.outside.impact.touches(from, to) || engine.activity.touches(from, to)

function touchedMinute(engine: InstrumentEngine, bar: Bar, now: Instant): Bar {
  const open = engine.outside.withImpact(bar.open, bar.at)
  const close = engine.outside.withImpact(bar.close, Math.min(now, bar.at + MINUTE_MS - 1))
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
