import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import type { DayNumber } from '../calendars/civil.ts'
import { clip, studentSix } from '../random/distributions.ts'
import { KeyedHash, type SipKey, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'

/**
 * Companies' own news in days that never close: on some days the price jumps at one moment. Most of them come in the
 * day's first half hour, as reports come before a session, so that there are movers at every hour of the calmest day. They are
 * jumps: nothing before one shows where it will lead, and nobody can follow it on its way.
 */
export type News = Readonly<{
  /** The part of a company's own variance that comes by news. */
  varianceShare: number
  /** The probability of news in the day's first half hour, and in the course of the day. */
  early: number
  later: number
}>

export const news: News = { varianceShare: 0.5, early: 0.17, later: 0.08 }

/** The minute that begins with the news, and how far they lead, as a logarithm. */
export type NewsOfDay = Readonly<{ minute: number; move: number }>

const FIRST_MINUTES = 30
/** Anything larger would stop the trading; such news come between days, as reports do. */
const MAX_MOVE = 0.045

const hash = new KeyedHash()

/** A company's news of a day, `volatility` being that of a day with news; null on most days. */
export function drawNews(
  { early, later }: News,
  place: Readonly<{ key: SipKey; index: number; day: DayNumber; minutes: number }>,
  volatility: number,
  arithmetic: Arithmetic,
): NewsOfDay | null {
  const { key, index, day, minutes } = place
  hash.mix(key, index, streamTag.newsTime, day, 0)
  const draw = uniform(hash.low)
  if (draw >= early + later) return null
  const [first, last] = draw < early ? [1, FIRST_MINUTES] : [FIRST_MINUTES, minutes]
  const minute = first + Math.floor(uniform(hash.high) * (last - first))
  hash.mix(key, index, streamTag.newsMove, day, 0)
  const [shock, tail] = [uniform(hash.low), uniform(hash.high)]
  hash.mix(key, index, streamTag.newsMove, day, 1)
  const z = studentSix(shock, tail, uniform(hash.low), uniform(hash.high), arithmetic)
  // Of unit variance and never small: a move of nothing is no news.
  const size = clip(volatility * Math.sqrt((1 + z * z) / 2), MAX_MOVE)
  return { minute, move: z < 0 ? -size : size }
}

/** The volatility of days with news that gives a company the news' part of its variance. */
export const newsVolatility = ({ varianceShare, early, later }: News, own: number): number =>
  own * Math.sqrt(varianceShare / (early + later))
