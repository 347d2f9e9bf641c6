import type { MarketOfVenue } from './sim-venue.ts'

/** A market that answers as another one does, but for what is overridden. */
export const overrideMarket = (market: MarketOfVenue, changed: Partial<MarketOfVenue>): MarketOfVenue => ({
  instruments: market.instruments,
  session: (name, now) => market.session(name, now),
  quote: (instrumentId, now) => market.quote(instrumentId, now),
  depth: (instrumentId, levels, now) => market.depth(instrumentId, levels, now),
  prints: (instrumentId, from, to) => market.prints(instrumentId, from, to),
  bars: (request, now) => market.bars(request, now),
  facts: (instrumentId, now) => market.facts(instrumentId, now),
  calendar: (name, from, to) => market.calendar(name, from, to),
  corporateActions: (instrumentId, from, to, now) => market.corporateActions(instrumentId, from, to, now),
  commitments: (now, since) => market.commitments(now, since),
  averageDailyVolume: (instrumentId) => market.averageDailyVolume(instrumentId),
  dailyVolatility: (instrumentId) => market.dailyVolatility(instrumentId),
  ...changed,
})
