import { referenceIndices } from '@rueda/exchange/catalogue/indices.ts'
import { addDays, dayNumber } from '@rueda/rules/calendar-date.ts'
import { SCALE, divide } from '@rueda/rules/decimal.ts'
import { type Fund, type Series, fundList } from '@rueda/rules/funds/fund.ts'
import { type Closes, MOMENTUM_DAYS, type Strike, firstStrike, nextStrike } from '@rueda/rules/funds/nav.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { type Close, dailyCloses } from '../../venue/daily-closes.ts'
import { dateAt, strikesAt } from './schedule.ts'

/** Funds are struck from here on, so that their first charts show more than a year. */
export const FIRST_STRIKE: CalendarDate = '2025-09-02'
/** Calendar days that hold as many trading days as a rule looks back over: five of seven, holidays not counted. */
const CALENDAR_DAYS_BACK = Math.ceil(1.5 * MOMENTUM_DAYS)

/** Those among which rules choose: the thirty largest companies of the United States. */
const CHOSEN_FROM = 'IDX:US30'
const largest = referenceIndices.find(({ instrument }) => instrument.id === CHOSEN_FROM)?.members ?? []
export const candidates: readonly Series[] = largest.map(({ instrument }) => ({
  kind: 'instrument',
  instrumentId: instrument.id,
  per: null,
}))

type Striking = Pick<App, 'venue' | 'clock' | 'navs'>

/** Strikes every fund for every trading day whose moment has come, from the prices of those days alone. Returns the number of strikes. */
export async function strikeFunds({ venue, clock, navs }: Striking): Promise<number> {
  const now = clock.now()
  const offered = fundList.filter((fund) => isListed(venue.instruments, fund))
  const since = offered.reduce<CalendarDate>(
    (from, { id }) => {
      const next = addDays(navs.latest(id)?.date ?? addDays(FIRST_STRIKE, -1), 1)
      return next < from ? next : from
    },
    addDays(dateAt(now), 1),
  )
  const dates = await datesToStrike(venue, since, now)
  if (dates.length === 0) return 0
  const pricesAt = await readPrices(venue, offered, dates, now)
  let count = 0
  for (const fund of offered) {
    const strikes = strikesOf(fund, navs.latest(fund.id), dates, pricesAt)
    if (strikes.length > 0) await navs.keep(fund.id, strikes, now)
    count += strikes.length
  }
  return count
}

/** A fund whose holdings this venue does not all list is not offered. */
function isListed(instruments: ReadonlyMap<string, unknown>, fund: Fund): boolean {
  return seriesOf(fund).every((series) => idsOf(series).every((id) => instruments.has(id)))
}

const seriesOf = ({ rule }: Fund): readonly Series[] =>
  rule.kind === 'fixed' ? rule.targets.map(({ series }) => series) : rule.kind === 'riskParity' ? rule.candidates : candidates

const idsOf = (series: Series): readonly string[] =>
  series.kind === 'bills' ? [] : [series.instrumentId, ...(series.per === null ? [] : [series.per])]

async function datesToStrike(venue: Striking['venue'], since: CalendarDate, now: Instant): Promise<readonly CalendarDate[]> {
  const today = dateAt(now)
  if (since > today) return []
  const days = await venue.calendar(HOUSE_MARKET, since, today)
  return days.filter((day) => day.trading && strikesAt(day) <= now).map(({ date }) => date)
}

/** The closes of a series on the trading days up to a date, as far back as a rule looks. */
type PricesAt = (series: Series, date: CalendarDate) => Closes

async function readPrices(
  venue: Striking['venue'],
  offered: readonly Fund[],
  dates: readonly CalendarDate[],
  now: Instant,
): Promise<PricesAt> {
  const first = dates[0] ?? dateAt(now)
  const from = addDays(first, -CALENDAR_DAYS_BACK)
  const calendar = await venue.calendar(HOUSE_MARKET, from, dates.at(-1) ?? first)
  const tradingDates = calendar.filter(({ trading }) => trading).map(({ date }) => date)
  const days = dayNumber(dateAt(now)) - dayNumber(from) + 1
  const closes = await dailyCloses(venue, new Set(offered.flatMap(seriesOf).flatMap(idsOf)), { days, until: now, adjust: 'total' })
  const priced = new Map<string, readonly (bigint | null)[]>()
  return (series, date) => {
    const key = idsOf(series).join(' ')
    const known = priced.get(key) ?? pricesOn(series, tradingDates, closes)
    priced.set(key, known)
    const end = tradingDates.indexOf(date) + 1
    return known.slice(Math.max(0, end - MOMENTUM_DAYS), end).filter((price) => price !== null)
  }
}

/** A series' price on each of these dates, in the fund's currency; null before it had one. */
function pricesOn(
  series: Series,
  dates: readonly CalendarDate[],
  closes: ReadonlyMap<string, readonly Close[]>,
): readonly (bigint | null)[] {
  if (series.kind === 'bills') return dates.map(() => null)
  const own = carried(closes.get(series.instrumentId) ?? [], dates)
  if (series.per === null) return own
  const per = carried(closes.get(series.per) ?? [], dates)
  return own.map((price, at) => {
    const rate = per[at] ?? null
    return price === null || rate === null || rate === 0n ? null : divide(price * SCALE, rate, 'HALF_EVEN')
  })
}

/** The last close on each date or before it. */
function carried(closes: readonly Close[], dates: readonly CalendarDate[]): readonly (bigint | null)[] {
  let next = 0
  let last: bigint | null = null
  return dates.map((date) => {
    for (let close = closes[next]; close !== undefined && close.date <= date; close = closes[next]) {
      last = close.price
      next += 1
    }
    return last
  })
}

/** The strikes of one fund on these dates, from its first one with a price for everything it holds. */
function strikesOf(fund: Fund, last: Strike | null, dates: readonly CalendarDate[], pricesAt: PricesAt): readonly Strike[] {
  const strikes: Strike[] = []
  let before = last
  for (const date of dates) {
    if (before !== null && date <= before.date) continue
    const closesOf = (series: Series): Closes => pricesAt(series, date)
    if (before === null) {
      if (!isPriced(fund, closesOf)) continue
      before = firstStrike(fund, date, candidates, closesOf)
    } else {
      before = nextStrike(fund, before, { date, candidates, closesOf })
    }
    strikes.push(before)
  }
  return strikes
}

const isPriced = (fund: Fund, closesOf: (series: Series) => Closes): boolean =>
  seriesOf(fund).every((series) => series.kind === 'bills' || closesOf(series).length > 0)
