import { formatDate, formatDateTime, formatTime } from '@rueda/ui/formats/dates.ts'
import { type ChartPeriod, hasDailyBars, isIntraday } from './chart-periods.ts'

/** As many bars as a table shows, the newest. */
export const MAX_ROWS = 60

/** A date for bars of whole days, a time within one day, both where a bar is an hour of a week. */
export function writeTime(period: ChartPeriod, zone: string | undefined): (timestamp: number) => string {
  if (hasDailyBars(period)) return (timestamp) => formatDate(timestamp, zone)
  return isIntraday(period) ? (timestamp) => formatTime(timestamp) : (timestamp) => formatDateTime(timestamp)
}
