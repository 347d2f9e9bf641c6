import type { Wallet } from '@rueda/contract/wallets.ts'
import { SCALE, formatScaled, parseScaled, percentText } from '@rueda/rules/decimal.ts'

/** The parts of the total, as the donut draws them and its legend names them. */
export type Part = Readonly<{ key: string; value: string }>
export type Slice = Part & Readonly<{ percent: string }>

const MONEY_DECIMALS = 2
const REST = 'other'

/** The largest parts first, without parts of zero, and all parts past `most` together as "other". */
export function slicesOf(parts: readonly Part[], most: number): readonly Slice[] {
  const valued = parts
    .map(({ key, value }) => ({ key, value: parseScaled(value) ?? 0n }))
    .filter(({ value }) => value > 0n)
    .sort((left, right) => (left.value === right.value ? 0 : left.value > right.value ? -1 : 1))
  const shown = valued.length <= most ? valued : [...valued.slice(0, most - 1), { key: REST, value: sum(valued.slice(most - 1)) }]
  const total = sum(valued)
  return shown.map(({ key, value }) => ({ key, value: formatScaled(value, MONEY_DECIMALS), percent: percentText(value, total) }))
}

const sum = (parts: readonly { value: bigint }[]): bigint => parts.reduce((all, { value }) => all + value, 0n)

/** True for a wallet with nothing in it and nothing in use, which is folded away. */
export const isEmptyWallet = (wallet: Pick<Wallet, 'balance' | 'usedBalance'>): boolean =>
  (parseScaled(wallet.balance) ?? SCALE) === 0n && (parseScaled(wallet.usedBalance) ?? SCALE) === 0n
