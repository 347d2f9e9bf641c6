import type { PlacingStatus } from '@rueda/rules/placing/placing.ts'
import type { Offering } from '@rueda/rules/subscriptions/offering.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { FixedTerms, Placing } from './store.ts'

/** A placing as the rules of applications need it, once its terms are fixed. */
export const offeringOf = ({ id, instrumentId, name, opensAt, closesAt }: Placing, { price, lotSize, maxLots }: FixedTerms): Offering => ({
  ...{ kind: 'placing', id, instrumentId, name, price, lotSize, opensAt, closesAt },
  maxQuantity: BigInt(maxLots) * lotSize,
})

/** The clock closes a window, and the job writes it down within seconds. It opens with its price, which the job fixes. */
export function statusAt({ status, closesAt }: Pick<Placing, 'status' | 'closesAt'>, now: Instant): PlacingStatus {
  return status === 'open' && now >= closesAt ? 'closed' : status
}

/** The name of a placing in the catalogue of what is offered. */
export const offeringIdOf = (number: number): string => `month-${number}`
