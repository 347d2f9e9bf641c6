import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { say } from './words.ts'

export const moment = (at: number): string => formatDateTime(at)

/** Formats a waiting time in the largest unit that says enough. */
export function age(ms: number): string {
  if (ms < MINUTE_MS) return say('age.seconds', { count: Math.floor(ms / SECOND_MS) })
  if (ms < HOUR_MS) return say('age.minutes', { count: Math.floor(ms / MINUTE_MS) })
  if (ms < 2 * DAY_MS) return say('age.hours', { count: Math.floor(ms / HOUR_MS) })
  return say('age.days', { count: Math.floor(ms / DAY_MS) })
}
