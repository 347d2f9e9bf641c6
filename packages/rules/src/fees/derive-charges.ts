import { type Derivation, type Part, amountOf, figureOf, plus, times } from '../figures/derivation.ts'
import type { Currency } from '../money.ts'
import { type Charge, type ChargeRule, type FeeSchedule, type Traded, chargesOn, totalOf, validRules } from './schedule.ts'

const HUNDRED = 100n

/** The charges on a traded total, each with the base and the rate of its rule (`docs/rules/fees.md`). */
export function deriveCharges(schedule: FeeSchedule, traded: Traded): Derivation {
  const charges = chargesOn(schedule, traded)
  const rules = new Map(validRules(schedule, traded).map((rule) => [rule.kind, rule]))
  const parts = charges.map((charge, at) => {
    const rule = rules.get(charge.kind)
    const about = { kind: 'charge', id: charge.kind } as const
    const before = totalOf(charges.slice(0, at))
    const lines = rule === undefined ? [] : baseAndRate(rule, traded, { before, currency: schedule.currency, charge })
    return plus(amountOf(schedule.currency, charge.amount, { name: 'charge', about, parts: lines }))
  })
  return amountOf(schedule.currency, totalOf(charges), { name: 'charges', parts })
}

type Charging = Readonly<{ before: bigint; currency: Currency; charge: Charge }>

/** What a rate is of. A charge at its minimum or maximum, and one with a rate of its own for what was bought the same day, is not a product. */
function baseAndRate(
  rule: ChargeRule,
  { notional, quantity, sameDayNotional = 0n }: Traded,
  { before, currency, charge }: Charging,
): Part[] {
  if (charge.amount === rule.minimum || charge.amount === rule.maximum || sameDayNotional > 0n) return []
  if (rule.base === 'quantity') {
    const perShare = times(figureOf('number', rule.rate, { name: 'rate' }))
    return [plus(figureOf('quantity', quantity, { name: 'quantity' })), perShare]
  }
  const base = amountOf(currency, rule.base === 'charges' ? before : notional, { name: 'base' })
  return [plus(base), times(figureOf('percent', rule.rate * HUNDRED, { name: 'rate' }))]
}
