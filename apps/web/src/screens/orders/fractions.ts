import type { Market } from '@rueda/contract/codes.ts'
import { SCALE, formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { wholeSteps } from '../../shared/orders/sizing.ts'
import { type Draft, validityOf } from './ticket.ts'

/** Parts of shares on a ticket (`docs/rules/fractions.md` P.5): which drafts take them, and in which steps. */
type Typed = Pick<Draft, 'type' | 'timeInForce' | 'exits'>

/** True for a draft that may ask for a part of a share: at market or with a limit for the day, and without exits. */
export function takesFractions(market: Market, draft: Typed): boolean {
  const terms = marketTermsOf(market)?.fractions
  if (terms === undefined || !terms.orderTypes.includes(draft.type) || draft.exits) return false
  return draft.type === 'market' || terms.timesInForce.includes(validityOf(market, draft))
}

/** The step and the least quantity of a draft: those of parts where it takes them now, otherwise the instrument's. */
export function stepsOf(whole: Readonly<{ minimum: string; step: string }>, fractionStep: string | null) {
  return fractionStep === null ? whole : { minimum: fractionStep, step: fractionStep }
}

/** The step of parts for a holding that has one; null for whole shares. */
export function fractionStepOf(market: Market, quantity: string): string | null {
  const terms = marketTermsOf(market)?.fractions
  return terms === undefined || (parseScaled(quantity) ?? 0n) % SCALE === 0n ? null : formatScaled(terms.step)
}

/** The whole shares of a quantity, which can be sold at any time. */
export const wholeSharesOf = (quantity: string): string => wholeSteps(quantity, '1')
