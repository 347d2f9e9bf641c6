import { SCALE, divide, formatDecimal, formatScaled, parseScaled } from '@rueda/rules/decimal.ts'

/**
 * Converts between an amount of money and a quantity, and works out the sizes behind the chips of the ticket.
 * Everything is decimal text in and decimal text out; nothing here is a float.
 */

const MONEY_DECIMALS = 2
const MONEY_SCALE = 100n
const HUNDRED_PERCENT = 100n

/** Whole steps only: the quantity never costs more than the amount. */
const floorToStep = (quantity: bigint, step: bigint): bigint => (step <= 0n ? quantity : (quantity / step) * step)

const stepOf = (step: string): bigint => parseScaled(step) ?? SCALE

/** The quantity an amount pays for at a price, cut to whole steps; null where either is unknown. */
export function quantityForAmount(amount: string, price: string, step: string): string | null {
  const money = parseScaled(amount)
  const each = parseScaled(price)
  if (money === null || each === null || each <= 0n) return null
  return formatScaled(floorToStep(divide(money * SCALE, each, 'DOWN'), stepOf(step)))
}

/** price × quantity as an amount with cents; null where either is unknown. */
export function amountOfQuantity(quantity: string, price: string): string | null {
  const count = parseScaled(quantity)
  const each = parseScaled(price)
  if (count === null || each === null) return null
  return formatDecimal(divide(count * each * MONEY_SCALE, SCALE * SCALE, 'HALF_UP'), MONEY_DECIMALS)
}

/** As much of a quantity as whole steps make. */
export const wholeSteps = (quantity: string, step: string): string => formatScaled(floorToStep(parseScaled(quantity) ?? 0n, stepOf(step)))

export const shares = [25, 50, 75, 100] as const
export type Share = (typeof shares)[number]

/** A share of the largest possible order, cut to whole steps; all of it is all of it, parts of shares included. */
export function sizeOfShare(full: string, percent: Share, step: string): string {
  const most = parseScaled(full) ?? 0n
  if (BigInt(percent) === HUNDRED_PERCENT) return formatScaled(most)
  return formatScaled(floorToStep((most * BigInt(percent)) / HUNDRED_PERCENT, stepOf(step)))
}

type Spending = Readonly<{
  /** The money there is for a purchase, with two decimals; null for a sale. */
  money: string | null
  /** The largest order there can be. */
  full: string
  price: string
  /** The step of whole shares; null where the order itself names the amount, which its charges are part of. */
  step: string | null
}>

/**
 * The amount behind a chip: a share of the money for a purchase, what a share of the stock is worth for a sale. A purchase of whole shares
 * goes no farther than the largest there can be, whose charges come on top of it.
 */
export function amountOfShare({ money, full, price, step }: Spending, percent: Share): string {
  const worthOf = (quantity: string) => amountOfQuantity(quantity, price) ?? NO_MONEY
  if (money === null) return worthOf(step === null ? partOf(full, percent) : sizeOfShare(full, percent, step))
  const spent = cents((parseScaled(money) ?? 0n) * BigInt(percent), HUNDRED_PERCENT)
  const most = step === null ? spent : worthOf(full)
  return isMore(spent, most) ? most : spent
}

const NO_MONEY = '0.00'
const cents = (value: bigint, by: bigint): string => formatDecimal(divide(value * MONEY_SCALE, SCALE * by, 'DOWN'), MONEY_DECIMALS)
const partOf = (full: string, percent: Share): string => formatScaled(((parseScaled(full) ?? 0n) * BigInt(percent)) / HUNDRED_PERCENT)

/** The chip whose amount is the typed one, if there is one. */
export const shareOfAmount = (amount: string, spending: Spending): Share | null =>
  isZero(amount) ? null : (shares.findLast((percent) => isSame(amountOfShare(spending, percent), amount)) ?? null)

/** The sum of two amounts of money. */
export const sumOf = (one: string, other: string): string => formatScaled((parseScaled(one) ?? 0n) + (parseScaled(other) ?? 0n))

/** The chip whose size is the typed quantity, if there is one. */
export const shareOfSize = (quantity: string, full: string, step: string): Share | null =>
  isZero(quantity) ? null : (shares.findLast((percent) => isSame(sizeOfShare(full, percent, step), quantity)) ?? null)

export type QuantityFault = 'below_minimum' | 'step' | null

/** The fault of a quantity, found without asking the server. */
export function quantityFault(quantity: string, rules: { minimum: string; step: string }): QuantityFault {
  const count = parseScaled(quantity)
  const minimum = parseScaled(rules.minimum)
  if (count === null) return 'step'
  if (minimum !== null && count < minimum) return 'below_minimum'
  return count % stepOf(rules.step) === 0n ? null : 'step'
}

export const isZero = (value: string): boolean => (parseScaled(value) ?? 0n) === 0n
const isSame = (left: string, right: string): boolean => parseScaled(left) === parseScaled(right)
export const isMore = (left: string, right: string): boolean => (parseScaled(left) ?? 0n) > (parseScaled(right) ?? 0n)
/** A quantity less a part of it. */
export const withoutPart = (whole: string, part: string): string => formatScaled((parseScaled(whole) ?? 0n) - (parseScaled(part) ?? 0n))
