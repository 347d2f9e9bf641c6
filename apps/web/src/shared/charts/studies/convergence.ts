import { exponentialAverage } from './averages.ts'
import type { Value, Walk } from './walk.ts'

export type Convergence = Readonly<{ line: Value; signal: Value; distance: Value }>

/** MACD: the distance of a fast average from a slow one, the average of that distance, and the difference of the two. */
export const convergence = (fast: number, slow: number, signal: number): Walk<number, Convergence> =>
  between(exponentialAverage(fast), exponentialAverage(slow), exponentialAverage(signal))

const between =
  (fast: Walk<number, Value>, slow: Walk<number, Value>, signal: Walk<number, Value>): Walk<number, Convergence> =>
  (value) => {
    const [fastNow, slowNow] = [fast(value), slow(value)]
    if (fastNow.given === null || slowNow.given === null) {
      return { given: { line: null, signal: null, distance: null }, next: between(fastNow.next, slowNow.next, signal) }
    }
    const line = fastNow.given - slowNow.given
    const signalNow = signal(line)
    const distance = signalNow.given === null ? null : line - signalNow.given
    return { given: { line, signal: signalNow.given, distance }, next: between(fastNow.next, slowNow.next, signalNow.next) }
  }
