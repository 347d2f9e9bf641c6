import { type Refusal, refuse } from '../result.ts'
import type { Instant } from '../time.ts'

/**
 * A customer's declaration of where they owe their taxes (form W-8): claiming the treaty of their country with the United States lowers the
 * tax withheld from dividends (`docs/rules/corporate-actions.md` D.9). A new declaration replaces the one before for every ex-date after
 * it; none is ever changed.
 */
export type TaxDeclaration = Readonly<{ countryCode: string; claimsTreaty: boolean; declaredAt: Instant }>

const TREATY_PARTNER = 'US'

/** A treaty is between two countries: a customer of the United States cannot claim one. */
export const checkDeclaration = ({ countryCode, claimsTreaty }: Omit<TaxDeclaration, 'declaredAt'>): Refusal | null =>
  claimsTreaty && countryCode === TREATY_PARTNER ? refuse('parameter.invalid', { field: 'claimsTreaty' }) : null
