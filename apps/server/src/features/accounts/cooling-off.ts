import { DAY_MS, type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { Settings } from '../../config.ts'

/**
 * After a change of what protects an account, money cannot leave it and its destinations cannot change for a day
 * (`domain.md` A.1): time for its owner to notice. REVIEW_SECONDS replaces the day.
 */
export const coolingUntil = ({ REVIEW_SECONDS }: Pick<Settings, 'REVIEW_SECONDS'>, now: Instant): Instant =>
  now + (REVIEW_SECONDS === undefined ? DAY_MS : REVIEW_SECONDS * SECOND_MS)
