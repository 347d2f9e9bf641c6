import { createCalendar } from '@rueda/exchange/calendars/calendars.ts'
import { daysOf } from '@rueda/exchange/calendars/civil.ts'
import { newYork } from '@rueda/exchange/calendars/time-zones.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Ipo } from './store.ts'

const calendar = createCalendar('US', false)

/** The open of the first trading day by the market's own table; in the market that never closes a day begins at midnight. */
export function listsAtOf({ listsOn }: Pick<Ipo, 'listsOn'>): Instant {
  const day = daysOf(listsOn)
  return calendar.hoursOf(day)?.regular.opensAt ?? newYork.midnightOf(day)
}
