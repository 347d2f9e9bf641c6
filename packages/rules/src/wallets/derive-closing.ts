import { type Derivation, amountOf, plus, sumOf } from '../figures/derivation.ts'
import type { Currency } from '../money.ts'

/** A wallet's month: what it began with, and each movement with its kind, in minor units. */
export type WalletMonth = Readonly<{
  type: string
  currency: Currency
  opening: bigint
  movements: readonly Readonly<{ kind: string; amount: bigint }>[]
}>

/** What a wallet ended a month with: the opening and every movement of it, added up by their kinds (`docs/rules/statements.md`). */
export function deriveClosing({ type, currency, opening, movements }: WalletMonth): Derivation {
  const sums = new Map<string, bigint>()
  for (const { kind, amount } of movements) sums.set(kind, (sums.get(kind) ?? 0n) + amount)
  const lines = [...sums].map(([kind, amount]) =>
    plus(amountOf(currency, amount, { name: 'movement', about: { kind: 'movement', id: kind } })),
  )
  const about = { kind: 'wallet', id: type } as const
  return sumOf(currency, [plus(amountOf(currency, opening, { name: 'opening' })), ...lines], { name: 'closing', about })
}
