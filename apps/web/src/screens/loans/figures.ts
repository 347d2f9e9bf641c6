import type { LoanCollateral, LoanProduct } from '@rueda/contract/loans.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { SCALE, divide, formatScaled, parseDecimal, parseScaled, percentText } from '@rueda/rules/decimal.ts'
import { countTo, loanDateAt } from '@rueda/rules/loans/accrue.ts'
import { valueOfItem } from '@rueda/rules/loans/collateral.ts'
import { interestOver } from '@rueda/rules/loans/cost.ts'
import { type Loan as RuleLoan, debtOf } from '@rueda/rules/loans/loan.ts'
import { LOAN_CURRENCY } from '@rueda/rules/loans/product.ts'
import { formatMinor, minorDigits } from '@rueda/rules/money.ts'
import { formatNumber, formatPercent } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { finish } from '@rueda/ui/fields/typing.ts'

/** Figures of loans as the rules work them out, so that what is shown before is what is charged after. */
export const minorOf = (text: string): bigint => parseDecimal(finish(text), minorDigits[LOAN_CURRENCY]) ?? 0n
export const moneyText = (minor: bigint): string => formatMinor(minor, LOAN_CURRENCY)

/** "0.0004" as "0.04 %", and "0.00045" as "0.045 %": what is charged by the day is never rounded. */
export const rateText = (language: Language, share: string): string => {
  const points = (parseScaled(share) ?? 0n) * HUNDRED
  const isWhole = points % HUNDREDTH === 0n || points >= POINT
  return isWhole ? formatPercent(language, percentText(parseScaled(share) ?? 0n), 'plain') : thousandths(language, formatScaled(points))
}
const HUNDRED = 100n
const HUNDREDTH = 1_000_000n
const POINT = 100_000_000n
const thousandths = (language: Language, points: string): string =>
  formatNumber(language, `${points}e-2`, { style: 'percent', least: 3, most: 3 })

const DAYS_LATE = 7
const DAYS_SHOWN_LATE = 30

type Terms = Pick<LoanProduct, 'termDays' | 'dailyRate' | 'penaltyDailyRate'>

/** A loan that begins today, as the rules would count it. */
function loanOf(minor: bigint, { termDays, dailyRate, penaltyDailyRate }: Terms, now: number): RuleLoan {
  const from = loanDateAt(now)
  const undated: Omit<RuleLoan, 'debt'> = {
    ...{ id: '', number: '', accountId: '', productId: 'd30', termDays, dailyRate: parseScaled(dailyRate) ?? 0n },
    ...{ penaltyRate: parseScaled(penaltyDailyRate) ?? 0n, amount: minor, purpose: null, status: 'active', reason: null },
    ...{ principal: minor, interest: 0n, penalty: 0n, late: 0n, interestPaid: 0n, penaltyPaid: 0n, writtenOff: 0n },
    ...{ defaultCause: null, calledOn: null, steps: 0, appliedAt: now, reviewAt: now, queuedAt: null, findings: [] },
    ...{ examinedAt: null, lastPaidAt: null, endedAt: null, changedAt: now },
    lent: { from, dueOn: addDays(from, termDays), countedTo: from },
  }
  return { ...undated, debt: debtOf(undated) }
}

export type Costs = Readonly<{
  daily: string
  interest: string
  total: string
  late: string
  dueOn: string
  /** The debt on each day from the first to thirty days after the due date. */
  line: readonly string[]
}>

export function costsOf(amount: string, terms: Terms, now: number): Costs {
  const minor = minorOf(amount)
  const { termDays } = terms
  const dailyRate = parseScaled(terms.dailyRate) ?? 0n
  const loan = loanOf(minor, terms, now)
  const debtAfter = (days: number): bigint => countTo(loan, addDays(loanDateAt(now), days)).debt
  const interest = interestOver({ amount: minor, dailyRate }, termDays)
  return {
    daily: moneyText(interestOver({ amount: minor, dailyRate }, 1)),
    interest: moneyText(interest),
    total: moneyText(minor + interest),
    late: moneyText(debtAfter(termDays + DAYS_LATE)),
    dueOn: addDays(loanDateAt(now), termDays),
    line: Array.from({ length: termDays + DAYS_SHOWN_LATE + 1 }, (_, day) => moneyText(debtAfter(day))),
  }
}

/** What a typed quantity of something covers, in minor units. */
export function coverOf({ type, price, ltv }: Pick<LoanCollateral, 'type' | 'price' | 'ltv'>, typed: string): bigint {
  const quantity = type === 'cash' ? minorOf(typed) : (parseScaled(finish(typed)) ?? 0n)
  const value = valueOfItem({ kind: type, quantity, price: price === null ? null : parseScaled(price) }) ?? 0n
  return (value * BigInt(ltv)) / HUNDRED
}
/** What is pledged and how much of each, by its reference. */
export type Pledged = ReadonlyMap<string, string>
/** What was chosen, in that order; null while what the amount needs is proposed instead of a quantity that was typed. */
export type Chosen = ReadonlyMap<string, string | null>

/** What is typed stays; the rest of what is chosen covers what is still missing of the amount, the first as far as it goes. */
export function pledgedFor(amount: string, items: readonly LoanCollateral[], chosen: Chosen): Pledged {
  const typed = [...chosen].map(([ref, quantity]) => ({ ref, quantity, item: items.find((each) => each.ref === ref) }))
  let missing =
    minorOf(amount) - typed.reduce((sum, { quantity, item }) => sum + (item === undefined ? 0n : coverOf(item, quantity ?? '')), 0n)
  const pledged = new Map<string, string>()
  for (const { ref, quantity, item } of typed) {
    if (item === undefined) continue
    const proposed = quantity ?? neededOf(item, missing)
    if (quantity === null) missing -= coverOf(item, proposed)
    pledged.set(ref, proposed)
  }
  return pledged
}

/** Of what has a price this much more is proposed, in percent: the price moves until the application is looked at. */
const CUSHION = 5n
/** The smallest part of each that can be pledged, in units of 10^-8. */
const stepOf = { cash: SCALE / HUNDRED, stock: SCALE, fund: SCALE / 10_000n } as const satisfies Record<LoanCollateral['type'], bigint>

/** The least of it that covers the amount, or all of it where that is not enough; "" for nothing. */
function neededOf({ type, price, ltv, quantity }: LoanCollateral, missing: bigint): string {
  const most = parseScaled(quantity) ?? 0n
  const each = type === 'cash' ? SCALE : price === null ? 0n : (parseScaled(price) ?? 0n)
  if (missing <= 0n) return ''
  if (each === 0n) return quantity
  const wanted = type === 'cash' ? missing : divide(missing * (HUNDRED + CUSHION), HUNDRED, 'UP')
  const value = divide(wanted * HUNDRED, BigInt(ltv), 'UP') * (SCALE / HUNDRED)
  const step = stepOf[type]
  const needed = divide(divide(value * SCALE, each, 'UP'), step, 'UP') * step
  return needed < most ? formatScaled(needed) : quantity
}

/** The debts at which what is pledged is called and sold, together. */
export function levelOf(items: readonly LoanCollateral[], typed: Pledged, level: 'callLevel' | 'defaultLevel'): string {
  const sum = items.reduce((total, item) => {
    const quantity = typed.get(item.ref)
    return quantity === undefined ? total : total + coverOf({ ...item, ltv: item[level] }, quantity)
  }, 0n)
  return moneyText(sum)
}

export const isLess = (one: string, other: string): boolean => (parseScaled(one) ?? 0n) < (parseScaled(other) ?? 0n)
