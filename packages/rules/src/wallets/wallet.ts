import type { Currency } from '../money.ts'
import type { CalendarDate } from '../time.ts'

/**
 * A wallet is money set apart for one use. The customer's view of it is a projection of the ledger: free cash, cash held for orders, margin
 * of positions, and the part of the cash that is sale proceeds not yet settled.
 */
export const walletCurrencies = {
  BALANCE: 'ARS',
  US_WALLET: 'USD',
  STOCK: 'USD',
  SUBSCRIPTION: 'USD',
  FOLLOW: 'USD',
  FUTURE: 'USD',
  FOREX: 'USD',
  TW: 'TWD',
  AR: 'ARS',
} as const satisfies Record<string, Currency>

export type WalletType = keyof typeof walletCurrencies
export const walletTypes = Object.keys(walletCurrencies) as readonly WalletType[]

/** All amounts in minor units of the currency. */
export type Wallet = Readonly<{
  type: WalletType
  currency: Currency
  cash: bigint
  hold: bigint
  margin: bigint
  /** Sale proceeds inside `cash` that have not settled: they can be traded with, not taken out. */
  unsettled: bigint
  /** All trades paid from here with a settlement date up to this one have settled; null before the first settlement. */
  settledThrough: CalendarDate | null
}>

export const emptyWallet = (type: WalletType): Wallet => ({
  type,
  currency: walletCurrencies[type],
  cash: 0n,
  hold: 0n,
  margin: 0n,
  unsettled: 0n,
  settledThrough: null,
})

export const balanceOf = (wallet: Wallet): bigint => wallet.cash + wallet.hold + wallet.margin
export const usedOf = (wallet: Wallet): bigint => wallet.hold + wallet.margin
export const availableOf = (wallet: Wallet): bigint => wallet.cash
export const withdrawableOf = (wallet: Wallet): bigint => (wallet.cash > wallet.unsettled ? wallet.cash - wallet.unsettled : 0n)
