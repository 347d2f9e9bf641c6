import type { CashFlow } from '@rueda/contract/wallets.ts'
import { formatDecimal, formatScaled, parseDecimal, parseScaled } from '@rueda/rules/decimal.ts'
import { type Currency, minorDigits } from '@rueda/rules/money.ts'
import { formatDate } from '@rueda/ui/formats/dates.ts'

/** A movement as it is listed: one of the ledger, or those of an order's executions of a day together. Newest first, as they came. */
export type GroupedFlow = Readonly<{ flow: CashFlow; parts: readonly CashFlow[] }>

const ofExecutions: readonly string[] = ['BUY', 'SELL']
const MONEY_DECIMALS = 2

/** Executions of one order that stand beside each other are one movement: what they came to, and the balance after the last. */
export function groupedFlows(flows: readonly CashFlow[]): readonly GroupedFlow[] {
  const groups: CashFlow[][] = []
  for (const flow of flows) {
    const last = groups.at(-1)
    if (last?.[0] !== undefined && isOfSameOrder(last[0], flow)) last.push(flow)
    else groups.push([flow])
  }
  return groups.flatMap((parts) =>
    parts[0] === undefined ? [] : [{ flow: { ...parts[0], amount: sumOf(parts[0], parts), quantity: quantityOf(parts) }, parts }],
  )
}

const isOfSameOrder = (one: CashFlow, other: CashFlow): boolean =>
  ofExecutions.includes(one.bizType) &&
  one.bizNo !== '' &&
  one.bizType === other.bizType &&
  one.bizNo === other.bizNo &&
  one.walletType === other.walletType &&
  formatDate(one.createTimeTimestamp) === formatDate(other.createTimeTimestamp)

function sumOf({ currency }: CashFlow, parts: readonly CashFlow[]): string {
  const digits = minorDigits[currency as Currency] ?? MONEY_DECIMALS
  return formatDecimal(
    parts.reduce((sum, { amount }) => sum + (parseDecimal(amount, digits) ?? 0n), 0n),
    digits,
  )
}

/** Of an order on margin none has any. */
const quantityOf = (parts: readonly CashFlow[]): string | null =>
  parts.every(({ quantity }) => quantity === null)
    ? null
    : formatScaled(parts.reduce((sum, { quantity }) => sum + (parseScaled(quantity ?? '0') ?? 0n), 0n))
