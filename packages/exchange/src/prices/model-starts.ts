import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { addDays } from '../calendars/civil.ts'
import { createCalendar } from '../calendars/calendars.ts'
import { type ModelOn, NEWEST_MODEL, type PriceModel } from './day-laws.ts'
import { followings } from './following.ts'
import { HISTORY_START } from './sim-market.ts'

/** From which day on a market is drawn with a price model; days before the first such day have model 1. */
export type ModelStart = Readonly<{ market: MarketName; from: CalendarDate; model: PriceModel }>

export const modelsFrom =
  (starts: readonly ModelStart[]): ModelOn =>
  (market, date) => {
    let latest: ModelStart | null = null
    for (const start of starts) {
      if (start.market === market && start.from <= date && (latest === null || start.from > latest.from)) latest = start
    }
    return latest?.model ?? 1
  }

/** A market that begins today has the newest model through its whole history. */
export const startsOfNewMarket = (): readonly ModelStart[] =>
  marketNames.map((market) => ({ market, from: HISTORY_START, model: NEWEST_MODEL }))

/** A market that has been running changes to the newest model with the next day. */
export function startsOfRunningMarket(alwaysOpen: boolean, now: Instant): readonly ModelStart[] {
  const dates = new Map(marketNames.map((market) => [market, createCalendar(market, alwaysOpen).dateOf(now)]))
  const sharedDate = [...dates].reduce((latest, [market, date]) => (!isFarAhead(market) && date > latest ? date : latest), '')
  return marketNames.map((market) => {
    const date = dates.get(market) ?? sharedDate
    return { market, from: addDays(date > sharedDate ? date : sharedDate, 1), model: NEWEST_MODEL }
  })
}

/**
 * Markets that look into each other's days of the same date change together, on the first date that none of them has begun:
 * Buenos Aires follows New York's day an hour before it begins there. Taipei is half a day ahead, and follows only days before
 * its own.
 */
const isFarAhead = (market: MarketName): boolean => followings[market]?.days === 'before'
