import type { CloseOnly } from '@rueda/rules/instruments/close-only.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { overrideMarket } from '../override-market.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import type { ScenarioEvents } from './scenario.ts'

/**
 * A market in which a scenario lets some instruments be closed only. It lies over the guards, so that a paused price
 * says so as well.
 */
export function withCloseOnly(market: MarketOfVenue, events: ScenarioEvents): MarketOfVenue {
  const spans = new Map<string, readonly CloseOnly[]>()
  for (const instrument of market.instruments) {
    const own = events.of(instrument).flatMap((event) => (event.kind === 'closeOnly' ? [event] : []))
    if (own.length > 0) spans.set(instrument.id, own)
  }
  if (spans.size === 0) return market
  const running = (instrumentId: string, now: Instant): CloseOnly | undefined =>
    spans.get(instrumentId)?.find(({ from, until }) => now >= from && now < until)
  return overrideMarket(market, {
    quote: (instrumentId, now) => {
      const quote = market.quote(instrumentId, now)
      const closeOnly = running(instrumentId, now)
      return quote === null || closeOnly === undefined ? quote : { ...quote, closeOnly, scenario: true }
    },
    interruptions: (instrumentIds, from, to) => {
      const ids = [...instrumentIds]
      const moments = ids.flatMap((id) => (spans.get(id) ?? []).flatMap((span) => [span.from, span.until]))
      const within = moments.filter((moment) => moment > from && moment <= to)
      return [...new Set([...within, ...(market.interruptions?.(ids, from, to) ?? [])])].toSorted((a, b) => a - b)
    },
  })
}
