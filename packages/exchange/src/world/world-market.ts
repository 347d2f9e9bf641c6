import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { addDays, daysOf } from '../calendars/civil.ts'
import { createFuturesCalendar } from '../calendars/futures-calendar.ts'
import { contractsOn, futureRoots } from '../catalogue/futures.ts'
import { logo } from '../catalogue/logo.ts'
import { DayKeys } from '../prices/day-keys.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import { companyListings } from './company-listings.ts'
import { type FutureListing, futureListing } from './future-listings.ts'
import { indexListings } from './index-listings.ts'
import { pairListings } from './pair-listings.ts'
import { FOREIGN_HISTORY_START, type MarketsOptions, type SimulatedMarkets, createMarkets } from './simulated-markets.ts'
import { createSpots } from './spots.ts'

/**
 * Everything that is listed anywhere, behind the one interface of a market: the United States' shares and indices as
 * they are drawn, and all others quoted from what moves them.
 */
export interface WorldMarket extends MarketOfVenue {
  logo(instrumentId: string): string | null
}

/** `openedOn` decides which contract months are known: those that are or will be listed within more than a year. */
export type WorldOptions = MarketsOptions & Readonly<{ openedOn: CalendarDate }>

/** Contracts that ended within this time are still known, for the records that name them. */
const KNOWN_BEFORE_DAYS = 400
const KNOWN_AFTER_DAYS = 400
const A_MONTH = 28

export function createWorldMarket(options: WorldOptions): WorldMarket {
  const markets = createMarkets(options)
  const pairs = pairListings(markets.FX)
  const parts = { markets, spots: createSpots(markets, pairs, options), keys: new DayKeys('FUT', options.dayKey) }
  const futures = knownContracts(options.openedOn).map((instrument) => whileListed(futureListing(parts, instrument), markets))
  const listings = new Map(
    [...companyListings(markets, daysOf(options.startDate ?? FOREIGN_HISTORY_START)), ...pairs, ...futures, ...indexListings(markets)].map(
      (listing) => [listing.instrument.id, listing],
    ),
  )
  const { US } = markets
  return {
    instruments: [...US.instruments, ...[...listings.values()].map(({ instrument }) => instrument)],
    session: (market, now) => markets[market].session(market, now),
    quote: (id, now) => {
      const listing = listings.get(id)
      return listing === undefined ? US.quote(id, now) : listing.quote(now)
    },
    depth: (id, levels, now) => {
      const listing = listings.get(id)
      return listing === undefined ? US.depth(id, levels, now) : listing.depth(levels, now)
    },
    prints: (id, from, to) => listings.get(id)?.prints(from, to) ?? US.prints(id, from, to),
    bars: (request, now) => {
      const listing = listings.get(request.instrumentId)
      return listing === undefined ? US.bars(request, now) : listing.bars(request, now)
    },
    facts: (id, now) => {
      const listing = listings.get(id)
      return listing === undefined ? US.facts(id, now) : listing.facts(now)
    },
    calendar: (market, from, to) => markets[market].calendar(market, from, to),
    corporateActions: (id, from, to, now) => listings.get(id)?.corporateActions(from, to, now) ?? US.corporateActions(id, from, to, now),
    commitments: (now) => MARKETS_WITH_KEYS.flatMap((market) => markets[market].commitments(now)),
    averageDailyVolume: (id) => listings.get(id)?.averageDailyVolume ?? US.averageDailyVolume(id),
    dailyVolatility: (id) => listings.get(id)?.dailyVolatility ?? US.dailyVolatility(id),
    logo: (id) => {
      const listing = listings.get(id)
      return listing === undefined ? US.logo(id) : logo(listing.instrument)
    },
  }
}

/** The order in which their promises are told; the United States first. */
const MARKETS_WITH_KEYS: readonly MarketName[] = ['US', 'AR', 'TW', 'FUT', 'FX', 'IDX']

function knownContracts(openedOn: CalendarDate): readonly Instrument[] {
  const { hoursOf } = createFuturesCalendar()
  const tradingDays = { isTrading: (day: number) => hoursOf(day) !== null }
  const known = new Map<string, Instrument>()
  for (let days = -KNOWN_BEFORE_DAYS; days <= KNOWN_AFTER_DAYS; days += A_MONTH) {
    for (const root of futureRoots)
      for (const contract of contractsOn(root, addDays(openedOn, days), tradingDays)) known.set(contract.id, contract)
  }
  return [...known.values()]
}

/** A contract month is quoted from the day it is listed to the end of its last trade date. */
function whileListed(future: FutureListing, { FUT }: SimulatedMarkets): FutureListing {
  const { hoursOf } = createFuturesCalendar()
  const tradingDays = { isTrading: (day: number) => hoursOf(day) !== null }
  let seen: CalendarDate = ''
  let listed = false
  const isListed = (now: Instant): boolean => {
    const date = FUT.session('FUT', now).tradeDate
    if (date !== seen) {
      seen = date
      listed = date <= future.lastTradeDate && contractsOn(future.root, date, tradingDays).some(({ id }) => id === future.instrument.id)
    }
    return listed
  }
  const { quote, depth, prints } = {
    quote: future.quote.bind(future),
    depth: future.depth.bind(future),
    prints: future.prints.bind(future),
  }
  return Object.assign(future, {
    quote: (now: Instant) => (isListed(now) ? quote(now) : null),
    depth: (levels: number, now: Instant) => (isListed(now) ? depth(levels, now) : null),
    prints: (from: Instant, to: Instant) => (isListed(to) ? prints(from, to) : []),
  })
}
