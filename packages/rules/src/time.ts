/** A moment, in epoch milliseconds. Pure code receives it and never reads a clock. */
export type Instant = number

/** A calendar date of an exchange or of a settlement system, "YYYY-MM-DD". */
export type CalendarDate = string

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
