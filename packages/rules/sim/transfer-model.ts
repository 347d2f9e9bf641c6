/**
 * Transfers in the reference model: what each wallet holds and what is on its way, worked out as simply as possible
 * and without the rules. Rates are ten-thousandths, spreads hundredths of a percent, straight from the rule book (E.11).
 */
export type ModelTransfer = {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly received: bigint
  /** Null within a currency. */
  readonly settlesAt: number | null
  open: boolean
}

/** The wallets that no order of this simulation touches; STOCK is the account's own cash. */
export type ModelWallets = { readonly cash: Map<string, bigint>; readonly transfers: Map<string, ModelTransfer> }

export const newModelWallets = (funding: bigint): ModelWallets => ({ cash: new Map([['US_WALLET', funding]]), transfers: new Map() })

type Cash = { cash: bigint; unsettled: bigint; readonly wallets: ModelWallets }

export const cashIn = (account: Cash, wallet: string): bigint =>
  wallet === 'STOCK' ? account.cash : (account.wallets.cash.get(wallet) ?? 0n)

export function mayLeave(account: Cash, wallet: string): bigint {
  const free = cashIn(account, wallet) - (wallet === 'STOCK' ? account.unsettled : 0n)
  return free > 0n ? free : 0n
}

export function addCash(account: Cash, wallet: string, amount: bigint): void {
  if (wallet === 'STOCK') account.cash += amount
  else account.wallets.cash.set(wallet, cashIn(account, wallet) + amount)
}

const digits: Readonly<Record<string, bigint>> = { USD: 2n, ARS: 2n, TWD: 0n }
const spread: Readonly<Record<string, bigint>> = { USD: 30n, TWD: 30n, ARS: 50n }
const WHOLE = 10_000n

/** What an amount gives: mid less or plus the dearer spread, and what is left of a minor unit is the house's. */
export function exchanged(amount: bigint, from: string, to: string, mid: bigint): bigint {
  const [one, other] = [spread[from] ?? 0n, spread[to] ?? 0n]
  const cost = one > other ? one : other
  const [fromUnit, toUnit] = [10n ** (digits[from] ?? 0n), 10n ** (digits[to] ?? 0n)]
  const sellsDearer = from === 'USD' || (from === 'TWD' && to === 'ARS')
  return sellsDearer
    ? (amount * mid * (WHOLE - cost) * toUnit) / (fromUnit * WHOLE * WHOLE)
    : (amount * WHOLE * WHOLE * toUnit) / (fromUnit * mid * (WHOLE + cost))
}
