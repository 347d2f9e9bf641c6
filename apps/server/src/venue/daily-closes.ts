import { buenosAires, newYork, taipei } from '@rueda/exchange/calendars/time-zones.ts'
import { type CalendarDate, HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import type { VenueClient } from './client.ts'

/** The close of a day. A market that was closed on a day has none for it, and stands at the close before. */
export type Close = Readonly<{ date: CalendarDate; price: bigint }>

type Asked = Readonly<{ days: number; until: Instant; adjust: 'split' | 'total' | 'none' }>

/** The open and the close of a day's regular hours. */
export type DayBar = Readonly<{ date: CalendarDate; open: bigint; close: bigint }>

/** The last `days` closes of instruments up to a moment, oldest first. */
export async function dailyCloses(
  venue: Pick<VenueClient, 'bars'>,
  instrumentIds: Iterable<string>,
  asked: Asked,
): Promise<ReadonlyMap<string, readonly Close[]>> {
  const bars = await dailyBars(venue, instrumentIds, asked)
  return new Map([...bars].map(([id, known]) => [id, known.map(({ date, close }) => ({ date, price: close }))]))
}

/** The last `days` bars of instruments up to a moment, oldest first. */
export async function dailyBars(
  venue: Pick<VenueClient, 'bars'>,
  instrumentIds: Iterable<string>,
  { days, until, adjust }: Asked,
): Promise<ReadonlyMap<string, readonly DayBar[]>> {
  const found = new Map<string, readonly DayBar[]>()
  for (const instrumentId of instrumentIds) {
    const series = await venue.bars({ instrumentId, interval: 'day', until, limit: days, hours: 'regular', adjust })
    const zone = zones.find(({ name }) => name === series?.timeZone)
    if (series === null || zone === undefined) continue
    const known = series.bars.map(({ at, open, close }) => ({ date: zone.dateAt(at + HALF_A_DAY_MS), open, close }))
    found.set(instrumentId, known)
  }
  return found
}

const zones = [newYork, buenosAires, taipei]
/** A day bar says only when its session began: in the day's first half, or in the evening before, as those of currencies do. */
const HALF_A_DAY_MS = 12 * HOUR_MS
