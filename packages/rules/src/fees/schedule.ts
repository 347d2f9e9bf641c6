import { SCALE, divide, greatest, least } from '../decimal.ts'
import type { Rounding } from '../decimal.ts'
import type { Currency } from '../money.ts'
import { minorDigits } from '../money.ts'
import type { Side } from '../side.ts'
import type { CalendarDate } from '../time.ts'

/**
 * What trading costs, as tables with the dates they hold from (`domain.md` B). A charge is worked out over the whole
 * order and what was already taken is subtracted, so that a minimum is charged once however many fills there are.
 */
export type ChargeKind = 'COMMISSION' | 'SEC_FEE' | 'TAF' | 'TRANSACTION_TAX'

export type ChargeRule = Readonly<{
  kind: ChargeKind
  /** Income of the house, or collected for somebody else. */
  goesTo: 'fee' | 'tax'
  sides: readonly Side[]
  validFrom: CalendarDate
  base: 'notional' | 'quantity'
  /** Units of 10^-8 per unit of the base: 0.03 % of notional is 30 000; 0.000195 a share is 19 500. */
  rate: bigint
  rounding: Rounding
  /** In minor units; null for none. */
  minimum: bigint | null
  maximum: bigint | null
}>

export type FeeSchedule = Readonly<{ currency: Currency; rules: readonly ChargeRule[] }>

const LONG_AGO = '1970-01-01'
const BOTH: readonly Side[] = ['buy', 'sell']

/** US stocks, `domain.md` B.1. */
export const usStockFees: FeeSchedule = {
  currency: 'USD',
  rules: [
    {
      kind: 'COMMISSION',
      goesTo: 'fee',
      sides: BOTH,
      validFrom: LONG_AGO,
      base: 'notional',
      rate: 30_000n,
      rounding: 'HALF_UP',
      minimum: 50n,
      maximum: null,
    },
    {
      kind: 'SEC_FEE',
      goesTo: 'tax',
      sides: ['sell'],
      validFrom: LONG_AGO,
      base: 'notional',
      rate: 0n,
      rounding: 'CEIL',
      minimum: null,
      maximum: null,
    },
    {
      kind: 'SEC_FEE',
      goesTo: 'tax',
      sides: ['sell'],
      validFrom: '2026-04-04',
      base: 'notional',
      rate: 2_060n,
      rounding: 'CEIL',
      minimum: null,
      maximum: null,
    },
    {
      kind: 'TAF',
      goesTo: 'tax',
      sides: ['sell'],
      validFrom: LONG_AGO,
      base: 'quantity',
      rate: 19_500n,
      rounding: 'CEIL',
      minimum: null,
      maximum: 979n,
    },
  ],
}

export type Charge = Readonly<{ kind: ChargeKind; goesTo: 'fee' | 'tax'; amount: bigint }>
/** The traded total a charge is worked out on: notional in minor units, quantity in units of 10^-8. */
export type Traded = Readonly<{ side: Side; notional: bigint; quantity: bigint; tradeDate: CalendarDate }>

/** The charges on a traded total, in minor units; rules that charge nothing are left out. */
export function chargesOn(schedule: FeeSchedule, traded: Traded): readonly Charge[] {
  const charges: Charge[] = []
  if (traded.quantity === 0n) return charges
  for (const rule of validRules(schedule, traded)) {
    const amount = amountOf(rule, traded, schedule.currency)
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

function amountOf(rule: ChargeRule, { notional, quantity }: Traded, currency: Currency): bigint {
  const minorScale = 10n ** BigInt(minorDigits[currency])
  const exact =
    rule.base === 'notional'
      ? divide(notional * rule.rate, SCALE, rule.rounding)
      : divide(quantity * rule.rate * minorScale, SCALE * SCALE, rule.rounding)
  const atLeast = rule.minimum === null ? exact : greatest(exact, rule.minimum)
  return rule.maximum === null ? atLeast : least(atLeast, rule.maximum)
}

/** Charges already taken from an order, by kind, in minor units. */
export type Charged = Readonly<Partial<Record<ChargeKind, bigint>>>

export const chargedTotal = (charged: Charged): bigint => Object.values(charged).reduce((sum, amount) => sum + (amount ?? 0n), 0n)

/**
 * What a fill adds to the charges of its order: the charges on everything traded so far less those already taken,
 * never more than `ceiling` (`domain.md` O.5). The ceiling cuts from the last charge backwards.
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
