import { type Currency, accountCurrencies } from '@rueda/rules/money.ts'
import { convert, pairOf } from '@rueda/rules/transfers/exchange.ts'
import { type Wallet, balanceOf } from '@rueda/rules/wallets/wallet.ts'
import type { VenueClient } from '../../venue/client.ts'
import { inDollars } from './dollar-value.ts'

/** Amounts that came to a customer's wallets in a currency since the day began, and what the exchange desk took of them. */
export type DayOfCurrency = Readonly<{ own: bigint; desk: bigint }>
type Rates = Pick<VenueClient, 'fxMid'>

/**
 * The day's result on money in other currencies, in cents: what was there when it began has moved with its rate since the last close, and
 * every exchange of the day has cost its spread. A currency without a rate counts nothing.
 */
export function resultOfCurrencies(venue: Rates, wallets: readonly Wallet[], day: ReadonlyMap<string, DayOfCurrency>): bigint {
  let result = 0n
  for (const currency of accountCurrencies) {
    const { own, desk } = day.get(currency) ?? { own: 0n, desk: 0n }
    const now = wallets.reduce((sum, wallet) => (wallet.currency === currency ? sum + balanceOf(wallet) : sum), 0n)
    result += moveOf(venue, currency, now - own) - (inDollars(venue, { minor: desk, currency }) ?? 0n)
  }
  return result
}

function moveOf({ fxMid }: Rates, currency: Currency, amount: bigint): bigint {
  const rate = currency === 'USD' || amount === 0n ? null : fxMid(pairOf(currency, 'USD'))
  if (rate === null) return 0n
  const worth = (mid: bigint): bigint => convert({ amount, from: currency, to: 'USD', rate: mid }, 'HALF_UP')
  return worth(rate.mid) - worth(rate.previous)
}
