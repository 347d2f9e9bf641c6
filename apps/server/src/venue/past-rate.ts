import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { type DollarRate, dollarsForOne, unitsForDollar } from '@rueda/rules/margin/dollar-rate.ts'
import type { Currency } from '@rueda/rules/money.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { pairOf } from '@rueda/rules/transfers/exchange.ts'
import type { VenueClient } from './client.ts'

/** By the minute where it is known so closely, by the day before that. */
const intervals = ['1m', 'day'] as const

/** The rate of a currency in dollars at a moment that is over, at the last price of the pair that quotes it; null where none is known. */
export async function pastDollarRate({ bars }: Pick<VenueClient, 'bars'>, currency: Currency, at: Instant): Promise<DollarRate | null> {
  const pair = pairOf(currency, 'USD')
  for (const interval of intervals) {
    const series = await bars({
      ...{
        instrumentId: idOfFirstCode('FX', `${pair.base}${pair.quote}`),
        interval,
        until: at,
        limit: 1,
        hours: 'extended',
        adjust: 'none',
      },
    })
    const close = series?.bars.at(-1)?.close ?? 0n
    if (close > 0n) return pair.quote === 'USD' ? dollarsForOne(close) : unitsForDollar(close)
  }
  return null
}
