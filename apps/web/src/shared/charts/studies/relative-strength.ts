import { type Value, type Walk, smoothed } from './walk.ts'

const ALL = 100
const MIDDLE = 50

/** Wilder's RSI: how much of the recent movement was upwards, from 0 to 100. */
export const relativeStrength =
  (period: number): Walk<number, Value> =>
  (first) => ({ given: null, next: movingFrom(first, smoothed(period, 1 / period), smoothed(period, 1 / period)) })

const movingFrom =
  (before: number, rises: Walk<number, Value>, falls: Walk<number, Value>): Walk<number, Value> =>
  (value) => {
    const rise = rises(Math.max(0, value - before))
    const fall = falls(Math.max(0, before - value))
    return { given: strengthOf(rise.given, fall.given), next: movingFrom(value, rise.next, fall.next) }
  }

/** A price that has not moved at all is neither strong nor weak. */
function strengthOf(rise: Value, fall: Value): Value {
  if (rise === null || fall === null) return null
  return rise + fall === 0 ? MIDDLE : (ALL * rise) / (rise + fall)
}
