import { type Instant, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { Settings } from '../../config.ts'
import type { Random } from '../../deps.ts'

const SOONEST_MS = 3 * MINUTE_MS
const LATEST_MS = 5 * MINUTE_MS

/**
 * Time of the automatic review of something handed in now: three to five minutes later (`docs/rules/kyc.md` J.1), or after REVIEW_SECONDS.
 */
export function reviewAt({ REVIEW_SECONDS }: Pick<Settings, 'REVIEW_SECONDS'>, random: Random, now: Instant): Instant {
  if (REVIEW_SECONDS !== undefined) return now + REVIEW_SECONDS * SECOND_MS
  return now + SOONEST_MS + random.below(LATEST_MS - SOONEST_MS)
}
