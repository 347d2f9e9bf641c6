import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { feeDesk } from '@rueda/contract/admin/fees.ts'
import type { MarketCommissions } from '@rueda/contract/fees.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { finish } from '@rueda/ui/fields/typing.ts'

export const RATE_DECIMALS = 8
export const AMOUNT_DECIMALS = 2

export type Bound = StaffDataOf<typeof feeDesk.list>['bounds'][number]
export type Fault = 'missing' | 'order' | 'tooMuch' | 'dearer'
export type Field = 'from' | `${string}.rate` | `${string}.minimum`

const scaledOf = (text: string): bigint | null => parseDecimal(finish(text), RATE_DECIMALS)

/** What is wrong with a step as it is typed, field by field: the bounds that the server holds it to (`docs/rules/fees.md` N.1). */
export function faultsOf({ market, steps }: MarketCommissions, at: number, bounds: readonly Bound[]): ReadonlyMap<Field, Fault> {
  const faults = new Map<Field, Fault>()
  const [step, before] = [steps[at], steps[at - 1]]
  if (step === undefined) return faults
  if (before !== undefined) {
    const [from, last] = [scaledOf(step.from), scaledOf(before.from)]
    if (from === null) faults.set('from', 'missing')
    else if (last !== null && from <= last) faults.set('from', 'order')
  }
  for (const { scope, rate, minimum } of step.commissions) {
    const bound = bounds.find((each) => each.market === market && each.scope === scope)
    const earlier = before?.commissions.find((each) => each.scope === scope)
    const ofRate = faultOf(scaledOf(rate), scaledOf(bound?.rate ?? ''), earlier === undefined ? null : scaledOf(earlier.rate))
    if (ofRate !== null) faults.set(`${scope}.rate`, ofRate)
    if (bound === undefined || bound.minimum === null) continue
    // An empty minimum is none.
    const typed = minimum === null || minimum === '' ? 0n : scaledOf(minimum)
    const ofMinimum = faultOf(typed, scaledOf(bound.minimum), earlier === undefined ? null : (scaledOf(earlier.minimum ?? '') ?? 0n))
    if (ofMinimum !== null) faults.set(`${scope}.minimum`, ofMinimum)
  }
  return faults
}

function faultOf(value: bigint | null, bound: bigint | null, before: bigint | null): Fault | null {
  if (value === null) return 'missing'
  if (bound !== null && value > bound) return 'tooMuch'
  return before !== null && value > before ? 'dearer' : null
}
