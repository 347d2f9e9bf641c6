import type { Instant } from '../time.ts'

/** A price from before or after the regular session, and the closes it is shown beside (`docs/rules/quotes.md` P.11); prices in units of 10^-8. */
export type ExtendedHours = Readonly<{
  session: ExtendedSession
  /** The last close of a regular session, and the one before it in the same shares. */
  close: bigint
  closeBefore: bigint
}>
export type ExtendedSession = 'PRE' | 'POST'

type SessionOfDay = Readonly<{ type: ExtendedSession | 'REGULAR'; opensAt: Instant; closesAt: Instant }>

/**
 * The session that the last price is of, by the sessions of the day whose prices stand: that before the open, or that after the
 * close, whose last price stays through the night. Null in the regular session, and on a day that has no other yet.
 */
export function extendedSessionAt(sessions: readonly SessionOfDay[], now: Instant): ExtendedSession | null {
  const regular = sessions.filter(({ type }) => type === 'REGULAR')
  const [opensAt, closesAt] = [regular[0]?.opensAt, regular.at(-1)?.closesAt]
  if (opensAt === undefined || closesAt === undefined) return null
  const session = now < opensAt ? 'PRE' : now < closesAt ? null : 'POST'
  return sessions.some(({ type, opensAt: begins }) => type === session && begins <= now) ? session : null
}

/** A move from one price to another, which is needed for its ratio. */
export type Move = Readonly<{ from: bigint; by: bigint }>

/** The regular day's move, from close to close, and the move since, from that close to the last price; together they are the whole. */
export const movesOf = (last: bigint, { close, closeBefore }: ExtendedHours): Readonly<{ regular: Move; extended: Move }> => ({
  regular: { from: closeBefore, by: close - closeBefore },
  extended: { from: close, by: last - close },
})
