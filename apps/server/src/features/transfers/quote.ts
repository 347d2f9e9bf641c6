import { formatMinor } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { QUOTE_LIFE_MS } from '@rueda/rules/transfers/exchange-terms.ts'
import { leastExchangeable, pairOf, priceExchange } from '@rueda/rules/transfers/exchange.ts'
import type { ExchangeQuote } from '@rueda/rules/transfers/transfer.ts'
import { type WalletType, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { pairRefusal } from '../../venue/pair-trading.ts'
import { keepQuote } from './store.ts'

type Asked = Readonly<{ accountId: string; from: WalletType; to: WalletType; amount: bigint }>

/** Promises one customer a rate for one amount between two of their wallets while the pair trades, and remembers the promise. */
export async function quoteExchange(
  { venue, ids, pool, switches }: Pick<App, 'venue' | 'ids' | 'pool' | 'switches'>,
  asked: Asked,
  now: Instant,
): Promise<Result<ExchangeQuote>> {
  if (asked.from === asked.to) return refuse('wallet.same', { field: 'to' })
  const currencies = { from: walletCurrencies[asked.from], to: walletCurrencies[asked.to] }
  if (currencies.from === currencies.to) return refuse('parameter.invalid', { field: 'to' })
  const off = switches.refusal('exchanges')
  if (off !== null) return off
  const pair = pairOf(currencies.from, currencies.to)
  const market = venue.fxMid(pair)
  if (market === null) return refuse('adapter.unavailable')
  const closed = pairRefusal(venue, pair, market, now)
  if (closed !== null) return closed
  const priced = priceExchange({ ...currencies, amount: asked.amount, mid: market.mid })
  if (priced.received === 0n) {
    const least = leastExchangeable({ ...currencies, mid: market.mid })
    return refuse('amount.out_of_range', { field: 'amount', num: formatMinor(least, currencies.from) })
  }
  const quote = { ...asked, ...priced, id: ids.next(), mid: market.mid, midAt: market.at, expiresAt: now + QUOTE_LIFE_MS }
  await keepQuote(pool, quote)
  return ok(quote)
}
