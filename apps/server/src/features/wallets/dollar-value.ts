import type { Currency } from '@rueda/rules/money.ts'
import { convert, pairOf } from '@rueda/rules/transfers/exchange.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { VenueClient } from '../../venue/client.ts'

type Amount = Readonly<{ minor: bigint; currency: Currency }>
type Rates = Pick<VenueClient, 'fxMid'>

/** What an amount is worth in cents at the market's mid; null where no rate is known. Nothing is worth nothing everywhere. */
export function inDollars({ fxMid }: Rates, { minor, currency }: Amount): bigint | null {
  if (currency === 'USD' || minor === 0n) return minor
  const rate = fxMid(pairOf(currency, 'USD'))
  return rate === null ? null : convert({ amount: minor, from: currency, to: 'USD', rate: rate.mid }, 'HALF_UP')
}

/** A total over several currencies; what has no rate counts nothing. */
export const sumInDollars = (rates: Rates, amounts: readonly Amount[]): bigint =>
  amounts.reduce((sum, amount) => sum + (inDollars(rates, amount) ?? 0n), 0n)

/** How old the oldest rate is that a total over these currencies stands on; null where there is only one currency. */
export function oldestRate({ fxMid }: Rates, currencies: readonly Currency[]): Instant | null {
  const heard = currencies.flatMap((currency) => (currency === 'USD' ? [] : [fxMid(pairOf(currency, 'USD'))?.at ?? []])).flat()
  return heard.length === 0 ? null : Math.min(...heard)
}
