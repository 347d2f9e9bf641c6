import type { Currency } from '@rueda/rules/money.ts'
import { convert, pairOf } from '@rueda/rules/transfers/exchange.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { VenueClient } from '../../venue/client.ts'

type Amount = Readonly<{ minor: bigint; currency: Currency }>
type Rates = Pick<VenueClient, 'fxMid'>

/** Converts an amount to another currency at the market's mid; null when no rate is known. */
export function valueIn(to: Currency, { fxMid }: Rates, { minor, currency }: Amount): bigint | null {
  if (currency === to || minor === 0n) return minor
  const rate = fxMid(pairOf(currency, to))
  return rate === null ? null : convert({ amount: minor, from: currency, to, rate: rate.mid }, 'HALF_UP')
}

/** A total over several currencies in one of them, each currency converted once; what has no rate counts nothing. */
export function sumIn(to: Currency, rates: Rates, amounts: readonly Amount[]): bigint {
  const totals = new Map<Currency, bigint>()
  for (const { minor, currency } of amounts) totals.set(currency, (totals.get(currency) ?? 0n) + minor)
  return [...totals].reduce((sum, [currency, minor]) => sum + (valueIn(to, rates, { minor, currency }) ?? 0n), 0n)
}

/** The parts of that total, one for each amount and adding up to it: what rounding leaves goes to the last amount of its currency. */
export function partsIn(to: Currency, rates: Rates, amounts: readonly Amount[]): readonly bigint[] {
  const values = amounts.map((amount) => valueIn(to, rates, amount) ?? 0n)
  for (const currency of new Set(amounts.map((amount) => amount.currency))) {
    const own = [...amounts.keys()].filter((at) => amounts[at]?.currency === currency)
    const last = own.findLast((at) => amounts[at]?.minor !== 0n) ?? 0
    const left =
      sumIn(
        to,
        rates,
        own.flatMap((at) => amounts[at] ?? []),
      ) - own.reduce((sum, at) => sum + (values[at] ?? 0n), 0n)
    values[last] = (values[last] ?? 0n) + left
  }
  return values
}

/** Value of an amount in cents; null when no rate is known. */
export const inDollars = (rates: Rates, amount: Amount): bigint | null => valueIn('USD', rates, amount)

/** A total over several currencies in cents. */
export const sumInDollars = (rates: Rates, amounts: readonly Amount[]): bigint => sumIn('USD', rates, amounts)

/** Time of the oldest rate that a total over these currencies uses; null when it uses none. */
export function oldestRate({ fxMid }: Rates, currencies: readonly Currency[]): Instant | null {
  const heard = currencies.flatMap((currency) => (currency === 'USD' ? [] : [fxMid(pairOf(currency, 'USD'))?.at ?? []])).flat()
  return heard.length === 0 ? null : Math.min(...heard)
}
