import { type MarketName, marketNames } from '@rueda/rules/instruments/instrument.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { InstrumentTable } from '../instrument-table.ts'
import { overrideMarket } from '../override-market.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import type { BreakerDays } from './breaker-days.ts'
import { DailyLimits } from './daily-limits.ts'

/**
 * A market whose contract months keep within their daily limits. Shares keep to theirs by themselves: their days are
 * drawn within them, but for the first ones after a day that staff have closed.
 */
const LIMITED_IDS = marketNames.filter((name) => marketFacts[name].lists === 'contracts').map((name) => `${name}:`)
const isLimited = (instrumentId: string): boolean => LIMITED_IDS.some((begin) => instrumentId.startsWith(begin))

export function withDailyLimits(market: MarketOfVenue, breakerLevel: LevelAt, hasReopened: HasReopened = () => false): MarketOfVenue {
  const instruments = new InstrumentTable(market)
  const known = new Map<string, DailyLimits>()
  const limitsOf = (instrumentId: string, now: Instant): DailyLimits | null => {
    if (!isLimited(instrumentId) && !hasReopened(instrumentId, now)) return null
    const limits = known.get(instrumentId)
    const instrument = limits === undefined ? instruments.get(instrumentId) : undefined
    if (instrument === undefined) return limits ?? null
    const made = new DailyLimits({ market, instrument, breakerLevel })
    known.set(instrumentId, made)
    return made
  }
  return overrideMarket(market, {
    quote: (instrumentId, now) => {
      const quote = market.quote(instrumentId, now)
      return quote === null ? null : (limitsOf(instrumentId, now)?.quote(quote, now) ?? quote)
    },
    depth: (instrumentId, levels, now) => {
      const depth = market.depth(instrumentId, levels, now)
      return depth === null ? null : (limitsOf(instrumentId, now)?.depth(depth, now) ?? depth)
    },
    prints: (instrumentId, from, to) => {
      const prints = market.prints(instrumentId, from, to)
      return limitsOf(instrumentId, to)?.prints(prints) ?? prints
    },
    bars: (request, now) => {
      const limits = limitsOf(request.instrumentId, now)
      return limits === null ? market.bars(request, now) : limits.bars(request, now)
    },
  })
}

/** True when limits lie around another close than the one that its days were drawn from. */
export type HasReopened = (instrumentId: string, now: Instant) => boolean

/** The breaker levels that count at a moment of a trade date; null before its market has opened for that date. */
type LevelAt = (tradeDate: CalendarDate, moment: Instant) => number | null

export const breakerLevelOn =
  (market: Pick<MarketOfVenue, 'session'>, breaker: BreakerDays | null, name: MarketName): LevelAt =>
  (tradeDate, moment) => {
    const session = market.session(name, moment)
    const hasOpened = session.tradeDate === tradeDate && moment >= session.opensAt
    return breaker === null || !hasOpened ? null : breaker.levelAt(session, moment)
  }
