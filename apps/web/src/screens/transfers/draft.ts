import type { Wallet } from '@rueda/contract/wallets.ts'
import { SCALE_DECIMALS, formatDecimal, parseScaled } from '@rueda/rules/decimal.ts'
import { type Currency, minorDigits } from '@rueda/rules/money.ts'
import { finish, fits } from '@rueda/ui/fields/typing.ts'
import { walletTypes } from '@rueda/rules/wallets/wallet.ts'

/** A transfer while it is being written. Amounts are decimal text; nothing here is a float. */
export type WalletType = Wallet['walletType']
export type Draft = Readonly<{ from: WalletType; to: WalletType; amount: string }>
type Asked = Readonly<Record<string, string | undefined>>

const MAX_DECIMALS = 2

/** As many decimals as money in this currency has, and never more than cents. */
export const decimalsOf = (currency: string): number => Math.min(minorDigits[currency as Currency] ?? MAX_DECIMALS, MAX_DECIMALS)

const FUNDING: WalletType = 'US_WALLET'
const TRADING: WalletType = 'STOCK'

/** The transfer an address opens: into a wallet from the fullest other one, out of a wallet, or from funding to trading. */
export function openingOf(asked: Asked, wallets: readonly Wallet[]): Draft {
  const [from, to] = [walletIn(asked, 'from'), walletIn(asked, 'to')]
  const amount = asked['amount'] ?? ''
  const isAmount = /^\d+(\.\d{1,2})?$/.test(amount)
  const source = from ?? (to === null ? FUNDING : (fullestBut(to, wallets) ?? otherThan(to)))
  const target = to === null || to === source ? otherThan(source) : to
  // An amount missing at the target is not to be taken in another currency.
  const isMeant = from !== null || currencyOf(source, wallets) === currencyOf(target, wallets)
  return { from: source, to: target, amount: isAmount && isMeant ? amount : '' }
}

const currencyOf = (wallet: WalletType, wallets: readonly Wallet[]): string | null =>
  wallets.find(({ walletType }) => walletType === wallet)?.currency ?? null

const walletIn = (asked: Asked, name: string): WalletType | null => walletTypes.find((type) => type === asked[name]) ?? null
const otherThan = (wallet: WalletType): WalletType => (wallet === TRADING ? FUNDING : TRADING)

function fullestBut(target: WalletType, wallets: readonly Wallet[]): WalletType | null {
  const worth = (wallet: Wallet): bigint => parseScaled(wallet.withdrawable === '0.00' ? '0' : (wallet.valueUsd ?? '0')) ?? 0n
  const full = wallets.filter((wallet) => wallet.walletType !== target && worth(wallet) > 0n)
  return full.toSorted((one, other) => Number(worth(other) - worth(one)))[0]?.walletType ?? null
}

/** Choosing the wallet at the other end turns the transfer round: it is never from a wallet to itself. */
export const withFrom = (draft: Draft, from: WalletType): Draft => ({ ...draft, from, to: from === draft.to ? draft.from : draft.to })
export const withTo = (draft: Draft, to: WalletType): Draft => ({ ...draft, to, from: to === draft.from ? draft.to : draft.from })
export const turned = (draft: Draft): Draft => ({ ...draft, from: draft.to, to: draft.from })

/** The typed amount as it can be sent in a currency; cents are cut where the currency has none. */
export function amountIn(currency: string, typed: string): string {
  const amount = finish(typed)
  if (fits(amount, decimalsOf(currency))) return amount
  const [whole = '', fraction = ''] = amount.split('.')
  const decimals = decimalsOf(currency)
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}

export const shares = [25, 50, 75, 100] as const
const HUNDRED = 100n

/** A share of what may leave, cut to the currency's smallest unit. */
export function shareOf(wallet: Pick<Wallet, 'withdrawable' | 'currency'>, percent: number): string {
  const decimals = decimalsOf(wallet.currency)
  const unit = 10n ** BigInt(SCALE_DECIMALS - decimals)
  const part = ((parseScaled(wallet.withdrawable) ?? 0n) * BigInt(percent)) / HUNDRED / unit
  return formatDecimal(part, decimals)
}

export const isNothing = (amount: string): boolean => (parseScaled(amount === '' ? '0' : amount) ?? 0n) === 0n
export const isSame = (one: string, other: string): boolean => parseScaled(one) === parseScaled(other)
export const isMore = (one: string, other: string): boolean => (parseScaled(one) ?? 0n) > (parseScaled(other) ?? 0n)

/** A balance before and after an amount came to it or left it; as many decimals as the balance has. */
export function after(balance: string, amount: string, direction: 'in' | 'out'): string {
  const decimals = balance.split('.')[1]?.length ?? 0
  const unit = 10n ** BigInt(SCALE_DECIMALS - decimals)
  const change = parseScaled(amount === '' ? '0' : amount) ?? 0n
  const sum = (parseScaled(balance) ?? 0n) + (direction === 'in' ? change : -change)
  return formatDecimal(sum / unit, decimals)
}
