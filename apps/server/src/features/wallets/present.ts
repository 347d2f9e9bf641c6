import type { Wallet as WalletRow } from '@rueda/contract/wallets.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import { type Wallet, availableOf, balanceOf, usedOf, withdrawableOf } from '@rueda/rules/wallets/wallet.ts'

/** The only place where a wallet becomes JSON. */
const symbols: Readonly<Partial<Record<Currency, string>>> = { ARS: 'ARS', TWD: 'NT$' }

export const presentWallet = (wallet: Wallet): WalletRow => ({
  walletType: wallet.type,
  currency: wallet.currency,
  symbol: symbols[wallet.currency] ?? '$',
  balance: formatMinor(balanceOf(wallet), wallet.currency),
  usedBalance: formatMinor(usedOf(wallet), wallet.currency),
  available: formatMinor(availableOf(wallet), wallet.currency),
  unsettled: formatMinor(wallet.unsettled, wallet.currency),
  withdrawable: formatMinor(withdrawableOf(wallet), wallet.currency),
  valueUsd: valueInDollars(wallet),
})

/** Nothing is worth nothing in every currency; anything else in another currency needs a rate, and none is known yet. */
function valueInDollars(wallet: Wallet): string | null {
  if (wallet.currency === 'USD') return formatMinor(balanceOf(wallet), 'USD')
  return balanceOf(wallet) === 0n ? formatMinor(0n, 'USD') : null
}
