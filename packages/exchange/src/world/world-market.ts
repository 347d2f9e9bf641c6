import { type Instrument, type MarketName, marketNames } from '@rueda/rules/instruments/instrument.ts'
import { BREAKER_INDEX } from '@rueda/rules/markets/price-guards.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { daysOf } from '../calendars/civil.ts'
import { futureRoots } from '../catalogue/futures.ts'
import { logo } from '../catalogue/logo.ts'
import type { NewListing } from '../catalogue/new-companies.ts'
import { DayKeys } from '../prices/day-keys.ts'
import type { IndexPart } from '../prices/index-days.ts'
import type { SavedMarket } from '../prices/saved-days.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import { companyListings } from './company-listings.ts'
import { FuturesBoard } from './futures-board.ts'
import { NewListings } from './new-listings.ts'
import { indexListings } from './index-listings.ts'
import type { Listing } from './listing.ts'
import { pairListings } from './pair-listings.ts'
import { FOREIGN_HISTORY_START, type MarketsOptions, type SavedMarkets, createMarkets } from './simulated-markets.ts'
import { createSpots } from './spots.ts'

/**
 * Everything that is listed anywhere, behind the one interface of a market: the United States' shares and indices as
 * they are drawn, and all others quoted from what moves them.
 */
export interface WorldMarket extends MarketOfVenue {
  /** From now on these new companies are listed too; one that was listed stays. */
  list(listings: readonly NewListing[]): void
  logo(instrumentId: string): string | null
  /** Works out all days up to a date, which are over, and returns what they leave behind; called before anything is asked. */
  firstDays(until: CalendarDate): SavedMarkets
  /** What a part of the members of the index that halts the whole market adds to it on each day up to one, to be worked out beside this market. */
  breakerPart(through: CalendarDate, part: IndexPart): Float64Array
  /** That index from all its parts, in their order; called before anything is asked. */
  takeBreakerParts(through: CalendarDate, parts: readonly Float64Array[]): void
  /** Takes a millisecond or so, after each cycle, for what charts will need; it changes nothing of what they show. */
  workAhead(now: Instant): void
}

/** The most instruments of a market that are listed, the first of the catalogue; a market that is left out lists all it has. */
export type MostListed = Readonly<Partial<Record<MarketName, number>>>

/**
 * `openedOn` is where the market's clock stands as it opens: contract months of more than a year ahead are known from then on.
 * `mostListed` makes a smaller market of the same prices, for tests that need no larger one.
 */
export type WorldOptions = MarketsOptions & Readonly<{ openedOn: CalendarDate; mostListed?: MostListed | undefined }>

export function createWorldMarket({ saved, ...options }: WorldOptions): WorldMarket {
  const markets = createMarkets({ ...options, saved })
  const { US } = markets
  const since = options.startDate ?? FOREIGN_HISTORY_START
  const pairs = pairListings(markets.FX)
  const parts = { markets, spots: createSpots(markets, pairs, options), keys: new DayKeys(FUTURES, options.dayKey) }
  const futures = new FuturesBoard(parts, since < options.openedOn ? since : options.openedOn, options.openedOn)
  const others = [...companyListings(markets, daysOf(since)), ...pairs, ...indexListings(markets)]
  const byId = new Map(others.map((listing) => [listing.instrument.id, listing]))
  const followed = [...new Set(futureRoots.map(parts.spots))]
  const costly = [...others, ...followed].filter((each) => each.workAhead !== undefined)
  const everything = [...US.instruments, ...others.map(({ instrument }) => instrument), ...futures.instruments]
  const instruments = firstOf(everything, options.mostListed ?? {})
  const listingOf = (id: string): Listing | undefined => byId.get(id) ?? futures.listing(id)
  const arrivals = new NewListings(US)
  let rolledTo: CalendarDate = options.openedOn
  let cycle = 0
  const rollTo = (tradeDate: CalendarDate): void => {
    if (tradeDate <= rolledTo) return
    rolledTo = tradeDate
    instruments.push(...futures.rollTo(tradeDate))
  }
  return {
    instruments,
    list: (listings) => void instruments.push(...arrivals.list(listings)),
    session: (market, now) => {
      const session = markets[market].session(market, now)
      if (market === FUTURES) rollTo(session.tradeDate)
      return session
    },
    quote: (id, now) => {
      const listing = byId.get(id)
      if (listing !== undefined) return listing.quote(now)
      return id.startsWith(FUTURE_IDS) ? futures.quote(id, now) : (US.quote(id, now) ?? arrivals.reference(id, now))
    },
    depth: (id, levels, now) => {
      const listing = listingOf(id)
      return listing === undefined ? US.depth(id, levels, now) : listing.depth(levels, now)
    },
    prints: (id, from, to) => listingOf(id)?.prints(from, to) ?? US.prints(id, from, to),
    bars: (request, now) => {
      const listing = listingOf(request.instrumentId)
      return listing === undefined ? US.bars(request, now) : listing.bars(request, now)
    },
    facts: (id, now) => {
      const listing = listingOf(id)
      return listing === undefined ? US.facts(id, now) : listing.facts(now)
    },
    calendar: (market, from, to) => markets[market].calendar(market, from, to),
    corporateActions: (id, from, to, now) => {
      if (id.startsWith(FUTURE_IDS)) return []
      return byId.get(id)?.corporateActions(from, to, now) ?? US.corporateActions(id, from, to, now)
    },
    // The United States first.
    commitments: (now, since) => marketNames.flatMap((market) => markets[market].commitments(now, since)),
    averageDailyVolume: (id) => listingOf(id)?.averageDailyVolume ?? US.averageDailyVolume(id),
    dailyVolatility: (id) => listingOf(id)?.dailyVolatility ?? US.dailyVolatility(id),
    logo: (id) => {
      const instrument = byId.get(id)?.instrument ?? futures.instrument(id)
      return instrument === undefined ? US.logo(id) : logo(instrument)
    },
    firstDays: (until) => {
      const savedOf = (name: MarketName): readonly [MarketName, SavedMarket] => [name, markets[name].firstDays(until)]
      return Object.fromEntries(marketNames.map(savedOf)) as SavedMarkets
    },
    breakerPart: (through, part) => US.indexPart(BREAKER_INDEX, through, part),
    takeBreakerParts: (through, parts) => US.takeIndexParts(BREAKER_INDEX, through, parts),
    workAhead: (now) => {
      cycle += 1
      for (const [index, each] of costly.entries()) if ((index + cycle) % CYCLES_BETWEEN === 0) each.workAhead?.(now)
    },
  }
}

function firstOf(instruments: readonly Instrument[], most: MostListed): Instrument[] {
  const listed = new Map<MarketName, number>()
  return instruments.filter(({ market }) => {
    const before = listed.get(market) ?? 0
    listed.set(market, before + 1)
    return before < (most[market] ?? Number.POSITIVE_INFINITY)
  })
}

/** How often a listing's charts are worked ahead: five years of days in half an hour. */
const CYCLES_BETWEEN = 6

/** Its months come into sight with its days. */
const FUTURES: MarketName = 'FUT'
const FUTURE_IDS = `${FUTURES}:`
