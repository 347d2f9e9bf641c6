import { formatMinor } from '../money.ts'
import { type Refusal, refuse } from '../result.ts'
import { SUBSCRIPTION_CURRENCY } from '../subscriptions/offering.ts'

/**
 * Who may ask for shares of a placing (`docs/rules/placing.md` E.3): an institution, or somebody who owns enough to bear the lock and has
 * shown in the suitability questions that the risk is understood.
 */
export type PlacingEvidence = Readonly<{
  isInstitution: boolean
  /** Everything the customer owns, debts taken off, in cents of a dollar. */
  equity: bigint
  isSuitable: boolean
}>

export const MIN_PLACING_EQUITY = 2_500_000n

export const isEligible = ({ isInstitution, equity, isSuitable }: PlacingEvidence): boolean =>
  isInstitution || (equity >= MIN_PLACING_EQUITY && isSuitable)

/** The refusal of somebody who may not; null for who may. */
export const refusalOfPlacing = (evidence: PlacingEvidence): Refusal | null =>
  isEligible(evidence)
    ? null
    : refuse('placing.not_eligible', {
        num: formatMinor(MIN_PLACING_EQUITY, SUBSCRIPTION_CURRENCY),
        equity: formatMinor(evidence.equity, SUBSCRIPTION_CURRENCY),
        suitabilityPassed: evidence.isSuitable ? 1 : 0,
      })
