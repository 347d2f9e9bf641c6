import { formatDate, formatTime } from '@rueda/ui/dates.ts'

type Within = 'time' | 'day' | 'month' | 'year'

const DAY_MONTH_LENGTH = 'DD/MM'.length
const YEAR_LENGTH = 'YYYY'.length

/** The axis in the reader's own time: HH:mm within a day, DD/MM between days, YYYY where a year begins. */
export const axisLabel = (timestampMs: number, within: Within): string => labelIn(timestampMs, within, undefined)

/** Bars of whole days carry the date of their market, wherever the reader is. */
export const axisLabelInZone =
  (zone: string) =>
  (timestampMs: number, within: Within): string =>
    labelIn(timestampMs, within === 'time' ? 'day' : within, zone)

function labelIn(timestampMs: number, within: Within, zone: string | undefined): string {
  if (within === 'time') return formatTime(timestampMs, zone)
  const date = formatDate(timestampMs, zone)
  return within === 'year' ? date.slice(-YEAR_LENGTH) : date.slice(0, DAY_MONTH_LENGTH)
}

/** "ET" for New York; what the time zone is called where there is no short name for it. */
export function zoneName(zone: string): string {
  const [part] = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortGeneric' }).formatToParts(0).filter(({ type }) => type === 'timeZoneName')
  return part?.value ?? zone
}
