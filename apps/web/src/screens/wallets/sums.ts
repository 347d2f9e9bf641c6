import type { CashFlow } from '@rueda/contract/wallets.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'

/** The money in and the money out, separate for every currency: amounts of two currencies have no sum. */
export type Sums = Readonly<{ currency: string; in: string; out: string }>

const CENTS = 2

type Flow = Pick<CashFlow, 'amount' | 'currency' | 'bizType'>

/**
 * Over all wallets, a transfer between two of them is neither money in nor money out. An exchange into another currency
 * is: each currency has sums of its own, and its opening balance, money in and money out make its closing balance.
 */
export const withoutOwnTransfers = <Each extends Flow>(flows: readonly Each[]): readonly Each[] =>
  flows.filter(({ bizType }) => bizType !== 'TRANSFER')

export function sumsOf(flows: readonly Omit<Flow, 'bizType'>[]): readonly Sums[] {
  const sums = new Map<string, { in: bigint; out: bigint }>()
  for (const { amount, currency } of flows) {
    const value = parseScaled(amount) ?? 0n
    const before = sums.get(currency) ?? { in: 0n, out: 0n }
    sums.set(currency, value > 0n ? { ...before, in: before.in + value } : { ...before, out: before.out - value })
  }
  return [...sums].map(([currency, sum]) => ({ currency, in: formatScaled(sum.in, CENTS), out: formatScaled(sum.out, CENTS) }))
}
