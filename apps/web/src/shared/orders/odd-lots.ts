import type { OddLotCalls } from '@rueda/contract/quote-shapes.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { nextCallAfter } from '@rueda/rules/orders/odd-lot-calls.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'

/** The parts of an order in a market with an odd-lot book: the part that goes there, and the times when that book matches. */
export type Parts = Readonly<{ board: string; odd: string }>

/** Null where nothing of the quantity is less than a lot. */
export function partsOf(quantity: string, lotSize: string): Parts | null {
  const [whole, lot] = [parseScaled(quantity), parseScaled(lotSize)]
  if (whole === null || lot === null || lot <= 0n || whole % lot === 0n) return null
  const odd = whole % lot
  return { board: formatScaled(whole - odd), odd: formatScaled(odd) }
}

/** The next call, if its time is worth showing: null while calls follow each other, and when the day has no more. */
export function awaitedCall(calls: OddLotCalls, now: number): number | null {
  const everyMs = calls.everySeconds * SECOND_MS
  const hours = { firstCallAt: calls.firstTimestamp, lastCallAt: calls.lastTimestamp, afterMarketCallAt: calls.afterMarketTimestamp }
  const next = nextCallAfter(hours, everyMs, now)
  return next === null || next - now <= everyMs ? null : next
}
