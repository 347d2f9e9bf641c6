import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import { least, parseDecimal } from '@rueda/rules/decimal.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { formatMinor, minorDigits } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type Decided, bringFirst, withHeadroom } from '@rueda/rules/transfers/bring.ts'
import { neededFor, pairOf, priceExchange } from '@rueda/rules/transfers/exchange.ts'
import { type Source, elsewhere, exchangersTo, givable, sourcesOf } from '@rueda/rules/transfers/sources.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { type WalletType, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { App, Deciding } from '../../app.ts'
import { houseDate } from '../../venue/value-date.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { rateText } from './rate-text.ts'

/** Money from other wallets for whatever lacks it (`docs/rules/transfers.md` P.18). */
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

/** The wallets that such a decision reads. */
export const walletsAsked = (wallet: WalletType, sources: readonly AskedSource[]): readonly WalletType[] => [
  ...new Set([wallet, ...sources.map(({ from }) => from)]),
]

type Lacking = Readonly<{ wallet: WalletType; sources: readonly AskedSource[] }>

/** Decides on the account as it is once the money that is missing has come; transfers that are switched off bring none. */
export function withBrought<Of extends Decided>(
  { venue, switches }: Pick<Deciding, 'venue' | 'switches'>,
  { wallet: to, sources }: Lacking,
  { state, now, decide }: Readonly<{ state: AccountState; now: Instant; decide: (state: AccountState) => Result<Of> }>,
): Result<Of> {
  if (sources.length === 0) return decide(state)
  const off = switches.refusal('transfers')
  if (off !== null) {
    const alone = decide(state)
    return alone.ok || alone.refusal !== 'wallet.insufficient' ? alone : off
  }
  const valueDate = houseDate(venue)
  const numbered = sources.map((source) => ({ ...source, number: referenceNumber('T', valueDate, source.id) }))
  return bringFirst(state, { to, sources: numbered, valueDate }, decide, now)
}

type Proposed = Pick<DataOf<typeof orders.preview>, 'bring' | 'elsewhere' | 'exchange'>
/** `mostHeld` is the most an order can ever hold: at a limit its hold, by amount the amount; null at market, where it follows the price. */
type Held = Readonly<{ wallet: WalletType; hold: bigint; mostHeld: bigint | null }>

/** What other wallets could give to an order, and what they would have to; where its hold follows the market it is brought a little more. */
export function proposedSources({ venue }: Pick<App, 'venue'>, { wallets }: AccountState, { wallet, hold, mostHeld }: Held): Proposed {
  const currency = walletCurrencies[wallet]
  const there = elsewhere(wallets, wallet)
  const cash = wallets.get(wallet)?.cash ?? 0n
  const missing = hold - cash
  const most = mostHeld === null ? withHeadroom({ missing, hold, currency }) : mostHeld - cash
  const wanted = missing > there ? missing : least(most, there)
  const sources = missing > 0n ? (sourcesOf(wallets, wallet, wanted) ?? []) : []
  return {
    elsewhere: formatMinor(there, currency),
    bring: sources.map(({ from, most }) => ({ walletType: from, amount: formatMinor(most, currency) })),
    exchange: missing > 0n && sources.length === 0 ? offeredExchange({ venue }, { wallets }, { wallet, missing }) : null,
  }
}

type Short = Readonly<{ wallet: WalletType; missing: bigint }>

/** The first wallet of another currency that has enough to give what is missing: whole units, with something over for a rate that moves. */
export function offeredExchange(
  { venue }: Pick<App, 'venue'>,
  { wallets }: Pick<AccountState, 'wallets'>,
  { wallet, missing }: Short,
): Proposed['exchange'] {
  const to = walletCurrencies[wallet]
  for (const walletType of exchangersTo(wallet)) {
    const from = walletCurrencies[walletType]
    const pair = pairOf(from, to)
    const market = venue.fxMid(pair)
    if (market === null) continue
    const needed = neededFor({ received: missing, from, to, mid: market.mid })
    const amount = withHeadroom({ missing: needed, hold: needed, currency: from })
    if (amount > givable(wallets, walletType)) continue
    const { rate } = priceExchange({ amount, from, to, mid: market.mid })
    return {
      ...{ walletType, amount: formatMinor(amount, from), rate: rateText(rate) },
      ...{ baseCurrency: pair.base, quoteCurrency: pair.quote },
    }
  }
  return null
}
