import type { Instant } from '../time.ts'

/**
 * The moments at which a book for less than a lot matches: calls at one distance through the session, and one more for
 * the time after it (`docs/rules/taiwan.md` B.3).
 */
export type OddLotHours = Readonly<{
  firstCallAt: Instant
  /** The last of the calls through the session. */
  lastCallAt: Instant
  /** Null where the day has no time after its session. */
  afterMarketCallAt: Instant | null
}>

type SessionHours = Readonly<{ opensAt: Instant; closesAt: Instant; oddLots?: OddLotHours }>

/** The hours of a session's odd-lot book; a market without hours for it has calls through the whole session. */
export const oddLotHoursOf = ({ opensAt, closesAt, oddLots }: SessionHours): OddLotHours =>
  oddLots ?? { firstCallAt: opensAt, lastCallAt: closesAt, afterMarketCallAt: null }

/** The first call later than a moment; null when the day has no more. */
export function nextCallAfter(
  { firstCallAt, lastCallAt, afterMarketCallAt }: OddLotHours,
  everyMs: number,
  moment: Instant,
): Instant | null {
  if (moment < firstCallAt) return firstCallAt
  const next = firstCallAt + (Math.floor((moment - firstCallAt) / everyMs) + 1) * everyMs
  if (next <= lastCallAt) return next
  return afterMarketCallAt !== null && moment < afterMarketCallAt ? afterMarketCallAt : null
}
