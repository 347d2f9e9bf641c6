import type { Instant } from './time.ts'

/** A month of UTC, "YYYY-MM", as the ledger's tables are divided by. */
export type UtcMonth = string

const MONTH_LENGTH = 7
const MONTHS = 12

export const monthOf = (at: Instant): UtcMonth => new Date(at).toISOString().slice(0, MONTH_LENGTH)

export const startOfMonth = (month: UtcMonth): Instant => Date.parse(`${month}-01T00:00:00.000Z`)

export function monthAfter(month: UtcMonth, count = 1): UtcMonth {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return monthOf(Date.UTC(year + Math.floor((number - 1 + count) / MONTHS), (((number - 1 + count) % MONTHS) + MONTHS) % MONTHS))
}
