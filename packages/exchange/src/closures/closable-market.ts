import { greatest, least } from '@rueda/rules/decimal.ts'
import { type MarketName, marketNames } from '@rueda/rules/instruments/instrument.ts'
import type { ClosedDay } from '@rueda/rules/markets/closed-day.ts'
import { closableMarkets, marketFacts, restingWith } from '@rueda/rules/markets/markets.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { endOf, foldedBar, partsRequest } from '../bar-folding.ts'
import { memberIndices } from '../catalogue/world-indices.ts'
import { overrideMarket } from '../override-market.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import type { Bar, BarRequest, BarSeries, CompanyFacts, Quote } from '../venue.ts'
import { ClosedSpans } from './closed-spans.ts'

/**
 * A market whose days staff can close (`docs/rules/calendars.md` B.7). The prices behind it do not depend on it: they move on
 * unseen, so that closing a day moves none of them, and the next day opens where they have come to, as after any other
 * day without trading. Nothing is seen of a closed day: no price, no trade, no bar.
 */
export type ClosableMarket = Readonly<{
  market: MarketOfVenue
  /** From now on exactly these days are closed. */
  closeDays: (closed: readonly ClosedDay[]) => void
  /** True when an instrument's daily limits may have to be drawn around another close than the market's own. */
  hasReopened: (instrumentId: string, now: Instant) => boolean
}>

/** An index is closed when its members are. */
const followed: ReadonlyMap<string, MarketName> = new Map(
  marketNames.flatMap((name) => {
    const own = memberIndices[name]
    return own === null ? [] : [[own.index.instrument.id, name] as const]
  }),
)
const nameOf = (instrumentId: string): MarketName =>
  followed.get(instrumentId) ?? (instrumentId.slice(0, instrumentId.indexOf(':')) as MarketName)

/** A price that was held back by a limit comes back within so many days. */
const DAYS_OF_LIMITS = 10
const DAYS_OF_A_YEAR = 366
const SESSIONS_OF_A_YEAR = 252

export function closableMarket(market: MarketOfVenue): ClosableMarket {
  let spans: ReadonlyMap<MarketName, ClosedSpans> = new Map()
  const frozen = new Map<string, Readonly<{ from: Instant; quote: Quote | null }>>()
  const closes = new Map<string, Readonly<{ tradeDate: CalendarDate; close: bigint | null }>>()
  const of = (instrumentId: string): ClosedSpans | undefined => (spans.size === 0 ? undefined : spans.get(nameOf(instrumentId)))

  /** The last quote before the span; read once, because going back in time costs. */
  const frozenQuote = (instrumentId: string, from: Instant): Quote | null => {
    const known = frozen.get(instrumentId)
    if (known?.from === from) return known.quote
    const quote = market.quote(instrumentId, from - 1)
    frozen.set(instrumentId, { from, quote })
    return quote
  }

  /** The close that customers saw last, in the shares of now. */
  const seenClose = (closed: ClosedSpans, { instrumentId, tradeDate }: Quote, now: Instant): bigint | null => {
    const known = closes.get(instrumentId)
    if (known?.tradeDate === tradeDate) return known.close
    const before = closed.seenBefore(tradeDate)
    const close = before === null ? null : closeAt(market, { instrumentId, adjust: 'split' }, closed.endOfRegular(before), now)
    closes.set(instrumentId, { tradeDate, close })
    return close
  }

  const seen: MarketOfVenue = overrideMarket(market, {
    session: (name, now) => spans.get(name)?.calendar.session(now) ?? market.session(name, now),
    calendar: (name, from, to) => spans.get(name)?.calendar.calendarDays(from, to) ?? market.calendar(name, from, to),
    quote: (instrumentId, now) => {
      const closed = of(instrumentId)
      const span = closed?.at(now) ?? null
      const quote = span === null ? market.quote(instrumentId, now) : frozenQuote(instrumentId, span.from)
      const previousClose = closed === undefined || quote === null ? null : seenClose(closed, quote, span === null ? now : span.from - 1)
      return quote === null || previousClose === null ? quote : { ...quote, previousClose }
    },
    depth: (instrumentId, levels, now) =>
      (of(instrumentId)?.at(now) ?? null) === null ? market.depth(instrumentId, levels, now) : { bids: [], asks: [] },
    prints: (instrumentId, from, to) => {
      const closed = of(instrumentId)
      const prints = market.prints(instrumentId, from, to)
      return closed === undefined ? prints : prints.filter(({ at }) => closed.at(at) === null)
    },
    bars: (request, now) => {
      const closed = of(request.instrumentId)
      return closed === undefined ? market.bars(request, now) : seenBars(market, closed, request, momentIn(closed, now))
    },
    facts: (instrumentId, now) => {
      const closed = of(instrumentId)
      const moment = closed === undefined ? now : momentIn(closed, now)
      const facts = market.facts(instrumentId, moment)
      if (facts === null || closed === undefined || !closed.hasAnyBefore(moment, DAYS_OF_A_YEAR)) return facts
      return { ...facts, ...yearRange(market, closed, instrumentId, moment) }
    },
  })

  return {
    market: seen,
    closeDays: (closed) => {
      spans = new Map(closableMarkets.flatMap((name) => spansOf(name, closed)))
      frozen.clear()
      closes.clear()
    },
    hasReopened: (instrumentId, now) =>
      marketFacts[nameOf(instrumentId)].hasDailyLimits && (of(instrumentId)?.hasAnyBefore(now, DAYS_OF_LIMITS) ?? false),
  }
}

/** Customers see the last moment before a closed span for all of it. */
function momentIn(closed: ClosedSpans, now: Instant): Instant {
  const span = closed.at(now)
  return span === null ? now : span.from - 1
}

function spansOf(name: MarketName, closed: readonly ClosedDay[]): (readonly [MarketName, ClosedSpans])[] {
  const days = closed.filter(({ market }) => market === name)
  if (days.length === 0) return []
  return restingWith(name).map((each) => [each, new ClosedSpans(each, days)] as const)
}

type Adjusted = Pick<BarRequest, 'instrumentId' | 'adjust'>

const closeAt = (market: MarketOfVenue, asked: Adjusted, moment: Instant, now: Instant): bigint | null =>
  market.bars({ ...asked, interval: 'day', until: moment - 1, limit: 1, hours: 'regular' }, now)?.bars.at(-1)?.close ?? null

/** Bars without those of closed days; longer ones are put together again from the days that are left. */
function seenBars(market: MarketOfVenue, closed: ClosedSpans, request: BarRequest, now: Instant): BarSeries | null {
  const isLong = request.interval === 'week' || request.interval === 'month'
  const kept = isLong ? longBars(market, closed, request, now) : shortBars(market, closed, request, now)
  const first = kept?.bars[0]
  if (kept === null || first === undefined) return kept
  const before = closed.seenBefore(closed.calendar.dateOf(first.at))
  const previousClose = before === null ? null : closeAt(market, request, closed.endOfRegular(before), now)
  return previousClose === null ? kept : { ...kept, previousClose }
}

/** Requests as many more as were left out, until there are enough or no more. */
function shortBars(market: MarketOfVenue, closed: ClosedSpans, request: BarRequest, now: Instant): BarSeries | null {
  for (let limit = request.limit; ;) {
    const series = market.bars({ ...request, limit }, now)
    if (series === null) return null
    const bars = series.bars.filter(({ at }) => !closed.isClosedAt(at))
    const isAll = series.bars.length < limit || bars.length >= request.limit
    if (isAll) return { ...series, bars: bars.slice(-request.limit) }
    limit += request.limit - bars.length
  }
}

function longBars(market: MarketOfVenue, closed: ClosedSpans, request: BarRequest, now: Instant): BarSeries | null {
  const series = market.bars(request, now)
  if (series === null) return null
  const bars = series.bars.flatMap((bar, index) => {
    const end = endOf(bar, series.bars[index + 1], request.interval)
    if (closed.leftOutBetween(bar.at, end).length === 0) return [bar]
    const days = shortBars(market, closed, partsRequest(request, Math.min(end, now + 1)), now)?.bars ?? []
    const parts = days.filter(({ at }) => at >= bar.at && at < end)
    const [first] = parts
    return first === undefined ? [] : [{ ...foldedBar(bar, parts), at: first.at }]
  })
  return { ...series, bars }
}

function yearRange(
  market: MarketOfVenue,
  closed: ClosedSpans,
  instrumentId: string,
  now: Instant,
): Partial<Pick<CompanyFacts, 'high52Weeks' | 'low52Weeks'>> {
  const request = { instrumentId, interval: 'day', until: now, limit: SESSIONS_OF_A_YEAR, hours: 'regular', adjust: 'split' } as const
  const bars: readonly Bar[] = shortBars(market, closed, request, now)?.bars ?? []
  const [first] = bars
  if (first === undefined) return {}
  return {
    high52Weeks: bars.reduce((high, bar) => greatest(high, bar.high), first.high),
    low52Weeks: bars.reduce((low, bar) => least(low, bar.low), first.low),
  }
}
