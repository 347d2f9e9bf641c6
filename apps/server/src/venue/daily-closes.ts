import { buenosAires, newYork, taipei } from '@rueda/exchange/calendars/time-zones.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { VenueClient } from './client.ts'

/** The close of a day. A market that was closed on a day has none for it, and stands at the close before. */
export type Close = Readonly<{ date: CalendarDate; price: bigint }>

type Asked = Readonly<{ days: number; until: Instant; adjust: 'split' | 'total' }>

/** The closes of instruments over the calendar days before a moment, oldest first. */
export async function dailyCloses(
  venue: VenueClient,
  instrumentIds: Iterable<string>,
  { days, until, adjust }: Asked,
): Promise<ReadonlyMap<string, readonly Close[]>> {
  const dates = new Map<MarketName, ReadonlyMap<Instant, CalendarDate>>()
  const closes = new Map<string, readonly Close[]>()
  for (const instrumentId of instrumentIds) {
    const market = venue.instruments.get(instrumentId)?.market ?? HOUSE_MARKET
    const dateAt = dates.get(market) ?? (await datesOfOpenings(venue, market, days))
    dates.set(market, dateAt)
    const series = await venue.bars({ instrumentId, interval: 'day', until, limit: days, hours: 'regular', adjust })
    const known = (series?.bars ?? []).flatMap(({ at, close }) => {
      const date = dateAt.get(at) ?? dateIn(series?.timeZone, at)
      return date === undefined ? [] : [{ date, price: close }]
    })
    closes.set(instrumentId, known)
  }
  return closes
}

/** Indices of other markets keep those markets' hours, and begin their days on the date itself. */
const dateIn = (timeZone: string | undefined, at: Instant): CalendarDate | undefined =>
  zones.find(({ name }) => name === timeZone)?.dateAt(at)
const zones = [newYork, buenosAires, taipei]

/** The date of the day that opens at a moment: a day bar says only when its session began. */
async function datesOfOpenings(venue: VenueClient, market: MarketName, days: number): Promise<ReadonlyMap<Instant, CalendarDate>> {
  const today = venue.dayShown(market)
  const calendar = await venue.calendar(market, addDays(today, -days), today)
  return new Map(calendar.flatMap(({ date, sessions }) => sessions.map(({ opensAt }) => [opensAt, date] as const)))
}
