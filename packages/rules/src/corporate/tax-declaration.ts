import { type Refusal, refuse } from '../result.ts'
import type { Instant } from '../time.ts'

/**
 * What a customer declares of where they owe their taxes (form W-8): who claims the treaty of their country with the
 * United States has less withheld of dividends (`docs/rules/corporate-actions.md` D.9). A new declaration takes the place of the one before
 * for every ex-date after it; none is ever changed.
 */
export type TaxDeclaration = Readonly<{ countryCode: string; claimsTreaty: boolean; declaredAt: Instant }>

const TREATY_PARTNER = 'US'

/** A treaty is between two countries: nobody claims one with their own. */
export const checkDeclaration = ({ countryCode, claimsTreaty }: Omit<TaxDeclaration, 'declaredAt'>): Refusal | null =>
  claimsTreaty && countryCode === TREATY_PARTNER ? refuse('parameter.invalid', { field: 'claimsTreaty' }) : null
