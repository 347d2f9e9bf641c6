import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import { least, parseDecimal } from '@rueda/rules/decimal.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { type Currency, formatMinor, minorDigits } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type Decided, type Source, bringFirst, elsewhere, sourcesOf, withHeadroom } from '@rueda/rules/transfers/bring.ts'
import { neededFor, pairOf } from '@rueda/rules/transfers/exchange.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { type WalletType, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { App, Deciding } from '../../app.ts'
import { houseDate } from '../../venue/value-date.ts'
import { referenceNumber } from './numbers.ts'

/** Money from other wallets for an order that lacks it (`docs/rules/transfers.md` P.18). */
type Asked = Readonly<{ walletType: WalletType; amount: string }>
export type AskedSource = Source & Readonly<{ id: string }>

/** The sources that a request names, each with the id of the transfer it may become. */
export function readSources({ ids }: Pick<App, 'ids'>, asked: readonly Asked[] = []): Result<readonly AskedSource[]> {
  const sources: AskedSource[] = []
  for (const { walletType, amount } of asked) {
    const most = parseDecimal(amount, minorDigits[walletCurrencies[walletType]])
    if (most === null) return refuse('parameter.invalid', { field: 'bring' })
    sources.push({ from: walletType, most, id: ids.next() })
  }
  return ok(sources)
}

type Placing = Readonly<{ wallet: WalletType; sources: readonly AskedSource[] }>

/** Decides an order on the account once the money it lacks has come; transfers that are switched off bring none. */
export function withBrought<Order extends Decided>(
  { venue, switches }: Pick<Deciding, 'venue' | 'switches'>,
  { wallet: to, sources }: Placing,
  { state, now, decide }: Readonly<{ state: AccountState; now: Instant; decide: (state: AccountState) => Result<Order> }>,
): Result<Order> {
  if (sources.length === 0) return decide(state)
  const off = switches.refusal('transfers')
  if (off !== null) return off
  const valueDate = houseDate(venue)
  const numbered = sources.map((source) => ({ ...source, number: referenceNumber('T', valueDate, source.id) }))
  return bringFirst(state, { to, sources: numbered, valueDate }, decide, now)
}

type Proposed = Pick<DataOf<typeof orders.preview>, 'bring' | 'elsewhere' | 'exchange'>
type Lacking = Readonly<{ wallet: WalletType; hold: bigint; hasLimit: boolean }>

/** What other wallets could give to an order, and what they would have to; a market order is brought a little more, because the market moves on. */
export function proposedSources({ venue }: Pick<App, 'venue'>, { wallets }: AccountState, { wallet, hold, hasLimit }: Lacking): Proposed {
  const currency = walletCurrencies[wallet]
  const there = elsewhere(wallets, wallet)
  const missing = hold - (wallets.get(wallet)?.cash ?? 0n)
  const wanted = hasLimit || missing > there ? missing : least(withHeadroom({ missing, hold, currency }), there)
  const sources = missing > 0n ? (sourcesOf(wallets, wallet, wanted) ?? []) : []
  return {
    elsewhere: formatMinor(there, currency),
    bring: sources.map(({ from, most }) => ({ walletType: from, amount: formatMinor(most, currency) })),
    exchange: missing > 0n && sources.length === 0 ? exchangeFor({ venue }, currency, missing) : null,
  }
}

const DOLLARS = { walletType: 'US_WALLET', currency: 'USD' } as const

/** Whole dollars whose exchange gives what is missing, with something over for a rate that moves; null in dollars and without a rate. */
function exchangeFor({ venue }: Pick<App, 'venue'>, currency: Currency, missing: bigint): Proposed['exchange'] {
  if (currency === DOLLARS.currency) return null
  const market = venue.fxMid(pairOf(DOLLARS.currency, currency))
  if (market === null) return null
  const needed = neededFor({ received: missing, from: DOLLARS.currency, to: currency, mid: market.mid })
  const amount = withHeadroom({ missing: needed, hold: needed, currency: DOLLARS.currency })
  return { walletType: DOLLARS.walletType, amount: formatMinor(amount, DOLLARS.currency) }
}
