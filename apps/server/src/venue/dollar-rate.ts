import { AT_PAR, type DollarRate, dollarsForOne, unitsForDollar } from '@rueda/rules/margin/dollar-rate.ts'
import type { Currency } from '@rueda/rules/money.ts'
import { pairOf } from '@rueda/rules/transfers/exchange.ts'
import type { VenueClient } from './client.ts'

/** Returns the market's rate of a currency in dollars, at the mid of the pair that quotes it; null while nothing does. */
export function dollarRateOf({ fxMid }: Pick<VenueClient, 'fxMid'>, currency: Currency): DollarRate | null {
  if (currency === 'USD') return AT_PAR
  const pair = pairOf(currency, 'USD')
  const rate = fxMid(pair)
  if (rate === null) return null
  return pair.quote === 'USD' ? dollarsForOne(rate.mid) : unitsForDollar(rate.mid)
}
