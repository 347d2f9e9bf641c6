import { type CorporateAction, payDateOf } from '@rueda/rules/corporate/action.ts'
import { SCALE, divide } from '@rueda/rules/decimal.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { DailyRow, FactorRow, TickerRow } from './lean-rows.ts'

/**
 * Splits and dividends from the factor files. A factor says by how much prices of a date are multiplied to compare
 * with the end of the file; seen from a day of the replay, only what has happened by that day counts.
 */
export type Adjustment = 'none' | 'split' | 'total'

/** Dividends are given back to a ten-thousandth of a dollar, which is what the factors' seven digits carry. */
const DIVIDEND_STEP = 10_000n
/** The factors of a split are rounded as well: of 1/7, 0.0357143/0.25, the whole numbers nearby are meant. */
const RATIO_TOLERANCE = 20_000n
const MAX_OLD_SHARES = 100n

/** Prices and volumes of a date as they look from another; null where they look as they were. */
export type View = Readonly<{ price: (value: bigint) => bigint; volume: (value: bigint) => bigint }>

type Seen = Readonly<{ date: CalendarDate; from: CalendarDate; adjustment: Adjustment }>

export function viewOf(factors: readonly FactorRow[], { date, from, adjustment }: Seen): View | null {
  if (adjustment === 'none' || factors.length === 0) return null
  const [then, now] = [factorOn(factors, date), factorOn(factors, from)]
  if (then === null || now === null || then === now) return null
  const [numerator, denominator] =
    adjustment === 'split' ? [then.splitFactor, now.splitFactor] : [then.splitFactor * then.priceFactor, now.splitFactor * now.priceFactor]
  if (numerator === denominator && then.splitFactor === now.splitFactor) return null
  return {
    price: (value) => divide(value * numerator, denominator, 'HALF_UP'),
    // Shares multiply where prices divide; a dividend changes no number of shares.
    volume: (value) => divide(value * now.splitFactor, then.splitFactor, 'HALF_UP'),
  }
}

/** A day's bar as it looks from `today`. */
export function adjustedRow(row: DailyRow, factors: readonly FactorRow[], adjustment: Adjustment, today: CalendarDate): DailyRow {
  const view = viewOf(factors, { date: row.date, from: today, adjustment })
  return view === null ? row : { date: row.date, ...seen(row, view) }
}

type Prices = Readonly<{ open: bigint; high: bigint; low: bigint; close: bigint; volume: bigint }>

export const seen = ({ open, high, low, close, volume }: Prices, { price, volume: shares }: View): Prices => ({
  open: price(open),
  high: price(high),
  low: price(low),
  close: price(close),
  volume: shares(volume),
})

type Asked = Readonly<{
  instrumentId: string
  from: CalendarDate
  to: CalendarDate
  nextTradingDate: (date: CalendarDate) => CalendarDate
}>

/** The corporate actions of a share with ex-dates in [from, to]; of one day the dividend comes first. */
export function actionsOf(factors: readonly FactorRow[], { instrumentId, from, to, nextTradingDate }: Asked): readonly CorporateAction[] {
  const actions: CorporateAction[] = []
  for (const [index, before] of factors.entries()) {
    const next = factors[index + 1]
    if (next === undefined || before.date >= to) continue
    // A factor holds through its date, so that the next trading date is the first one without the right.
    const exDate = nextTradingDate(before.date)
    if (exDate < from || exDate > to) continue
    const amount = roundTo(divide(before.reference * (next.priceFactor - before.priceFactor), next.priceFactor, 'HALF_UP'), DIVIDEND_STEP)
    if (amount > 0n) actions.push({ kind: 'dividend', instrumentId, exDate, payDate: payDateOf(exDate), amount })
    if (next.splitFactor === before.splitFactor) continue
    actions.push({ kind: 'split', instrumentId, exDate, ...wholeShares(next.splitFactor, before.splitFactor) })
  }
  return actions
}

/** The smallest whole numbers of new and old shares that a ratio stands for. */
function wholeShares(numerator: bigint, denominator: bigint): Readonly<{ newShares: bigint; oldShares: bigint }> {
  for (let oldShares = 1n; oldShares <= MAX_OLD_SHARES; oldShares += 1n) {
    const exact = divide(numerator * oldShares * SCALE, denominator, 'HALF_UP')
    const newShares = divide(exact, SCALE, 'HALF_UP')
    const difference = exact - newShares * SCALE
    if (newShares > 0n && difference <= RATIO_TOLERANCE * newShares && -difference <= RATIO_TOLERANCE * newShares)
      return { newShares, oldShares }
  }
  return { newShares: numerator, oldShares: denominator }
}

/** The name a share traded under on a date. */
export const tickerOn = (names: readonly TickerRow[], date: CalendarDate): string | null =>
  names.find((row) => row.date >= date)?.ticker ?? null

const factorOn = (factors: readonly FactorRow[], date: CalendarDate): FactorRow | null => factors.find((row) => row.date >= date) ?? null

const roundTo = (value: bigint, step: bigint): bigint => divide(value, step, 'HALF_UP') * step
