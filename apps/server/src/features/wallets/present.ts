import type { Wallet as WalletRow } from '@rueda/contract/wallets.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import { type Wallet, availableOf, balanceOf, usedOf, withdrawableOf } from '@rueda/rules/wallets/wallet.ts'
import type { VenueClient } from '../../venue/client.ts'
import { inDollars } from './dollar-value.ts'

/** The only place where a wallet becomes JSON. */
const symbols: Readonly<Partial<Record<Currency, string>>> = { ARS: 'ARS', TWD: 'NT$' }

export const presentWallet = (venue: Pick<VenueClient, 'fxMid'>, wallet: Wallet): WalletRow => ({
  walletType: wallet.type,
  currency: wallet.currency,
  symbol: symbols[wallet.currency] ?? '$',
  balance: formatMinor(balanceOf(wallet), wallet.currency),
  usedBalance: formatMinor(usedOf(wallet), wallet.currency),
  available: formatMinor(availableOf(wallet), wallet.currency),
  unsettled: formatMinor(wallet.unsettled, wallet.currency),
  withdrawable: formatMinor(withdrawableOf(wallet), wallet.currency),
  valueUsd: dollarText(inDollars(venue, { minor: balanceOf(wallet), currency: wallet.currency })),
})

const dollarText = (cents: bigint | null): string | null => (cents === null ? null : formatMinor(cents, 'USD'))
