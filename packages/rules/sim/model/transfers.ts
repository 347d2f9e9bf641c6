import type { WalletType } from '../../src/wallets/wallet.ts'
import { type ModelAccount, cashIn, unsettledIn } from './account.ts'

/**
 * Transfers in the reference model: the money between wallets and what it becomes, worked out without the rules. Rates are ten-thousandths,
 * spreads hundredths of a percent, straight from the rule book (E.11).
 */
export type ModelTransfer = {
  readonly from: WalletType
  readonly to: WalletType
  readonly amount: bigint
  readonly received: bigint
  /** Null within a currency. */
  readonly settlesAt: number | null
  open: boolean
}

export function mayLeave(account: ModelAccount, wallet: WalletType): bigint {
  const free = cashIn(account, wallet) - unsettledIn(account, wallet)
  return free > 0n ? free : 0n
}

const digits: Readonly<Record<string, bigint>> = { USD: 2n, ARS: 2n, TWD: 0n }
const spread: Readonly<Record<string, bigint>> = { USD: 30n, TWD: 30n, ARS: 50n }
const WHOLE = 10_000n

/** The amount an exchange gives: at the mid less or plus the dearer spread, rounded down in the brokerage's favour. */
export function exchanged(amount: bigint, from: string, to: string, mid: bigint): bigint {
  const [one, other] = [spread[from] ?? 0n, spread[to] ?? 0n]
  const cost = one > other ? one : other
  const [fromUnit, toUnit] = [10n ** (digits[from] ?? 0n), 10n ** (digits[to] ?? 0n)]
  const sellsDearer = from === 'USD' || (from === 'TWD' && to === 'ARS')
  return sellsDearer
    ? (amount * mid * (WHOLE - cost) * toUnit) / (fromUnit * WHOLE * WHOLE)
    : (amount * WHOLE * WHOLE * toUnit) / (fromUnit * mid * (WHOLE + cost))
}
