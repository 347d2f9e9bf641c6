import { least } from '../decimal.ts'
import { type Wallet, type WalletType, walletCurrencies, walletTypes, withdrawableOf } from '../wallets/wallet.ts'

/** Who may give what a wallet lacks, and how much (`docs/rules/transfers.md` P.18): asked before anything is decided, in the app too. */

/** A wallet that gives what another one lacks, and the most it may give, in minor units. */
export type Source = Readonly<{ from: WalletType; most: bigint }>

/** Wallets of margin give nothing by themselves: their free money keeps open positions from being liquidated. */
const MARGIN_WALLETS: readonly WalletType[] = ['FUTURE', 'FOREX']

/** The wallets that may give to another one, in the order in which they are asked. */
export const giversTo = (to: WalletType): readonly WalletType[] =>
  walletTypes.filter((from) => from !== to && walletCurrencies[from] === walletCurrencies[to] && !MARGIN_WALLETS.includes(from))

/** The wallets of other currencies whose money can be exchanged for this one's, in the order in which they are looked at. */
export const exchangersTo = (to: WalletType): readonly WalletType[] =>
  walletTypes.filter((from) => walletCurrencies[from] !== walletCurrencies[to] && !MARGIN_WALLETS.includes(from))

/** What the givers have for this wallet, together. */
export const elsewhere = (wallets: ReadonlyMap<WalletType, Wallet>, to: WalletType): bigint =>
  giversTo(to).reduce((sum, from) => sum + givable(wallets, from), 0n)

/** What may leave a wallet for another one. */
export const givable = (wallets: ReadonlyMap<WalletType, Wallet>, from: WalletType): bigint => {
  const wallet = wallets.get(from)
  return wallet === undefined ? 0n : withdrawableOf(wallet)
}

/** The sources of an amount, each giver as far as it has some; null where all of them together have less. */
export function sourcesOf(wallets: ReadonlyMap<WalletType, Wallet>, to: WalletType, amount: bigint): readonly Source[] | null {
  if (amount > elsewhere(wallets, to)) return null
  return shared(
    giversTo(to).map((from) => ({ from, most: givable(wallets, from) })),
    amount,
  )
}

/** An amount taken from sources in their order; what none of it is left for gives nothing. */
export function shared<Of extends Source>(sources: readonly Of[], amount: bigint): readonly Of[] {
  let left = amount
  return sources.flatMap((source) => {
    const most = least(source.most, left)
    left -= most
    return most > 0n ? [{ ...source, most }] : []
  })
}
