import { SCALE, divide } from '../decimal.ts'
import { type StatusOf, machine } from '../machine.ts'
import { lotSizeAt } from '../subscriptions/offering.ts'
import type { CalendarDate } from '../time.ts'

/**
 * A placing: an issuer that is listed already sells new shares at a discount to a close that everybody has seen (`docs/rules/placing.md`
 * E.3). It opens and closes by the clock; nobody can move it but by withdrawing it before its shares are allotted.
 */
export const placingMachine = machine({
  announced: { open: 'open', withdraw: 'withdrawn' },
  open: { close: 'closed', withdraw: 'withdrawn' },
  closed: { allot: 'allotted', withdraw: 'withdrawn' },
  allotted: {},
  withdrawn: {},
})
export type PlacingStatus = StatusOf<typeof placingMachine>

/** Discounts come in steps, in hundredths of a per cent. */
const MIN_DISCOUNT = 300
const DISCOUNT_STEP = 50
const DISCOUNT_STEPS = 15
const WHOLE = 10_000n

/** The discount that a number draws: 3 % to 10 %, in hundredths of a per cent. */
export const discountOf = (drawn: number): number => MIN_DISCOUNT + (drawn % DISCOUNT_STEPS) * DISCOUNT_STEP

/** What is given out to this house's customers, and what one of them may ask for: in cents, and as a part of it. */
const TRANCHE_CENTS = 50_000_000n
const CUSTOMERS_PART = 10
const CENT = SCALE / 100n

export type PlacingTerms = Readonly<{
  /** Units of 10^-8. */
  price: bigint
  lotSize: bigint
  /** In lots. */
  quota: number
  maxLots: number
}>

/** The terms that follow from a close. The price is in whole cents, rounded up, so that the discount is never above what was announced. */
export function termsOf(reference: bigint, discount: number): PlacingTerms {
  const cents = divide(reference * (WHOLE - BigInt(discount)), WHOLE * CENT, 'CEIL')
  const price = cents * CENT
  const lotSize = lotSizeAt(price)
  const lotCents = (cents * lotSize) / SCALE
  const quota = Math.max(1, Number(TRANCHE_CENTS / lotCents))
  return { price, lotSize, quota, maxLots: Math.max(1, Math.floor(quota / CUSTOMERS_PART)) }
}

/** Trading days of a window, the first and the last among them, and between the allotment and the day on which its shares are free. */
export const PLACING_WINDOW_DAYS = 5
export const LOCK_TRADING_DAYS = 10
/** It is announced so many days before its window, so that there is always one to come; its price is fixed when that opens. */
export const PLACING_ANNOUNCED_DAYS_BEFORE = 40

/** The first and the last trading day of a window, out of the trading days from its month's date on; null where too few are known. */
export function windowOf(tradingDays: readonly CalendarDate[]): Readonly<{ opens: CalendarDate; closes: CalendarDate }> | null {
  const [opens, closes] = [tradingDays[0], tradingDays[PLACING_WINDOW_DAYS - 1]]
  return opens === undefined || closes === undefined ? null : { opens, closes }
}

/** The trading day from which on the shares are free, out of the trading days after that of the allotment. */
export const unlockDayOf = (tradingDaysAfter: readonly CalendarDate[]): CalendarDate | null =>
  tradingDaysAfter[LOCK_TRADING_DAYS - 1] ?? null
