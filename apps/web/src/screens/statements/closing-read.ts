import type { Statement } from '@rueda/contract/statements.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { linesOf } from '@rueda/rules/figures/lines.ts'
import { type Currency, minorDigits } from '@rueda/rules/money.ts'
import { deriveClosing } from '@rueda/rules/wallets/derive-closing.ts'
import type { DerivationRead } from '../../shared/figures/derivation-read.ts'

/** How a wallet's closing balance came about, from the statement's own movements. */
export const closingRead = (statement: Statement, walletType: string): DerivationRead => ({
  queryKey: ['statement', 'closing', statement.month, walletType],
  queryFn: () => ({ lines: linesOf(closingOf(statement, walletType)), asOfTimestamp: Math.min(statement.toTimestamp, Date.now()) }),
})

function closingOf({ wallets, movements, corrections }: Statement, walletType: string) {
  const wallet = wallets.find((one) => one.walletType === walletType)
  const currency = (wallet?.currency ?? 'USD') as Currency
  const minor = (amount: string): bigint => parseDecimal(amount, minorDigits[currency]) ?? 0n
  const own = [...movements, ...corrections].filter((flow) => flow.walletType === walletType)
  return deriveClosing({
    type: walletType,
    currency,
    opening: minor(wallet?.opening ?? '0'),
    movements: own.map(({ bizType, amount }) => ({ kind: bizType, amount: minor(amount) })),
  })
}
