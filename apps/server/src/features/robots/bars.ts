import { newYork } from '@rueda/exchange/calendars/time-zones.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { fractionTermsOf } from '@rueda/rules/fractions/fraction.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { Bar } from '@rueda/rules/robots/backtest.ts'
import { WARM_UP_DAYS } from '@rueda/rules/robots/catalogue.ts'
import { type CalendarDate, HOUR_MS } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'

/** The days that robots decide on: those of the United States, each known once its day is over. */
type Told = Pick<App, 'venue' | 'clock'>

/** Longer than any run of holidays. */
const DAYS_LOOKED_AT = 14
/** A day bar says only when its session began. */
const HALF_A_DAY_MS = 12 * HOUR_MS

/** The last trading day before the one that trades now; null where the calendar knows none. */
export async function lastClosedDay({ venue }: Pick<Told, 'venue'>): Promise<CalendarDate | null> {
  const { tradeDate } = venue.session(HOUSE_MARKET)
  const days = await venue.calendar(HOUSE_MARKET, addDays(tradeDate, -DAYS_LOOKED_AT), addDays(tradeDate, -1))
  return days.findLast(({ sessions }) => sessions.length > 0)?.date ?? null
}

/** The newest bars of days that are over, oldest first: as the charts show them, in today's shares. */
export async function closedBars({ venue, clock }: Told, instrumentId: string, days: number): Promise<readonly Bar[]> {
  const { tradeDate } = venue.session(HOUSE_MARKET)
  const series = await venue.bars({ instrumentId, interval: 'day', until: clock.now(), limit: days + 1, hours: 'regular', adjust: 'split' })
  return (series?.bars ?? [])
    .map(({ at, open, close }) => ({ date: newYork.dateAt(at + HALF_A_DAY_MS), open, close }))
    .filter(({ date }) => date < tradeDate)
    .slice(-days)
}

/** A market that is always open trades on all of them. */
const DAYS_OF_A_YEAR = 365

/**
 * The bars of the year up to the newest close, and those before it that a rule warms up with: by their dates, because a market that trades at
 * weekends has more of them in a year. `start` is the place of the first day of the year.
 */
export async function barsOfYear(app: Told, instrumentId: string): Promise<Readonly<{ bars: readonly Bar[]; start: number }>> {
  const all = await closedBars(app, instrumentId, WARM_UP_DAYS + DAYS_OF_A_YEAR + 1)
  const newest = all.at(-1)?.date
  const first = newest === undefined ? -1 : all.findIndex(({ date }) => date >= addDays(newest, -DAYS_OF_A_YEAR))
  const start = Math.max(WARM_UP_DAYS, first)
  return { bars: all.slice(start - WARM_UP_DAYS), start: WARM_UP_DAYS }
}

/** A robot trades shares that can be held in parts, so that a small capital follows its rule too. */
export const isTradable = (instrument: Instrument | undefined): boolean =>
  instrument !== undefined &&
  instrument.market === HOUSE_MARKET &&
  instrument.contract === null &&
  !instrument.quoteOnly &&
  fractionTermsOf(instrument) !== null
