import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import type { Quote } from '@rueda/exchange/venue.ts'
import { SCALE, divide, least } from '@rueda/rules/decimal.ts'
import type { Currency } from '@rueda/rules/money.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { MidRate, Pair } from '@rueda/rules/transfers/exchange.ts'

type QuoteOf = (instrumentId: string) => Quote | null
type FreshAt = (instrumentId: string) => Instant

/**
 * Returns the middle between bid and ask of the pair that the venue quotes; two currencies without a pair of their own are
 * converted over the dollar, as old as the older of the two prices.
 */
export function midOf({ base, quote }: Pair, quoteOf: QuoteOf, freshAt: FreshAt): MidRate | null {
  const direct = quoted(base, quote, quoteOf, freshAt)
  if (direct !== null || base === 'USD' || quote === 'USD') return direct
  const [one, other] = [quoted('USD', quote, quoteOf, freshAt), quoted('USD', base, quoteOf, freshAt)]
  if (one === null || other === null) return null
  return {
    mid: divide(one.mid * SCALE, other.mid, 'HALF_UP'),
    previous: divide(one.previous * SCALE, other.previous, 'HALF_UP'),
    at: Math.min(one.at, other.at),
  }
}

function quoted(base: Currency, quote: Currency, quoteOf: QuoteOf, freshAt: FreshAt): MidRate | null {
  const id = idOfFirstCode('FX', `${base}${quote}`)
  const found = quoteOf(id)
  if (found === null) return null
  const { bid, ask, last, previousClose } = found
  const mid = least(bid, ask) > 0n ? divide(bid + ask, 2n, 'HALF_UP') : last
  return mid > 0n ? { mid, previous: previousClose > 0n ? previousClose : mid, at: freshAt(id) } : null
}
