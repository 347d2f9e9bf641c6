import { addDays } from '@rueda/rules/calendar-date.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'

/** The strike at which the term that ends on a date is settled: that of the date, or the first after it. */
export const settlesOn = ({ venue }: Pick<App, 'venue'>, expiresOn: CalendarDate): CalendarDate =>
  venue.nextTradingDate(HOUSE_MARKET, addDays(expiresOn, -1)) ?? expiresOn
