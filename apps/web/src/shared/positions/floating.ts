import type { Position } from '@rueda/contract/positions.ts'
import { SCALE, divide, formatDecimal, parseDecimal, parseScaled, percentText } from '@rueda/rules/decimal.ts'
import { type Currency, minorDigits } from '@rueda/rules/money.ts'

/**
 * The value and profit of a holding at a price that has just arrived. The rule is the server's own (`profit = quantity
 * × last − cost`, buying fees included), in whole units of its currency's smallest money.
 */

const MONEY_DECIMALS = 2

type Valued = Readonly<{ value: string; profit: string; percent: string | null }>
/** `today` is null for a holding that has no result of the day. */
export type Floating = Valued & Readonly<{ today: string | null }>

type Bought = Pick<Position, 'quantity' | 'costAmount' | 'currency'>

export function floatingAt({ quantity, costAmount, currency }: Bought, price: string | null): Valued | null {
  const digits = minorDigits[currency as Currency] ?? MONEY_DECIMALS
  const [bought, cost] = [parseScaled(quantity), parseDecimal(costAmount, digits)]
  const last = price === null ? null : parseScaled(price)
  if (bought === null || cost === null || last === null) return null
  const value = divide(bought * last * 10n ** BigInt(digits), SCALE * SCALE, 'HALF_UP')
  const text = (minor: bigint): string => formatDecimal(minor, digits)
  return { value: text(value), profit: text(value - cost), percent: percentOf(value - cost, cost) }
}

/**
 * Uses the server's figures where there is no newer price, and on margin always: the value of a margin position is its
 * equity, not price × quantity.
 */
export function floatingOf(position: Position, live: string | null): Floating | null {
  const computed = position.isolatedPosition === 1 ? null : floatingAt(position, live ?? position.currentPrice)
  if (computed !== null) return { ...computed, today: todayOf(position, computed.value) }
  const value = position.isolatedPosition === 1 ? position.equity : position.marketValue
  if (value === null || position.profit === null) return null
  return { value, profit: position.profit, percent: position.zdf, today: position.todayProfit }
}

/** The day's result moves as the value does. */
function todayOf({ todayProfit, marketValue, currency }: Position, value: string): string | null {
  const digits = minorDigits[currency as Currency] ?? MONEY_DECIMALS
  const minor = (amount: string | null): bigint | null => (amount === null ? null : parseDecimal(amount, digits))
  const [today, before, now] = [minor(todayProfit), minor(marketValue), minor(value)]
  return today === null || before === null || now === null ? todayProfit : formatDecimal(today + now - before, digits)
}

export type Totals = Valued

/** The sum over all holdings; null as soon as one of them is unknown, because a partial sum would be a false one. */
export function totalOf(parts: readonly (Valued | null)[]): Totals | null {
  let value = 0n
  let profit = 0n
  for (const part of parts) {
    if (part === null) return null
    value += parseDecimal(part.value, MONEY_DECIMALS) ?? 0n
    profit += parseDecimal(part.profit, MONEY_DECIMALS) ?? 0n
  }
  return { value: cents(value), profit: cents(profit), percent: percentOf(profit, value - profit) }
}

const cents = (value: bigint): string => formatDecimal(value, MONEY_DECIMALS)

const percentOf = (profit: bigint, cost: bigint): string | null => (cost <= 0n ? null : percentText(profit, cost))
