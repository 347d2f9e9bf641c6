import { SCALE, divide, greatest, least } from '../decimal.ts'
import type { Rounding } from '../decimal.ts'
import type { Currency } from '../money.ts'
import { minorDigits } from '../money.ts'
import type { Scope } from '../markets/scope.ts'
import type { Side } from '../side.ts'
import type { CalendarDate } from '../time.ts'
import type { OrderRates } from './versions.ts'

/**
 * Charges on trading, as tables with the dates they hold from (`docs/rules/markets.md` B); the tables themselves are part of their market.
 * A charge is worked out over the whole order and the part already taken is subtracted, so that a minimum is charged once however many
 * fills there are.
 */
export const chargeKinds = ['COMMISSION', 'MARKET_FEE', 'VAT', 'SEC_FEE', 'TAF', 'TRANSACTION_TAX'] as const
export type ChargeKind = (typeof chargeKinds)[number]

export type ChargeRule = Readonly<{
  kind: ChargeKind
  /** Income of the brokerage, or collected for somebody else. */
  goesTo: 'fee' | 'tax'
  setBy: 'house' | 'SEC' | 'FINRA' | 'BYMA' | 'ARCA' | 'MOF'
  scope: Scope
  sides: readonly Side[]
  validFrom: CalendarDate
  /** `charges` is the sum of those before it in the table, on which value added tax is due. */
  base: 'notional' | 'quantity' | 'charges'
  /** Units of 10^-8 per unit of the base: 0.03 % of notional is 30 000; 0.000195 a share is 19 500. */
  rate: bigint
  /** The rate for shares bought on the same trade date, if it differs. */
  sameDayRate: bigint | null
  rounding: Rounding
  /** In minor units; null for none. */
  minimum: bigint | null
  maximum: bigint | null
}>

export type FeeSchedule = Readonly<{
  currency: Currency
  rules: readonly ChargeRule[]
  /** The version and the step of the house's commissions among the rules; left out where there are none. */
  rates?: OrderRates
}>

/** A date before all trading here, for rules that have always held. */
export const LONG_AGO = '1970-01-01'

/** Builds a row of a table; fields left out have their usual values. */
export const chargeRule = (rule: Pick<ChargeRule, 'kind' | 'rate'> & Partial<ChargeRule>): ChargeRule => ({
  goesTo: 'fee',
  setBy: 'house',
  scope: 'everything',
  sides: ['buy', 'sell'],
  validFrom: LONG_AGO,
  base: 'notional',
  sameDayRate: null,
  rounding: 'HALF_UP',
  minimum: null,
  maximum: null,
  ...rule,
})

export type Charge = Readonly<{ kind: ChargeKind; goesTo: 'fee' | 'tax'; amount: bigint }>
/**
 * The traded total a charge is worked out on: notional in minor units, quantity in units of 10^-8. `sameDayNotional` is
 * the part of a sale that was bought on the same trade date.
 */
export type Traded = Readonly<{ side: Side; notional: bigint; quantity: bigint; tradeDate: CalendarDate; sameDayNotional?: bigint }>

/** The charges on a traded total, in minor units; rules that charge nothing are left out. */
export function chargesOn(schedule: FeeSchedule, traded: Traded): readonly Charge[] {
  const charges: Charge[] = []
  if (traded.quantity === 0n) return charges
  for (const rule of validRules(schedule, traded)) {
    const amount = amountOf(rule, traded, totalOf(charges), schedule.currency)
    if (amount > 0n) charges.push({ kind: rule.kind, goesTo: rule.goesTo, amount })
  }
  return charges
}

export const totalOf = (charges: readonly Charge[]): bigint => charges.reduce((sum, charge) => sum + charge.amount, 0n)

/** Of each kind the newest rule that holds on the trade date, in the order of the table. */
export function validRules(schedule: FeeSchedule, { side, tradeDate }: Pick<Traded, 'side' | 'tradeDate'>): readonly ChargeRule[] {
  const newest = new Map<ChargeKind, ChargeRule>()
  for (const rule of schedule.rules) if (rule.sides.includes(side) && rule.validFrom <= tradeDate) newest.set(rule.kind, rule)
  return [...newest.values()]
}

function amountOf(rule: ChargeRule, traded: Traded, chargesBefore: bigint, currency: Currency): bigint {
  const exact = exactAmount(rule, traded, chargesBefore, currency)
  const atLeast = rule.minimum === null ? exact : greatest(exact, rule.minimum)
  return rule.maximum === null ? atLeast : least(atLeast, rule.maximum)
}

function exactAmount({ base, rate, sameDayRate, rounding }: ChargeRule, traded: Traded, chargesBefore: bigint, currency: Currency): bigint {
  const { notional, quantity, sameDayNotional = 0n } = traded
  switch (base) {
    case 'charges':
      return divide(chargesBefore * rate, SCALE, rounding)
    case 'quantity':
      return divide(quantity * rate * 10n ** BigInt(minorDigits[currency]), SCALE * SCALE, rounding)
    case 'notional':
      return divide((notional - sameDayNotional) * rate + sameDayNotional * (sameDayRate ?? rate), SCALE, rounding)
  }
}

/** Charges already taken from an order, by kind, in minor units. */
export type Charged = Readonly<Partial<Record<ChargeKind, bigint>>>

export const chargedTotal = (charged: Charged): bigint => Object.values(charged).reduce((sum, amount) => sum + (amount ?? 0n), 0n)

/**
 * The charges a fill adds to its order: the charges on everything traded so far less those already taken, never more than `ceiling`
 * (`docs/rules/fees.md` O.5). The ceiling cuts from the last charge backwards.
 */
export function additionalCharges(schedule: FeeSchedule, tradedSoFar: Traded, charged: Charged, ceiling: bigint | null): readonly Charge[] {
  const additions: Charge[] = []
  let left = ceiling
  for (const charge of chargesOn(schedule, tradedSoFar)) {
    const more = greatest(charge.amount - (charged[charge.kind] ?? 0n), 0n)
    const amount = left === null ? more : least(more, left)
    if (left !== null) left -= amount
    if (amount > 0n) additions.push({ ...charge, amount })
  }
  return additions
}

export function addCharges(charged: Charged, additions: readonly Charge[]): Charged {
  const sum: Partial<Record<ChargeKind, bigint>> = { ...charged }
  for (const { kind, amount } of additions) sum[kind] = (sum[kind] ?? 0n) + amount
  return sum
}
