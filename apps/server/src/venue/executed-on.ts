import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { DAY_MS } from '@rueda/rules/time.ts'

/**
 * Moments that the executions of a trade date lie between, and what is booked on or after a date, widely: a session may begin on the evening
 * before its day, or before the holidays ahead of it, and ends within two days in every time zone. Queries by a date name them too, so that
 * months that cannot hold such a row are not looked through.
 */
const DAYS_BEFORE = 15
const DAYS_AFTER = 3

/** The moment before which nothing was executed on any of these dates. */
export const earliestOn = (dates: readonly CalendarDate[]): Instant =>
  Math.min(...dates.map((date) => Date.parse(date))) - DAYS_BEFORE * DAY_MS

/** SQL of the moment before which nothing was executed, or booked, of a date. */
export const notBefore = (date: string): string => `extract(epoch from (${date})::date - ${DAYS_BEFORE})::bigint * 1000`
/** SQL of the moment after which nothing was executed on a date. */
export const notAfter = (date: string): string => `extract(epoch from (${date})::date + ${DAYS_AFTER})::bigint * 1000`
